#include "stepline/adapt/opencv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/core.hpp>

#include "adapt/element_at.h"

namespace stepline {
namespace {

using testing::ElementsAre;

template <class T>
concept Viewable = requires(T&& array) { view(std::forward<T>(array)); };

TEST(OpenCvView, SeesAColourPictureAsHwc) {
  cv::Mat mat(4, 5, CV_8UC3);
  mat.at<cv::Vec3b>(2, 3) = {10, 20, 30};
  const TensorView seen = view(mat);
  EXPECT_THAT(seen.shape(), ElementsAre(4, 5, 3));
  EXPECT_EQ(seen.dtype(), DType::UInt8);
  EXPECT_TRUE(seen.contiguous());
  EXPECT_EQ(element_at<std::uint8_t>(seen, {2, 3, 0}), 10);
  EXPECT_EQ(element_at<std::uint8_t>(seen, {2, 3, 2}), 30);
}

TEST(OpenCvView, SeesOneChannelWithoutAnAxisForIt) {
  cv::Mat mat(4, 5, CV_32FC1);
  mat.at<float>(1, 2) = 0.5f;
  EXPECT_THAT(view(mat).shape(), ElementsAre(4, 5));
  EXPECT_EQ(element_at<float>(view(mat), {1, 2}), 0.5f);
}

TEST(OpenCvView, FollowsTheStepOfARegion) {
  cv::Mat mat(6, 8, CV_16UC3);
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 8; ++x) {
      mat.at<cv::Vec3w>(y, x) = {std::uint16_t(y), std::uint16_t(x), 7};
    }
  }
  const cv::Mat region = mat(cv::Rect(2, 1, 3, 4));
  const TensorView seen = view(region);
  EXPECT_THAT(seen.shape(), ElementsAre(4, 3, 3));
  EXPECT_FALSE(seen.contiguous());
  EXPECT_EQ(element_at<std::uint16_t>(seen, {3, 2, 0}), 4);
  EXPECT_EQ(element_at<std::uint16_t>(seen, {3, 2, 1}), 4);
}

TEST(OpenCvView, TurnsBgrIntoRgbWithoutCopying) {
  cv::Mat mat(2, 2, CV_32FC3);
  mat.at<cv::Vec3f>(1, 0) = {0.1f, 0.2f, 0.3f};  // Blue, green, red.
  const TensorView seen = view_rgb(mat);
  EXPECT_THAT(seen.shape(), ElementsAre(2, 2, 3));
  EXPECT_EQ(element_at<float>(seen, {1, 0, 0}), 0.3f);
  EXPECT_EQ(element_at<float>(seen, {1, 0, 1}), 0.2f);
  EXPECT_EQ(element_at<float>(seen, {1, 0, 2}), 0.1f);
}

TEST(OpenCvView, LeavesGreyAloneAndRefusesBgraAsRgb) {
  EXPECT_TRUE(hold(cv::Mat(2, 2, CV_8UC1)).array().data != nullptr);
  const cv::Mat grey(2, 2, CV_8UC1), bgra(2, 2, CV_8UC4);
  EXPECT_THAT(view_rgb(grey).shape(), ElementsAre(2, 2));
  EXPECT_FALSE(view_rgb(bgra).valid());
  EXPECT_TRUE(view(bgra).valid());
}

TEST(OpenCvView, KnowsEveryDepth) {
  const std::pair<int, DType> kDepths[] = {
      {CV_8U, DType::UInt8},    {CV_8S, DType::Int8},
      {CV_16U, DType::UInt16},  {CV_16S, DType::Int16},
      {CV_32S, DType::Int32},   {CV_32F, DType::Float32},
      {CV_64F, DType::Float64}, {CV_16F, DType::Float16}};
  for (const auto& [depth, dtype] : kDepths) {
    const cv::Mat mat(1, 1, CV_MAKETYPE(depth, 2));
    EXPECT_EQ(view(mat).dtype(), dtype);
    EXPECT_THAT(view(mat).shape(), ElementsAre(1, 1, 2));
  }
}

TEST(OpenCvView, SeesMoreDimensionsAndNone) {
  const int sizes[] = {2, 3, 4};
  const cv::Mat cube(3, sizes, CV_64FC1);
  EXPECT_THAT(view(cube).shape(), ElementsAre(2, 3, 4));
  EXPECT_THAT(view(cube).strides(), ElementsAre(12, 4, 1));
  const cv::Mat empty;
  EXPECT_TRUE(view(empty).valid());
  EXPECT_EQ(view(empty).size(), 0);
}

TEST(OpenCvView, RefusesATemporaryUnlessHeld) {
  static_assert(Viewable<cv::Mat&>);
  static_assert(!Viewable<cv::Mat>);
  const auto held = hold(cv::Mat(2, 2, CV_8UC1, cv::Scalar(9)));
  EXPECT_EQ(element_at<std::uint8_t>(held, {1, 1}), 9);
}

}  // namespace
}  // namespace stepline
