#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "store/curve_scan.h"

namespace stepline::store {

// How many points a lane takes at most between two marks.
inline constexpr std::size_t kRunPoints = 64;

// A place from which at most kRunPoints points lead to an extreme value.
struct Mark {
  double value;
  double last;  // The mean before it.
  CurveScan::Position position;
};

struct PixelMarks {
  std::size_t pixel = 0;
  Mark min{std::numeric_limits<double>::infinity(), 0, {}};
  Mark max{-std::numeric_limits<double>::infinity(), 0, {}};

  void add(double low, double high, double last,
           const CurveScan::Position& position) {
    if (low < min.value) min = {low, last, position};
    if (high > max.value) max = {high, last, position};
  }
  void add(const PixelMarks& later) {
    if (later.min.value < min.value) min = later.min;
    if (later.max.value > max.value) max = later.max;
  }
};

// A running mean on its way through the points [start, end) of a curve, of
// which those before `begin` warm it up. From there on it leaves marks, pixel
// by pixel; bounds[i] is where the i-th begins. Curve and bounds must outlive
// it.
class SmoothingLane {
 public:
  using Position = CurveScan::Position;

  SmoothingLane(const CurveScan& scan, std::span<const Position> bounds,
                const Position& start, std::uint64_t begin, std::uint64_t end)
      : scan_(&scan), bounds_(bounds), at_(start), begin_(begin), end_(end) {
    enter_segment();
    enter_pixel();
    skip_what_is_not_finite();
  }

  bool done() const { return at_.point >= end_; }
  // How many points may be taken in a row from here.
  std::size_t run_points() const {
    return std::min<std::uint64_t>(
        {segment_end_ - at_.offset, pixel_end_ - at_.point, kRunPoints});
  }
  bool narrow() const { return narrow_ != nullptr; }
  bool wide() const { return wide_ != nullptr; }
  const float* narrow_values() const { return narrow_ + at_.offset; }
  const double* wide_values() const { return wide_ + at_.offset; }

  void took(std::size_t points, double last_before, double low, double high) {
    if (at_.point >= begin_) marks_.back().add(low, high, last_before, at_);
    advance(points);
    skip_what_is_not_finite();
  }

  // Takes points one by one, whatever they are.
  double take_plainly(std::size_t points, double last, double weight);

  const std::vector<PixelMarks>& marks() const { return marks_; }

 private:
  void advance(std::size_t points) {
    at_.point += points;
    at_.offset += points;
    if (done()) return;
    if (at_.offset == segment_end_) next_segment();
    if (at_.point == pixel_end_) enter_pixel();
  }
  void next_segment() {
    if (at_.segment == part().last_segment) {
      ++at_.part;
      at_.segment = part().first_segment;
    } else {
      ++at_.segment;
    }
    at_.offset = part().low(at_.segment);
    enter_segment();
  }
  void enter_segment();
  void enter_pixel();
  void skip_what_is_not_finite() {
    while (!done() && empty_) {
      advance(std::min<std::uint64_t>(segment_end_ - at_.offset,
                                      pixel_end_ - at_.point));
    }
  }
  const CurveScan::Part& part() const { return scan_->parts()[at_.part]; }

  const CurveScan* scan_;
  std::span<const Position> bounds_;
  Position at_;
  std::uint64_t begin_;
  std::uint64_t end_;
  std::uint64_t pixel_end_ = 0;
  std::size_t segment_end_ = 0;
  // Of the segment: one of them where all values are finite.
  const float* narrow_ = nullptr;
  const double* wide_ = nullptr;
  bool empty_ = false;  // No value of it is finite.
  std::vector<PixelMarks> marks_;
};

// Moves all lanes to their ends; as many as SmoothingLanes has go side by side.
void run_lanes(std::span<SmoothingLane> lanes, double weight);

}  // namespace stepline::store
