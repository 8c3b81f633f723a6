#include "stepline/tensor_view.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace stepline {

std::size_t size_of(DType dtype) {
  switch (dtype) {
    case DType::Bool:
    case DType::Int8:
    case DType::UInt8:
    case DType::Float8E4M3:
    case DType::Float8E5M2:
      return 1;
    case DType::Int16:
    case DType::UInt16:
    case DType::Float16:
    case DType::BFloat16:
      return 2;
    case DType::Int32:
    case DType::UInt32:
    case DType::Float32:
      return 4;
    case DType::Int64:
    case DType::UInt64:
    case DType::Float64:
    case DType::Complex64:
      return 8;
    case DType::Complex128:
      return 16;
  }
  return 1;
}

const char* name_of(DType dtype) {
  constexpr const char* kNames[] = {
      "bool",      "int8",        "uint8",       "int16",   "uint16",
      "int32",     "uint32",      "int64",       "uint64",  "float16",
      "bfloat16",  "float8_e4m3", "float8_e5m2", "float32", "float64",
      "complex64", "complex128"};
  return kNames[static_cast<std::size_t>(dtype)];
}

TensorView::TensorView(const void* data, DType dtype,
                       std::span<const std::int64_t> shape,
                       std::span<const std::int64_t> strides)
    : data_(data), dtype_(dtype), rank_(-1) {
  if (shape.size() > kMaxRank) return;
  if (!strides.empty() && strides.size() != shape.size()) return;
  if (std::ranges::any_of(shape, [](std::int64_t n) { return n < 0; })) return;
  std::ranges::copy(shape, shape_.begin());
  std::ranges::copy(strides, strides_.begin());
  std::int64_t count = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (strides.empty()) strides_[axis] = count;
    if (__builtin_mul_overflow(count, std::max<std::int64_t>(shape[axis], 1),
                               &count)) {
      return;
    }
  }
  std::int64_t total = 0;
  if (__builtin_mul_overflow(count, static_cast<std::int64_t>(size_of(dtype)),
                             &total)) {
    return;
  }
  // How far any element can be from the first, in bytes.
  std::int64_t reach = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t steps = std::max<std::int64_t>(shape[axis] - 1, 0);
    const auto bytes = static_cast<std::int64_t>(size_of(dtype));
    std::int64_t extent = 0;
    if (strides_[axis] == std::numeric_limits<std::int64_t>::min() ||
        __builtin_mul_overflow(std::abs(strides_[axis]), steps, &extent) ||
        __builtin_mul_overflow(extent, bytes, &extent) ||
        __builtin_add_overflow(reach, extent, &reach)) {
      return;
    }
  }
  rank_ = static_cast<int>(shape.size());
}

std::int64_t TensorView::size() const {
  std::int64_t count = 1;
  for (const std::int64_t n : shape()) count *= n;
  return count;
}

bool TensorView::contiguous() const {
  if (size() == 0) return true;
  std::int64_t expected = 1;
  for (int axis = rank(); axis-- > 0;) {
    const auto i = static_cast<std::size_t>(axis);
    if (shape_[i] != 1 && strides_[i] != expected) return false;
    expected *= shape_[i];
  }
  return true;
}

TensorView TensorView::reshaped(std::span<const std::int64_t> shape) const {
  TensorView view(data_, dtype_, shape);
  if (!contiguous() || !view.valid() || view.size() != size()) view.rank_ = -1;
  return view;
}

std::string TensorView::describe() const {
  if (!valid()) return std::string("invalid view of ") + name_of(dtype_);
  std::string text = "[";
  for (const std::int64_t n : shape()) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(n);
  }
  return text + "] " + name_of(dtype_);
}

}  // namespace stepline
