#pragma once

#include <utility>

#include "stepline/tensor_view.h"

namespace stepline {
namespace detail {

// What a view() gives for an array that a TensorView cannot show.
inline TensorView invalid_view() {
  return TensorView(nullptr, DType::Float32, {-1});
}

}  // namespace detail

// An array that is kept together with the way to look at it: what hold() of an
// adaptor returns, for arrays that are temporaries, expressions or on another
// device. Converts to a TensorView, so it can be given to an add_* directly:
//
//   writer.add_histogram("update", stepline::hold(rate * gradient), step);
//
// The views it gives are valid as long as the Held lives and does not move.
template <class Array>
class Held {
 public:
  Held(Array array, TensorView (*view)(const Array&))
      : array_(std::move(array)), view_(view) {}

  const Array& array() const { return array_; }
  operator TensorView() const { return view_(array_); }  // NOLINT: implicit.

 private:
  Array array_;
  TensorView (*view_)(const Array&);
};

}  // namespace stepline
