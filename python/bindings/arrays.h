#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string_view>

#include "stepline/tensor_view.h"

namespace stepline::python {

// An array in CPU memory that some Python object owns, and keeps alive.
class Array {
 public:
  // Anything with __dlpack__ or the buffer protocol. `dtype` names the type of
  // the elements where the source cannot: "bfloat16" of 16-bit,
  // "float8_e4m3fn" and "float8_e5m2" of 8-bit elements. Throws TypeError for
  // a dtype or a device that we do not know.
  Array(nanobind::ndarray<nanobind::ro> source, std::string_view dtype);

  const TensorView& view() const { return view_; }

 private:
  nanobind::ndarray<nanobind::ro> source_;
  TensorView view_;
};

}  // namespace stepline::python
