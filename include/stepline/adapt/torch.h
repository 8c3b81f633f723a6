#pragma once

// LibTorch's tensors as TensorViews. Needs LibTorch 1.13 or later; include it
// only where you use it.

#include <ATen/ATen.h>
#include <torch/version.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "stepline/adapt/held.h"
#include "stepline/tensor_view.h"

namespace stepline {
namespace detail {

inline std::optional<DType> torch_dtype(at::ScalarType type) {
  switch (type) {
    case at::kBool:
      return DType::Bool;
    case at::kChar:
      return DType::Int8;
    case at::kByte:
      return DType::UInt8;
    case at::kShort:
      return DType::Int16;
    case at::kInt:
      return DType::Int32;
    case at::kLong:
      return DType::Int64;
    case at::kHalf:
      return DType::Float16;
    case at::kBFloat16:
      return DType::BFloat16;
    case at::kFloat:
      return DType::Float32;
    case at::kDouble:
      return DType::Float64;
    case at::kComplexFloat:
      return DType::Complex64;
    case at::kComplexDouble:
      return DType::Complex128;
#if TORCH_VERSION_MAJOR > 2 || \
    (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 1)
    case at::kFloat8_e4m3fn:
      return DType::Float8E4M3;
    case at::kFloat8_e5m2:
      return DType::Float8E5M2;
#endif
#if TORCH_VERSION_MAJOR > 2 || \
    (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 3)
    case at::kUInt16:
      return DType::UInt16;
    case at::kUInt32:
      return DType::UInt32;
    case at::kUInt64:
      return DType::UInt64;
#endif
    default:
      return std::nullopt;
  }
}

}  // namespace detail

// Any strides; gradients do not matter. Nothing is copied: the tensor, or
// another on the same storage, must outlive the view. A tensor that is not
// defined, not on the CPU, sparse, quantised or lazily conjugated gives a view
// that is not valid(): hold() takes those.
inline TensorView view(const at::Tensor& tensor) {
  const bool plain = tensor.defined() && tensor.layout() == at::kStrided &&
                     tensor.device().is_cpu() && !tensor.is_conj() &&
                     !tensor.is_neg();
  const auto dtype =
      plain ? detail::torch_dtype(tensor.scalar_type()) : std::nullopt;
  if (!dtype) return detail::invalid_view();
  const at::IntArrayRef shape = tensor.sizes(), strides = tensor.strides();
  return TensorView(
      tensor.data_ptr(), *dtype,
      std::span<const std::int64_t>(shape.data(), shape.size()),
      std::span<const std::int64_t>(strides.data(), strides.size()));
}

// A tensor that may be the last to own its storage: name it, or use hold().
TensorView view(const at::Tensor&& tensor) = delete;

// Keeps the storage alive, and copies only what a view cannot show: from
// another device, sparse, quantised or conjugated. Copying from a device waits
// for it. Where LibTorch cannot, the view is not valid().
inline Held<at::Tensor> hold(at::Tensor tensor) {
  constexpr auto kView = [](const at::Tensor& held) { return view(held); };
  if (!tensor.defined()) return {std::move(tensor), kView};
  try {
    tensor = tensor.detach();
    if (tensor.is_quantized()) tensor = tensor.dequantize();
    if (tensor.layout() != at::kStrided) tensor = tensor.to_dense();
    if (!tensor.device().is_cpu()) tensor = tensor.to(at::kCPU);
    if (tensor.scalar_type() == at::kComplexHalf) {
      tensor = tensor.to(at::kComplexFloat);
    }
    return {tensor.resolve_conj().resolve_neg(), kView};
  } catch (const c10::Error&) {
    return {at::Tensor(), kView};
  }
}

}  // namespace stepline
