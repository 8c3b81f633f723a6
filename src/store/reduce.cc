#include <algorithm>
#include <array>
#include <thread>

#include "store/axis_map.h"
#include "store/extremes.h"
#include "store/non_finite.h"
#include "store/query.h"
#include "store/reduce_unsorted.h"
#include "store/smoothed_extremes.h"
#include "store/smoother.h"
#include "store/window_smoothing.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

// More than this gain nothing: memory is the limit.
constexpr unsigned kMaxThreads = 4;

std::vector<NonFiniteInterval> to_intervals(
    const CurveScan& scan, const std::vector<NonFiniteRun>& runs) {
  std::vector<NonFiniteInterval> intervals;
  intervals.reserve(runs.size());
  Position near = scan.begin();
  for (const NonFiniteRun& run : runs) {
    near = scan.locate(run.first, near);
    intervals.push_back({run.kind, scan.at(near),
                         scan.at(scan.locate(run.last, near)), run.points});
  }
  return intervals;
}

struct Choice {
  Position position;
  double smoothed = 0;
};

void append(const CurveScan& scan, std::vector<Choice>& choices, bool smoothed,
            Reduced& reduced) {
  reduced.points.steps.reserve(choices.size());
  reduced.points.wall_secs.reserve(choices.size());
  reduced.points.values.reserve(choices.size());
  std::uint64_t last = UINT64_MAX;
  for (const Choice& choice : choices) {
    if (choice.position.point == last) continue;
    last = choice.position.point;
    reduced.points.push_back(scan.at(choice.position));
    if (smoothed) reduced.smoothed.push_back(choice.smoothed);
  }
}

void choose(const CurveScan& scan, std::span<const Position> bounds,
            std::vector<Choice>& choices) {
  for (const Extremes& extremes : find_extremes(scan, bounds)) {
    if (extremes.range.empty()) continue;
    const bool min_first = extremes.min.point <= extremes.max.point;
    choices.push_back({min_first ? extremes.min : extremes.max});
    choices.push_back({min_first ? extremes.max : extremes.min});
  }
}

void choose_smoothed(const CurveScan& scan, const Position& from,
                     std::span<const SmoothedExtremes> pixels,
                     std::vector<Choice>& choices) {
  Position near = from;
  for (const SmoothedExtremes& extremes : pixels) {
    if (extremes.range.empty()) continue;
    std::array pair{std::pair{extremes.min_point, extremes.range.min},
                    std::pair{extremes.max_point, extremes.range.max}};
    if (pair[1].first < pair[0].first) std::swap(pair[0], pair[1]);
    for (const auto& [point, smoothed] : pair) {
      near = scan.locate(point, near);
      choices.push_back({near, smoothed});
    }
  }
}

class SortedReduction {
 public:
  SortedReduction(const CurveScan& scan, const AxisMap& axis,
                  const ReduceOptions& options)
      : scan_(scan),
        axis_(axis),
        bounds_(options.window),
        pixels_(std::max(options.pixels, 1u)),
        smoothed_(options.smoothing || options.window_smoothing),
        window_(options.window_smoothing),
        weight_(smoothing_weight(options.smoothing.value_or(0))),
        stretch_(points_inside(scan, axis, bounds_)) {}

  Reduced run();

 private:
  void take_all(Reduced& reduced) const;
  void take_extremes(std::span<const Position> pixel_bounds,
                     Reduced& reduced) const;
  std::vector<double> smooth(const Position& from, const Position& to) const;
  std::vector<SmoothedExtremes> smoothed_extremes(
      std::span<const Position> pixel_bounds) const;
  double smoothed_at(const Position& at) const;

  const CurveScan& scan_;
  const AxisMap& axis_;
  Bounds bounds_;
  std::uint32_t pixels_;
  bool smoothed_;
  std::optional<WindowSmoothing> window_;
  double weight_;
  Stretch stretch_;
};

