#pragma once

// OpenCV's cv::Mat as a TensorView. Needs OpenCV's core module; include it only
// where you use it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <utility>

#include "stepline/adapt/held.h"
#include "stepline/tensor_view.h"

namespace stepline {
namespace detail {

inline std::optional<DType> opencv_dtype(int depth) {
  switch (depth) {
    case CV_8U:
      return DType::UInt8;
    case CV_8S:
      return DType::Int8;
    case CV_16U:
      return DType::UInt16;
    case CV_16S:
      return DType::Int16;
    case CV_32S:
      return DType::Int32;
    case CV_32F:
      return DType::Float32;
    case CV_64F:
      return DType::Float64;
#ifdef CV_16F
    case CV_16F:
      return DType::Float16;
#endif
#ifdef CV_16BF
    case CV_16BF:
      return DType::BFloat16;
#endif
#ifdef CV_Bool
    case CV_Bool:
      return DType::Bool;
#endif
#ifdef CV_32U
    case CV_32U:
      return DType::UInt32;
#endif
#ifdef CV_64U
    case CV_64U:
      return DType::UInt64;
#endif
#ifdef CV_64S
    case CV_64S:
      return DType::Int64;
#endif
    default:
      return std::nullopt;
  }
}

}  // namespace detail

// [rows, cols] for one channel and [rows, cols, channels] for more (layouts
// "HW" and "HWC"); further dimensions as they are. Regions of interest and any
// row step are fine. Channels stay in OpenCV's order, which for colour pictures
// is blue, green, red: see view_rgb(). An empty Mat has no elements. Nothing is
// copied: the Mat, or another that shares its data, must outlive the view.
inline TensorView view(const cv::Mat& mat) {
  const auto dtype = detail::opencv_dtype(mat.depth());
  if (mat.empty()) return TensorView();
  const int rank = mat.dims + (mat.channels() > 1 ? 1 : 0);
  if (!dtype || rank > TensorView::kMaxRank) return detail::invalid_view();
  std::array<std::int64_t, TensorView::kMaxRank> shape{}, strides{};
  for (int axis = 0; axis < mat.dims; ++axis) {
    const std::size_t step = mat.step[axis];
    if (step % mat.elemSize1() != 0) return detail::invalid_view();
    shape[std::size_t(axis)] = mat.size[axis];
    strides[std::size_t(axis)] = std::int64_t(step / mat.elemSize1());
  }
  if (mat.channels() > 1) {
    shape[std::size_t(mat.dims)] = mat.channels();
    strides[std::size_t(mat.dims)] = 1;
  }
  return TensorView(mat.data, *dtype, std::span(shape).first(std::size_t(rank)),
                    std::span(strides).first(std::size_t(rank)));
}

// The same with the channels of a picture of three in the opposite order: what
// OpenCV holds as blue, green, red is seen as red, green, blue. One channel
// stays as it is. Four give a view that is not valid(), because no stride makes
// BGRA into RGBA: convert those with cv::cvtColor.
inline TensorView view_rgb(const cv::Mat& mat) {
  if (mat.channels() == 1 || mat.empty()) return view(mat);
  const TensorView bgr = view(mat);
  if (mat.channels() != 3 || !bgr.valid()) return detail::invalid_view();
  std::array<std::int64_t, TensorView::kMaxRank> strides{};
  const std::size_t last = bgr.strides().size() - 1;
  for (std::size_t i = 0; i < last; ++i) strides[i] = bgr.strides()[i];
  strides[last] = -1;
  const auto* red = mat.data + 2 * mat.elemSize1();
  return TensorView(red, bgr.dtype(), bgr.shape(),
                    std::span(strides).first(last + 1));
}

// A Mat that may be the last to own its data: name it, or use hold().
TensorView view(const cv::Mat&& mat) = delete;
TensorView view_rgb(const cv::Mat&& mat) = delete;

// Keeps the data alive; nothing is copied.
inline Held<cv::Mat> hold(cv::Mat mat) {
  return {std::move(mat), [](const cv::Mat& held) { return view(held); }};
}

}  // namespace stepline
