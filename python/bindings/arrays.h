#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "stepline/tensor_view.h"

namespace stepline::python {

// An array in CPU memory that some Python object owns, and keeps alive.
//
// Made and ended under Python's lock; view() may be read without it.
class Array {
 public:
  // Anything with the buffer protocol or __dlpack__. `dtype` names the type of
  // the elements where the source cannot: "bfloat16" of 16-bit, a float8 of
  // 8-bit elements. Throws TypeError for a dtype or a device that we do not
  // know.
  Array(nanobind::object source, std::string_view dtype);
  // The quick way to a library's own arrays. Strides count elements.
  Array(std::uintptr_t address, std::string_view dtype,
        std::span<const std::int64_t> shape,
        std::span<const std::int64_t> strides, nanobind::object owner);
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  const TensorView& view() const { return view_; }

 private:
  struct Buffer {
    ~Buffer() {
      if (held.obj != nullptr) PyBuffer_Release(&held);
    }
    Py_buffer held{};
  };

  bool take_buffer(nanobind::handle source);

  // Who keeps the memory: one of these.
  nanobind::object owner_;
  Buffer buffer_;
  nanobind::ndarray<nanobind::ro> imported_;

  TensorView view_;
};

}  // namespace stepline::python
