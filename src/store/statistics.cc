#include <cmath>
#include <limits>

#include "store/axis_map.h"
#include "store/extremes.h"
#include "store/non_finite.h"
#include "store/query.h"

namespace stepline::store {
namespace {

// Mean and sum of squared differences from it, put together piece by piece so
// that neither size nor distance from zero costs digits.
struct Moments {
  std::uint64_t count = 0;
  double mean = 0;
  double squares = 0;

  void add(const Moments& other) {
    if (other.count == 0) return;
    const auto mine = static_cast<double>(count);
    const auto others = static_cast<double>(other.count);
    const double difference = other.mean - mean;
    count += other.count;
    const auto all = static_cast<double>(count);
    mean += difference * (others / all);
    squares += other.squares + difference * difference * (mine * others / all);
  }
};

// In lanes, so that additions need not wait for each other.
template <class T>
Moments moments_of_finite(std::span<const T> values) {
  constexpr std::size_t kLanes = 8;
  const auto sum_of = [&](auto term) {
    double sums[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= values.size(); i += kLanes) {
      for (std::size_t k = 0; k < kLanes; ++k) {
        sums[k] += term(static_cast<double>(values[i + k]));
      }
    }
    double sum = 0;
    for (; i < values.size(); ++i) sum += term(static_cast<double>(values[i]));
    for (const double lane : sums) sum += lane;
    return sum;
  };
  const double mean = sum_of([](double value) { return value; }) /
                      static_cast<double>(values.size());
  const double squares =
      sum_of([&](double value) { return (value - mean) * (value - mean); });
  return {values.size(), mean, squares};
}

template <class T>
Moments moments_of(std::span<const T> values) {
  Moments moments = moments_of_finite(values);
  if (std::isfinite(moments.mean)) return moments;
  moments = {};
  for (const T value : values) {
    if (std::isfinite(value)) moments.add({1, static_cast<double>(value), 0});
  }
  return moments;
}

void finish(const Moments& moments, Statistics& statistics) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto count = static_cast<double>(moments.count);
  statistics.finite = moments.count;
  statistics.mean = moments.count == 0 ? nan : moments.mean;
  statistics.deviation =
      moments.count == 0 ? nan : std::sqrt(moments.squares / count);
}

Statistics statistics_of_stretch(const CurveScan& scan,
                                 const Stretch& stretch) {
  Statistics statistics;
  statistics.count = stretch.size();
  Moments moments;
  scan.for_each_run(stretch.from, stretch.to, [&](auto values, std::uint64_t) {
    moments.add(moments_of(values));
  });
  finish(moments, statistics);
  if (statistics.count == 0) return statistics;
  statistics.first = scan.at(stretch.from);
  statistics.last = scan.at(stretch.to.point - 1);
  const Extremes extremes = find_extremes(scan, stretch.from, stretch.to);
  if (extremes.range.empty()) return statistics;
  statistics.min = scan.at(extremes.min);
  statistics.max = scan.at(extremes.max);
  return statistics;
}

Statistics statistics_unsorted(const Curve& curve, const AxisMap& axis,
                               const Bounds& bounds) {
  Points points;
  curve.read(0, curve.size(), points);
  Statistics statistics;
  Moments moments;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point point = points[i];
    if (!bounds.contains(axis.x(point))) continue;
    ++statistics.count;
    if (!statistics.first) statistics.first = point;
    statistics.last = point;
    if (!std::isfinite(point.value)) continue;
    moments.add({1, point.value, 0});
    if (!statistics.min || point.value < statistics.min->value) {
      statistics.min = point;
    }
    if (!statistics.max || point.value > statistics.max->value) {
      statistics.max = point;
    }
  }
  finish(moments, statistics);
  return statistics;
}

}  // namespace

Statistics statistics(const Curve& curve, const Window& window) {
  const CurveScan scan(curve);
  const AxisMap axis(curve, scan, window.axis);
  const Bounds bounds(window);
  if (!axis.sorted()) return statistics_unsorted(curve, axis, bounds);
  return statistics_of_stretch(scan, points_inside(scan, axis, bounds));
}

Statistics quick_statistics(const Curve& curve) {
  const CurveScan scan(curve);
  Statistics statistics;
  finish({}, statistics);
  statistics.count = scan.size();
  if (scan.size() == 0) return statistics;
  const NonFiniteCounts odd = count_non_finite_before(scan, scan.end());
  statistics.finite = scan.size() - odd[0] - odd[1] - odd[2];
  statistics.first = scan.at(scan.begin());
  statistics.last = scan.at(scan.size() - 1);
  const Extremes extremes = find_extremes(scan, scan.begin(), scan.end());
  if (extremes.range.empty()) return statistics;
  statistics.min = scan.at(extremes.min);
  statistics.max = scan.at(extremes.max);
  return statistics;
}

}  // namespace stepline::store
