#include "store/smoothing_lane.h"

#include <array>
#include <cmath>

#include "store/smoothing_lanes.h"

namespace stepline::store {

void SmoothingLane::enter_segment() {
  const Segments& segments = part().segments;
  const Block* const block = segments.block(at_.segment);
  segment_end_ = part().high(at_.segment);
  narrow_ = nullptr;
  wide_ = nullptr;
  empty_ = block != nullptr && block->range.empty();
  if (block == nullptr || (block->flags & kHasNonFinite) != 0) return;
  if (block->wide()) {
    wide_ = block->values<double>().data();
  } else {
    narrow_ = block->values<float>().data();
  }
}

void SmoothingLane::enter_pixel() {
  if (at_.point < begin_) {
    pixel_end_ = begin_;
    return;
  }
  std::size_t pixel = marks_.empty()
                          ? static_cast<std::size_t>(
                                std::ranges::upper_bound(bounds_, at_.point, {},
                                                         &Position::point) -
                                bounds_.begin() - 1)
                          : marks_.back().pixel + 1;
  while (bounds_[pixel + 1].point <= at_.point) ++pixel;
  pixel_end_ = std::min(end_, bounds_[pixel + 1].point);
  marks_.push_back({.pixel = pixel});
}

double SmoothingLane::take_plainly(std::size_t points, double last,
                                   double weight) {
  const double before = last;
  Range range;
  part().segments.with_values(at_.segment, [&](auto values) {
    for (const double value : values.subspan(at_.offset, points)) {
      if (!std::isfinite(value)) continue;
      last = last * weight + (1 - weight) * value;
      range.add(last);
    }
  });
  took(points, before, range.min, range.max);
  return last;
}

namespace {

// Moves all lanes on together until one is done, then the rest one by one.
class LaneRunner {
 public:
  LaneRunner(std::span<SmoothingLane> lanes, double weight)
      : lanes_(lanes), weight_(weight) {}

  void run() {
    if (lanes_.size() == kSmoothingLanes) {
      while (std::ranges::none_of(lanes_, &SmoothingLane::done)) run_together();
    }
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
      while (!lanes_[k].done()) run_alone(k, lanes_[k].run_points());
    }
  }

 private:
  void run_together() {
    std::size_t points = kRunPoints;
    bool narrow = true;
    bool wide = true;
    for (const SmoothingLane& lane : lanes_) {
      points = std::min(points, lane.run_points());
      narrow &= lane.narrow();
      wide &= lane.wide();
    }
    if (narrow) {
      run_side_by_side(points, &SmoothingLane::narrow_values);
    } else if (wide) {
      run_side_by_side(points, &SmoothingLane::wide_values);
    } else {
      for (std::size_t k = 0; k < lanes_.size(); ++k) run_alone(k, points);
    }
  }

  template <class T>
  void run_side_by_side(std::size_t points,
                        const T* (SmoothingLane::*values)() const) {
    std::array<const T*, kSmoothingLanes> places;
    for (std::size_t k = 0; k < kSmoothingLanes; ++k) {
      places[k] = (lanes_[k].*values)();
    }
    const auto before = means_.last;
    means_.run(places, points, weight_);
    for (std::size_t k = 0; k < kSmoothingLanes; ++k) {
      lanes_[k].took(points, before[k], means_.low[k], means_.high[k]);
    }
  }

  void run_alone(std::size_t k, std::size_t points) {
    means_.last[k] = lanes_[k].take_plainly(points, means_.last[k], weight_);
  }

  std::span<SmoothingLane> lanes_;
  double weight_;
  SmoothingLanes means_;
};

}  // namespace

void run_lanes(std::span<SmoothingLane> lanes, double weight) {
  LaneRunner(lanes, weight).run();
}

}  // namespace stepline::store
