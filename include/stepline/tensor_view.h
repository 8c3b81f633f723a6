#pragma once

#include <array>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>

namespace stepline {

enum class DType : std::uint8_t {
  Bool,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Float16,     // IEEE 754 binary16.
  BFloat16,    // The upper half of a float32.
  Float8E4M3,  // The "fn" variant: no infinities, NaN is 0x7f and 0xff.
  Float8E5M2,  // IEEE-like: infinities and NaN.
  Float32,
  Float64,
  Complex64,   // Two float32: real, imaginary.
  Complex128,  // Two float64: real, imaginary.
};

// Bytes of one element.
std::size_t size_of(DType dtype);

// "float32", "bfloat16": for messages.
const char* name_of(DType dtype);

namespace detail {

// Numbers; characters are text.
template <class T>
inline constexpr bool kIsElement =
    std::is_arithmetic_v<T> && !std::is_same_v<T, char> &&
    !std::is_same_v<T, wchar_t> && !std::is_same_v<T, char8_t> &&
    !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t>;

template <class T>
consteval DType dtype_of() {
  if constexpr (std::same_as<T, bool>) {
    return DType::Bool;
  } else if constexpr (std::same_as<T, float>) {
    return DType::Float32;
  } else if constexpr (std::same_as<T, double>) {
    return DType::Float64;
  } else if constexpr (std::same_as<T, std::complex<float>>) {
    return DType::Complex64;
  } else if constexpr (std::same_as<T, std::complex<double>>) {
    return DType::Complex128;
  } else {
    static_assert(std::integral<T>, "not an element type of a TensorView");
    constexpr DType kSigned[] = {DType::Int8, DType::Int16, DType::Int32,
                                 DType::Int64};
    constexpr DType kUnsigned[] = {DType::UInt8, DType::UInt16, DType::UInt32,
                                   DType::UInt64};
    constexpr int kIndex = sizeof(T) == 1   ? 0
                           : sizeof(T) == 2 ? 1
                           : sizeof(T) == 4 ? 2
                                            : 3;
    return std::is_signed_v<T> ? kSigned[kIndex] : kUnsigned[kIndex];
  }
}

}  // namespace detail

// An array in somebody else's memory: dtype, shape, strides, pointer.
//
// Made implicitly from contiguous ranges of numbers (std::vector, std::array,
// std::span; one dimension), explicitly from a pointer with a shape, and by the
// adaptors in stepline/adapt/ from other libraries' arrays. The memory must
// stay valid for the call that the view is given to; no add_* keeps it longer.
class TensorView {
 public:
  static constexpr int kMaxRank = 16;

  // No elements, one dimension of length 0.
  TensorView() : TensorView(nullptr, DType::Float32, {0}) {}

  // `strides` count elements and may be negative or zero; when empty the array
  // is contiguous in row-major order. `data` points at the element with index
  // 0 in every dimension. A rank above kMaxRank, a negative dimension, or
  // strides whose number differs from the rank give a view that is not
  // valid(), which every add_* refuses.
  TensorView(const void* data, DType dtype, std::span<const std::int64_t> shape,
             std::span<const std::int64_t> strides = {});
  TensorView(const void* data, DType dtype,
             std::initializer_list<std::int64_t> shape)
      : TensorView(data, dtype, std::span(shape.begin(), shape.size())) {}

  template <class T>
    requires(!std::is_void_v<T>)
  TensorView(const T* data, std::initializer_list<std::int64_t> shape)
      : TensorView(data, detail::dtype_of<T>(), shape) {}

  template <std::ranges::contiguous_range R>
    requires std::ranges::sized_range<R> &&
             (detail::kIsElement<std::ranges::range_value_t<R>> ||
              requires(std::ranges::range_value_t<R> z) { z.imag(); }) &&
             (!std::derived_from<std::remove_cvref_t<R>, TensorView>)
  TensorView(const R& range)  // NOLINT: implicit, so that a vector is an array.
      : TensorView(std::ranges::data(range),
                   detail::dtype_of<std::ranges::range_value_t<R>>(),
                   {static_cast<std::int64_t>(std::ranges::size(range))}) {}

  bool valid() const { return rank_ >= 0; }
  const void* data() const { return data_; }
  DType dtype() const { return dtype_; }
  int rank() const { return rank_ < 0 ? 0 : rank_; }
  std::span<const std::int64_t> shape() const {
    return {shape_.data(), dims()};
  }
  std::span<const std::int64_t> strides() const {
    return {strides_.data(), dims()};
  }
  std::int64_t dim(int axis) const { return shape_[std::size_t(axis)]; }

  // Number of elements; 1 for rank 0.
  std::int64_t size() const;
  std::size_t bytes() const { return std::size_t(size()) * size_of(dtype_); }
  bool contiguous() const;

  // The same elements seen under another shape. Needs a contiguous view and an
  // equal number of elements; otherwise the answer is not valid().
  TensorView reshaped(std::span<const std::int64_t> shape) const;

  // "[3, 32, 32] float32": for messages.
  std::string describe() const;

 private:
  std::size_t dims() const { return std::size_t(rank()); }

  const void* data_;
  DType dtype_;
  int rank_;  // -1 when the arguments made no sense.
  std::array<std::int64_t, kMaxRank> shape_{};
  std::array<std::int64_t, kMaxRank> strides_{};
};

}  // namespace stepline
