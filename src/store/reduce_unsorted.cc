#include "store/reduce_unsorted.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "store/non_finite.h"

namespace stepline::store {
namespace {

constexpr std::size_t kNone = SIZE_MAX;

struct Pixel {
  std::size_t min = kNone;
  std::size_t max = kNone;
};

class UnsortedReduction {
 public:
  UnsortedReduction(const Curve& curve, const AxisMap& axis,
                    const ReduceOptions& options)
      : axis_(axis), options_(options), bounds_(options.window) {
    curve.read(0, curve.size(), points_);
    if (options.window_smoothing) {
      smoothed_ = smooth(curve, *options.window_smoothing);
    } else if (options.smoothing) {
      smoothed_ = smooth(curve, *options.smoothing);
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (bounds_.contains(x(i))) inside_.push_back(i);
    }
  }

  Reduced run() const;

 private:
  bool is_smoothed() const { return !smoothed_.empty(); }
  double x(std::size_t i) const { return axis_.x(points_[i]); }
  double key(std::size_t i) const {
    return is_smoothed() ? smoothed_[i] : points_.values[i];
  }
  PixelGrid grid() const;
  // Of an empty window: the nearest on either side of it.
  void take_neighbours(Reduced& reduced) const;
  void take(std::size_t i, Reduced& reduced) const {
    reduced.points.push_back(points_[i]);
    if (is_smoothed()) reduced.smoothed.push_back(smoothed_[i]);
  }
  std::vector<std::size_t> extremes(const PixelGrid& grid) const;
  std::vector<NonFiniteInterval> non_finite(const PixelGrid& grid) const;

  const AxisMap& axis_;
  const ReduceOptions& options_;
  Bounds bounds_;
  Points points_;
  std::vector<double> smoothed_;
  std::vector<std::size_t> inside_;
};

PixelGrid UnsortedReduction::grid() const {
  Range range;
  for (std::size_t i = 0; i < points_.size(); ++i) range.add(x(i));
  return {bounds_, range.min, range.max, options_.pixels};
}

std::vector<std::size_t> UnsortedReduction::extremes(
    const PixelGrid& grid) const {
  std::vector<Pixel> pixels(grid.pixels());
  for (const std::size_t i : inside_) {
    if (!std::isfinite(key(i))) continue;
    Pixel& pixel = pixels[grid.pixel(x(i))];
    if (pixel.min == kNone || key(i) < key(pixel.min)) pixel.min = i;
    if (pixel.max == kNone || key(i) > key(pixel.max)) pixel.max = i;
  }
  std::vector<std::size_t> chosen{inside_.front(), inside_.back()};
  for (const Pixel& pixel : pixels) {
    if (pixel.min == kNone) continue;
    chosen.push_back(pixel.min);
    chosen.push_back(pixel.max);
  }
  std::ranges::sort(chosen);
  chosen.erase(std::ranges::unique(chosen).begin(), chosen.end());
  return chosen;
}

std::vector<NonFiniteInterval> UnsortedReduction::non_finite(
    const PixelGrid& grid) const {
  std::map<std::pair<std::uint32_t, NonFinite>, NonFiniteRun> runs;
  for (const std::size_t i : inside_) {
    for (const NonFinite kind : kNonFiniteKinds) {
      if (!is_kind(points_.values[i], kind)) continue;
      const auto [entry, added] =
          runs.try_emplace({grid.pixel(x(i)), kind}, NonFiniteRun{kind, i});
      entry->second.last = i;
      ++entry->second.points;
    }
  }
  std::vector<NonFiniteInterval> intervals;
  for (const auto& [place, run] : runs) {
    intervals.push_back(
        {run.kind, points_[run.first], points_[run.last], run.points});
  }
  return intervals;
}

void UnsortedReduction::take_neighbours(Reduced& reduced) const {
  std::size_t before = kNone;
  std::size_t after = kNone;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (x(i) < bounds_.from) {
      if (before == kNone || x(i) >= x(before)) before = i;
    } else if (after == kNone || x(i) < x(after)) {
      after = i;
    }
  }
  if (before != kNone) {
    reduced.before = points_[before];
    if (is_smoothed()) reduced.before_smoothed = smoothed_[before];
  }
  if (after != kNone) {
    reduced.after = points_[after];
    if (is_smoothed()) reduced.after_smoothed = smoothed_[after];
  }
}

Reduced UnsortedReduction::run() const {
  Reduced reduced;
  reduced.points_in_window = inside_.size();
  reduced.exact =
      inside_.size() <= std::size_t{2} * std::max(options_.pixels, 1u);
  if (inside_.empty()) {
    take_neighbours(reduced);
    return reduced;
  }
  if (const std::size_t first = inside_.front(); first > 0) {
    reduced.before = points_[first - 1];
    if (is_smoothed()) reduced.before_smoothed = smoothed_[first - 1];
  }
  if (const std::size_t behind = inside_.back() + 1; behind < points_.size()) {
    reduced.after = points_[behind];
    if (is_smoothed()) reduced.after_smoothed = smoothed_[behind];
  }
  const PixelGrid grid = this->grid();
  for (const std::size_t i : reduced.exact ? inside_ : extremes(grid)) {
    take(i, reduced);
  }
  reduced.non_finite = non_finite(grid);
  return reduced;
}

}  // namespace

Reduced reduce_unsorted(const Curve& curve, const AxisMap& axis,
                        const ReduceOptions& options) {
  return UnsortedReduction(curve, axis, options).run();
}

}  // namespace stepline::store