Reduced SortedReduction::run() {
  Reduced reduced;
  const std::uint64_t begin = stretch_.from.point;
  const std::uint64_t end = stretch_.to.point;
  reduced.points_in_window = end - begin;
  if (begin > 0) reduced.before = scan_.at(begin - 1);
  if (end < scan_.size()) reduced.after = scan_.at(stretch_.to);
  if (smoothed_ && reduced.before) {
    reduced.before_smoothed = smoothed_at(scan_.locate(begin - 1));
  }
  if (smoothed_ && reduced.after) {
    reduced.after_smoothed = smoothed_at(stretch_.to);
  }
  reduced.exact = reduced.points_in_window <= std::uint64_t{2} * pixels_;
  if (begin == end) return reduced;

  const PixelGrid grid(bounds_, axis_.x(scan_.at(scan_.begin())),
                       axis_.x(scan_.at(scan_.size() - 1)), pixels_);
  const std::vector<Position> bounds =
      pixel_bounds(scan_, axis_, stretch_, grid);
  if (reduced.exact) {
    take_all(reduced);
  } else {
    take_extremes(bounds, reduced);
  }
  reduced.non_finite = to_intervals(scan_, find_non_finite(scan_, bounds));
  return reduced;
}

std::vector<double> SortedReduction::smooth(const Position& from,
                                            const Position& to) const {
  return window_ ? smooth_between(scan_, from, to, *window_)
                 : smooth_between(scan_, from, to, weight_);
}

double SortedReduction::smoothed_at(const Position& at) const {
  if (is_constant(scan_)) return scan_.at(at).value;
  const Position behind = at.point + 1 == scan_.size()
                              ? scan_.end()
                              : scan_.locate(at.point + 1, at);
  return smooth(at, behind)[0];
}

std::vector<SmoothedExtremes> SortedReduction::smoothed_extremes(
    std::span<const Position> pixel_bounds) const {
  const unsigned threads =
      std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads);
  return window_
             ? find_smoothed_extremes(scan_, pixel_bounds, *window_, threads)
             : find_smoothed_extremes(scan_, pixel_bounds, weight_, threads);
}

void SortedReduction::take_all(Reduced& reduced) const {
  scan_.for_each_stretch(
      stretch_.from, stretch_.to,
      [&](std::size_t part, std::size_t segment, std::size_t low,
          std::size_t high) {
        for (std::size_t i = low; i < high; ++i) {
          reduced.points.push_back(scan_.parts()[part].segments.at(segment, i));
        }
      });
  if (!smoothed_) return;
  reduced.smoothed = is_constant(scan_) ? reduced.points.values
                                        : smooth(stretch_.from, stretch_.to);
}

void SortedReduction::take_extremes(std::span<const Position> pixel_bounds,
                                    Reduced& reduced) const {
  const Position last = scan_.locate(stretch_.to.point - 1, stretch_.from);
  std::vector<Choice> choices;
  choices.reserve(2 * pixel_bounds.size() + 2);
  choices.push_back({stretch_.from});
  if (smoothed_ && !is_constant(scan_)) {
    choices[0].smoothed = smoothed_at(stretch_.from);
    choose_smoothed(scan_, pixel_bounds.front(),
                    smoothed_extremes(pixel_bounds), choices);
    choices.push_back({last, smoothed_at(last)});
    append(scan_, choices, true, reduced);
    return;
  }
  choose(scan_, pixel_bounds, choices);
  choices.push_back({last});
  append(scan_, choices, false, reduced);
  if (smoothed_) reduced.smoothed = reduced.points.values;
}

}  // namespace

Reduced reduce(const Curve& curve, const ReduceOptions& options) {
  const CurveScan scan(curve);
  const AxisMap axis(curve, scan, options.window.axis);
  if (scan.size() == 0) {
    Reduced nothing;
    nothing.exact = true;
    return nothing;
  }
  if (!axis.sorted()) return reduce_unsorted(curve, axis, options);
  return SortedReduction(scan, axis, options).run();
}

}  // namespace stepline::store
