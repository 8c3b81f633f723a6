#include "store/smoothed_extremes.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <thread>

#include "store/smoother.h"
#include "store/smoothing_lane.h"
#include "store/smoothing_lanes.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

// Below this many points a lane, side by side is not worth the setting up.
constexpr std::uint64_t kLanePoints = 4096;
constexpr std::uint64_t kThreadPoints = 2'000'000;

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
  std::vector<SmoothingLane> make_lanes(std::uint64_t begin,
                                        std::size_t count) const;
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

std::vector<SmoothingLane> SmoothedSearch::make_lanes(std::uint64_t begin,
                                                      std::size_t count) const {
  const std::uint64_t points = bounds_.back().point - begin;
  std::vector<SmoothingLane> lanes;
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
  std::vector<SmoothingLane> lanes = make_lanes(begin, count);
  std::vector<std::thread> others;
  const auto lanes_of = [&](std::size_t thread) {
    return std::span(lanes).subspan(
        thread * kSmoothingLanes,
        std::min(kSmoothingLanes, lanes.size() - thread * kSmoothingLanes));
  };
  for (unsigned k = 1; k < threads; ++k) {
    const auto run = [&, k] { store::run_lanes(lanes_of(k), weight_); };
    try {
      others.emplace_back(run);
    } catch (const std::system_error&) {
      run();
    }
  }
  store::run_lanes(lanes_of(0), weight_);
  for (std::thread& other : others) other.join();

  std::vector<PixelMarks> marks;
  for (const SmoothingLane& lane : lanes) {
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
