#include <algorithm>
#include <cmath>
#include <limits>

#include "store/extremes.h"
#include "store/query.h"

namespace stepline::store {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Where `count` stretches of the curve begin, and where the last one ends.
std::vector<CurveScan::Position> stretches(const CurveScan& scan,
                                           std::size_t count) {
  const auto first = static_cast<double>(scan.at(scan.begin()).step);
  const auto last = static_cast<double>(scan.at(scan.size() - 1).step);
  std::vector<CurveScan::Position> bounds{scan.begin()};
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const double share =
        static_cast<double>(i) / static_cast<double>(count - 1);
    const double step = first + (last - first) * share;
    bounds.push_back(scan.first_position_where(
        bounds.back(),
        [&](const Segments& segments, std::size_t segment, std::size_t offset) {
          return static_cast<double>(segments.step(segment, offset)) > step;
        }));
  }
  bounds.push_back(scan.end());
  return bounds;
}

double farther(const Range& range, double from) {
  if (range.empty()) return kNaN;
  return range.max - from >= from - range.min ? range.max : range.min;
}

}  // namespace

std::vector<float> sparkline(const Curve& curve, std::size_t count) {
  const CurveScan scan(curve);
  count = std::min<std::uint64_t>(count, scan.size());
  std::vector<float> values;
  if (count == 0) return values;
  values.reserve(count);
  const auto bounds = stretches(scan, count);
  const std::vector<Extremes> extremes = find_extremes(scan, bounds);
  double shown = kNaN;
  double last_finite = kNaN;
  for (std::size_t i = 0; i < count; ++i) {
    if (bounds[i].point < bounds[i + 1].point) {
      shown = farther(extremes[i].range, last_finite);
      if (!std::isnan(shown)) last_finite = shown;
    }
    values.push_back(static_cast<float>(shown));
  }
  return values;
}

}  // namespace stepline::store
