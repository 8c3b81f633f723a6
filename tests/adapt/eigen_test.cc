#include "stepline/adapt/eigen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstring>

#include "adapt/element_at.h"

namespace stepline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

template <class T>
concept Viewable = requires(T&& array) { view(std::forward<T>(array)); };

template <class Matrix>
void expect_same_elements(const Matrix& matrix) {
  const TensorView seen = view(matrix);
  ASSERT_TRUE(seen.valid());
  ASSERT_THAT(seen.shape(), ElementsAre(matrix.rows(), matrix.cols()));
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
      EXPECT_EQ(element_at<typename Matrix::Scalar>(seen, {r, c}),
                matrix(r, c));
    }
  }
}

TEST(EigenView, SeesColumnMajorMatrices) {
  Eigen::MatrixXf matrix(2, 3);
  matrix << 1, 2, 3, 4, 5, 6;
  expect_same_elements(matrix);
  EXPECT_THAT(view(matrix).strides(), ElementsAre(1, 2));
  EXPECT_EQ(view(matrix).dtype(), DType::Float32);
  EXPECT_EQ(view(matrix).data(), matrix.data());
}

TEST(EigenView, SeesRowMajorMatricesAndFixedSizes) {
  Eigen::Matrix<double, 2, 3, Eigen::RowMajor> matrix;
  matrix << 1, 2, 3, 4, 5, 6;
  expect_same_elements(matrix);
  EXPECT_TRUE(view(matrix).contiguous());
}

TEST(EigenView, SeesBlocksTransposesAndMapsWithStrides) {
  Eigen::MatrixXi matrix(4, 5);
  for (int i = 0; i < 20; ++i) matrix.data()[i] = i;
  expect_same_elements(matrix.block(1, 2, 3, 2));
  expect_same_elements(matrix.transpose());
  const Eigen::Map<Eigen::MatrixXi, 0, Eigen::Stride<Eigen::Dynamic, 2>> map(
      matrix.data(), 2, 3, Eigen::Stride<Eigen::Dynamic, 2>(6, 2));
  expect_same_elements(map);
}

TEST(EigenView, GivesVectorsOneDimension) {
  const Eigen::VectorXd column = Eigen::VectorXd::LinSpaced(4, 0, 3);
  EXPECT_THAT(view(column).shape(), ElementsAre(4));
  const Eigen::RowVectorXd row = column;
  EXPECT_THAT(view(row).shape(), ElementsAre(4));
  Eigen::MatrixXd matrix(3, 2);
  matrix << 1, 2, 3, 4, 5, 6;
  const TensorView seen = view(matrix.row(1));
  EXPECT_THAT(seen.shape(), ElementsAre(2));
  EXPECT_EQ(element_at<double>(seen, {0}), 3);
  EXPECT_EQ(element_at<double>(seen, {1}), 4);
}

TEST(EigenView, KnowsTheElementTypes) {
  const Eigen::ArrayX<Eigen::half> half = Eigen::ArrayX<Eigen::half>::Zero(2);
  EXPECT_EQ(view(half).dtype(), DType::Float16);
  const Eigen::ArrayX<Eigen::bfloat16> brain =
      Eigen::ArrayX<Eigen::bfloat16>::Zero(2);
  EXPECT_EQ(view(brain).dtype(), DType::BFloat16);
  const Eigen::ArrayX<bool> flags = Eigen::ArrayX<bool>::Zero(2);
  EXPECT_EQ(view(flags).dtype(), DType::Bool);
  const Eigen::VectorXcf complex = Eigen::VectorXcf::Zero(2);
  EXPECT_EQ(view(complex).dtype(), DType::Complex64);
  const Eigen::ArrayX<std::uint16_t> shorts =
      Eigen::ArrayX<std::uint16_t>::Zero(2);
  EXPECT_EQ(view(shorts).dtype(), DType::UInt16);
}

TEST(EigenView, HasNoElementsForAnEmptyMatrix) {
  const Eigen::MatrixXf matrix;
  EXPECT_TRUE(view(matrix).valid());
  EXPECT_EQ(view(matrix).size(), 0);
}

TEST(EigenView, RefusesAMatrixAboutToBeDestroyed) {
  static_assert(Viewable<Eigen::MatrixXf&>);
  static_assert(Viewable<const Eigen::MatrixXf&>);
  static_assert(!Viewable<Eigen::MatrixXf>);
  static_assert(!Viewable<const Eigen::MatrixXf>);
  static_assert(Viewable<Eigen::Map<Eigen::MatrixXf>>);
}

TEST(EigenHold, EvaluatesAnExpressionAndKeepsIt) {
  Eigen::MatrixXf a(2, 2), b(2, 2);
  a << 1, 2, 3, 4;
  b << 0, 1, 1, 0;
  const auto held = hold(a * b);
  const TensorView seen = held;
  EXPECT_EQ(element_at<float>(seen, {0, 0}), 2);
  EXPECT_EQ(element_at<float>(seen, {1, 0}), 4);
}

TEST(EigenHold, SurvivesBeingMovedWithFixedSizes) {
  auto first = hold(Eigen::Vector3d(1, 2, 3));
  const auto second = std::move(first);
  const TensorView seen = second;
  EXPECT_EQ(seen.data(), second.array().data());
  EXPECT_EQ(element_at<double>(seen, {2}), 3);
}

}  // namespace
}  // namespace stepline
