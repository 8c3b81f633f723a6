#pragma once

// DLPack tensors as TensorViews, for arrays of JAX, CuPy, TVM, MXNet and
// whatever else speaks it. Needs dlpack/dlpack.h.

#include <dlpack/dlpack.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "stepline/adapt/held.h"
#include "stepline/tensor_view.h"

namespace stepline {
namespace detail {

// By number, because older headers lack the newer names.
inline std::optional<DType> dlpack_dtype(DLDataType type) {
  constexpr int kInt = 0, kUInt = 1, kFloat = 2, kBfloat = 4, kComplex = 5,
                kBool = 6, kFloat8E4M3Fn = 10, kFloat8E5M2 = 12;
  constexpr auto key = [](int code, int bits) { return code * 256 + bits; };
  switch (key(type.code, type.bits)) {
    case key(kInt, 8):
      return DType::Int8;
    case key(kInt, 16):
      return DType::Int16;
    case key(kInt, 32):
      return DType::Int32;
    case key(kInt, 64):
      return DType::Int64;
    case key(kUInt, 8):
      return DType::UInt8;
    case key(kUInt, 16):
      return DType::UInt16;
    case key(kUInt, 32):
      return DType::UInt32;
    case key(kUInt, 64):
      return DType::UInt64;
    case key(kFloat, 16):
      return DType::Float16;
    case key(kFloat, 32):
      return DType::Float32;
    case key(kFloat, 64):
      return DType::Float64;
    case key(kBfloat, 16):
      return DType::BFloat16;
    case key(kComplex, 64):
      return DType::Complex64;
    case key(kComplex, 128):
      return DType::Complex128;
    case key(kBool, 8):
      return DType::Bool;
    case key(kFloat8E4M3Fn, 8):
      return DType::Float8E4M3;
    case key(kFloat8E5M2, 8):
      return DType::Float8E5M2;
    default:
      return std::nullopt;
  }
}

}  // namespace detail

// Nothing is copied: the tensor's memory must outlive the view. Memory that the
// CPU cannot read, dtypes that TensorView has not (4-bit and packed ones, more
// than one lane) and more than 16 dimensions give a view that is not valid().
inline TensorView view(const DLTensor& tensor) {
  constexpr int kCpu = 1, kCudaHost = 3, kRocmHost = 11;
  const int device = static_cast<int>(tensor.device.device_type);
  const bool readable =
      device == kCpu || device == kCudaHost || device == kRocmHost;
  const auto dtype = detail::dlpack_dtype(tensor.dtype);
  if (!readable || !dtype || tensor.dtype.lanes != 1 || tensor.ndim < 0 ||
      tensor.ndim > TensorView::kMaxRank) {
    return detail::invalid_view();
  }
  const auto rank = static_cast<std::size_t>(tensor.ndim);
  std::array<std::int64_t, TensorView::kMaxRank> shape{}, strides{};
  for (std::size_t i = 0; i < rank; ++i) {
    shape[i] = tensor.shape[i];
    if (tensor.strides != nullptr) strides[i] = tensor.strides[i];
  }
  return TensorView(
      static_cast<const std::byte*>(tensor.data) + tensor.byte_offset, *dtype,
      std::span(shape).first(rank),
      std::span(strides).first(tensor.strides == nullptr ? 0 : rank));
}

inline TensorView view(const DLManagedTensor& managed) {
  return view(managed.dl_tensor);
}

#if defined(DLPACK_MAJOR_VERSION) && DLPACK_MAJOR_VERSION >= 1
inline TensorView view(const DLManagedTensorVersioned& managed) {
  return view(managed.dl_tensor);
}
#endif

}  // namespace stepline
