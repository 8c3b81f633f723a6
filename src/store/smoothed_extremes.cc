#include "store/smoothed_extremes.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <thread>

#include "store/smoother.h"
#include "store/smoothing_lanes.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

constexpr std::size_t kRunPoints = 64;
// Below this many points a lane, side by side is not worth the setting up.
constexpr std::uint64_t kLanePoints = 4096;
constexpr std::uint64_t kThreadPoints = 2'000'000;

// A place from which at most kRunPoints points lead to an extreme value.
struct Mark {
  double value;
  double last;  // The mean before it.
  Position position;
};

struct PixelMarks {
  std::size_t pixel = 0;
  Mark min{std::numeric_limits<double>::infinity(), 0, {}};
  Mark max{-std::numeric_limits<double>::infinity(), 0, {}};

  void add(double low, double high, double last, const Position& position) {
    if (low < min.value) min = {low, last, position};
    if (high > max.value) max = {high, last, position};
  }
  void add(const PixelMarks& later) {
    if (later.min.value < min.value) min = later.min;
    if (later.max.value > max.value) max = later.max;
  }
};

// Goes through [start, end), of which what is before `begin` warms it up.
class Lane {
 public:
  Lane(const CurveScan& scan, std::span<const Position> bounds,
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

void Lane::enter_segment() {
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

void Lane::enter_pixel() {
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

double Lane::take_plainly(std::size_t points, double last, double weight) {
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

// Moves all lanes on together until one is done, then the rest one by one.
class LaneRunner {
 public:
  LaneRunner(std::span<Lane> lanes, double weight)
      : lanes_(lanes), weight_(weight) {}

  void run() {
    if (lanes_.size() == kSmoothingLanes) {
      while (std::ranges::none_of(lanes_, &Lane::done)) run_together();
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
    for (const Lane& lane : lanes_) {
      points = std::min(points, lane.run_points());
      narrow &= lane.narrow();
      wide &= lane.wide();
    }
    if (narrow) {
      run_side_by_side(points, &Lane::narrow_values);
    } else if (wide) {
      run_side_by_side(points, &Lane::wide_values);
    } else {
      for (std::size_t k = 0; k < lanes_.size(); ++k) run_alone(k, points);
    }
  }

  template <class T>
  void run_side_by_side(std::size_t points, const T* (Lane::*values)() const) {
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

  std::span<Lane> lanes_;
  double weight_;
  SmoothingLanes means_;
};

class SmoothedSearch {
 public:
  SmoothedSearch(const CurveScan& scan, std::span<const Position> bounds,
                 double weight)
      : scan_(scan),
        bounds_(bounds),
        weight_(weight),
        extremes_(bounds.size() - 1) {}

  // Point by point from the curve's beginning until the start no longer
  // matters; returns where that is.
  std::uint64_t run_head();
  void run_lanes(std::uint64_t begin, unsigned threads);

  std::vector<SmoothedExtremes> finish() { return std::move(extremes_); }

 private:
  std::vector<Lane> make_lanes(std::uint64_t begin, std::size_t count) const;
  std::pair<std::uint64_t, double> resolve(const Mark& mark, std::size_t pixel,
                                           bool min) const;
  void add(std::size_t pixel, std::uint64_t point, double value) {
    SmoothedExtremes& extremes = extremes_[pixel];
    if (value < extremes.range.min) extremes.min_point = point;
    if (value > extremes.range.max) extremes.max_point = point;
    extremes.range.add(value);
  }

  const CurveScan& scan_;
  std::span<const Position> bounds_;
  double weight_;
  std::vector<SmoothedExtremes> extremes_;
};

std::uint64_t SmoothedSearch::run_head() {
  const std::uint64_t begin = bounds_.front().point;
  const std::uint64_t end = bounds_.back().point;
  const Position start =
      warm_up_start(scan_, bounds_.front(), bounds_.back(), weight_);
  if (start.point > 0) return begin;
  Smoother smoother(weight_);
  std::uint64_t point = 0;
  std::size_t pixel = 0;
  while (point < end && smoother.corrected()) {
    const Position from = scan_.locate(point);
    const Position to = scan_.locate(std::min(end, point + kLanePoints), from);
    scan_.for_each_run(from, to, [&](auto values, std::uint64_t first) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double value = smoother.next(static_cast<double>(values[i]));
        if (first + i < begin || !std::isfinite(value)) continue;
        while (bounds_[pixel + 1].point <= first + i) ++pixel;
        add(pixel, first + i, value);
      }
    });
    point = to.point;
  }
  return std::max(point, begin);
}

std::vector<Lane> SmoothedSearch::make_lanes(std::uint64_t begin,
                                             std::size_t count) const {
  const std::uint64_t points = bounds_.back().point - begin;
  std::vector<Lane> lanes;
  lanes.reserve(count);
  Position from = scan_.locate(begin);
  for (std::size_t k = 0; k < count; ++k) {
    Position to = bounds_.back();
    if (k + 1 < count) {
      to = scan_.locate(begin + points / count * (k + 1));
      to.point -= to.offset - scan_.parts()[to.part].low(to.segment);
      to.point = std::max(to.point, from.point);
      to = scan_.locate(to.point);
    }
    lanes.emplace_back(scan_, bounds_, warm_up_start(scan_, from, to, weight_),
                       from.point, to.point);
    from = to;
  }
  return lanes;
}

void SmoothedSearch::run_lanes(std::uint64_t begin, unsigned threads) {
  const std::uint64_t points = bounds_.back().point - begin;
  if (points == 0) return;
  threads = static_cast<unsigned>(
      std::clamp<std::uint64_t>(points / kThreadPoints, 1, threads));
  const std::size_t count =
      points < kLanePoints * kSmoothingLanes ? 1 : threads * kSmoothingLanes;
  std::vector<Lane> lanes = make_lanes(begin, count);
  std::vector<std::thread> others;
  const auto lanes_of = [&](std::size_t thread) {
    return std::span(lanes).subspan(
        thread * kSmoothingLanes,
        std::min(kSmoothingLanes, lanes.size() - thread * kSmoothingLanes));
  };
  for (unsigned k = 1; k < threads; ++k) {
    const auto run = [&, k] { LaneRunner(lanes_of(k), weight_).run(); };
    try {
      others.emplace_back(run);
    } catch (const std::system_error&) {
      run();
    }
  }
  LaneRunner(lanes_of(0), weight_).run();
  for (std::thread& other : others) other.join();

  std::vector<PixelMarks> marks;
  for (const Lane& lane : lanes) {
    for (const PixelMarks& pixel : lane.marks()) {
      if (!marks.empty() && marks.back().pixel == pixel.pixel) {
        marks.back().add(pixel);
      } else {
        marks.push_back(pixel);
      }
    }
  }
  for (const PixelMarks& pixel : marks) {
    if (!(pixel.min.value <= pixel.max.value)) continue;
    const auto [min_point, min] = resolve(pixel.min, pixel.pixel, true);
    const auto [max_point, max] = resolve(pixel.max, pixel.pixel, false);
    add(pixel.pixel, min_point, min);
    add(pixel.pixel, max_point, max);
  }
}

// Goes over the run again for the point itself.
std::pair<std::uint64_t, double> SmoothedSearch::resolve(const Mark& mark,
                                                         std::size_t pixel,
                                                         bool min) const {
  const std::uint64_t stop =
      std::min(mark.position.point + kRunPoints, bounds_[pixel + 1].point);
  double last = mark.last;
  std::pair<std::uint64_t, double> best{mark.position.point, 0};
  bool found = false;
  scan_.for_each_run(
      mark.position, scan_.locate(stop, mark.position),
      [&](auto values, std::uint64_t first) {
        for (std::size_t i = 0; i < values.size(); ++i) {
          const auto value = static_cast<double>(values[i]);
          if (!std::isfinite(value)) continue;
          last = last * weight_ + (1 - weight_) * value;
          if (!found || (min ? last < best.second : last > best.second)) {
            best = {first + i, last};
            found = true;
          }
        }
      });
  return best;
}

}  // namespace

std::vector<SmoothedExtremes> find_smoothed_extremes(
    const CurveScan& scan, std::span<const Position> bounds, double weight,
    unsigned threads) {
  SmoothedSearch search(scan, bounds, weight);
  search.run_lanes(search.run_head(), threads);
  return search.finish();
}

}  // namespace stepline::store
