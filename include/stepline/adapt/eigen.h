#pragma once

// Eigen's matrices, arrays, vectors, maps and blocks as TensorViews. Needs
// Eigen 3.3 or later on the include path; include it only where you use it.

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <type_traits>

#include "stepline/adapt/held.h"
#include "stepline/tensor_view.h"

namespace stepline {
namespace detail {

template <class Scalar>
consteval DType eigen_dtype() {
  if constexpr (std::is_same_v<Scalar, Eigen::half>) {
    return DType::Float16;
#if EIGEN_VERSION_AT_LEAST(3, 4, 0)
  } else if constexpr (std::is_same_v<Scalar, Eigen::bfloat16>) {
    return DType::BFloat16;
#endif
  } else {
    return dtype_of<Scalar>();
  }
}

template <class Derived>
inline constexpr bool kHasMemory =
    (Eigen::internal::traits<Derived>::Flags & Eigen::DirectAccessBit) != 0;

}  // namespace detail

// [rows, cols], or one dimension for what is a vector by its type; row-major,
// column-major and with any stride. Nothing is copied: the array must outlive
// the view.
template <class Derived>
TensorView view(const Eigen::DenseBase<Derived>& dense) {
  static_assert(detail::kHasMemory<Derived>,
                "an Eigen expression has no memory to look at: use "
                "stepline::hold(expression), which evaluates it");
  const Derived& array = dense.derived();
  constexpr DType kDType = detail::eigen_dtype<typename Derived::Scalar>();
  if constexpr (Derived::IsVectorAtCompileTime) {
    const std::array<std::int64_t, 1> shape = {array.size()};
    const std::array<std::int64_t, 1> strides = {array.innerStride()};
    return TensorView(array.data(), kDType, shape, strides);
  } else {
    const std::int64_t inner = array.innerStride();
    const std::int64_t outer = array.outerStride();
    const std::array<std::int64_t, 2> shape = {array.rows(), array.cols()};
    const std::array<std::int64_t, 2> strides = {
        Derived::IsRowMajor ? outer : inner,
        Derived::IsRowMajor ? inner : outer};
    return TensorView(array.data(), kDType, shape, strides);
  }
}

// A matrix about to be destroyed: use hold().
template <class Derived>
TensorView view(const Eigen::PlainObjectBase<Derived>&& matrix) = delete;

// Evaluates an expression and keeps the answer; takes matrices, too.
template <class Derived>
auto hold(const Eigen::DenseBase<Derived>& expression) {
  using Plain = typename Derived::PlainObject;
  return Held<Plain>(Plain(expression.derived()),
                     [](const Plain& array) { return view(array); });
}

}  // namespace stepline
