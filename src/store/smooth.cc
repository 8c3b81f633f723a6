#include <utility>

#include "store/query.h"
#include "store/smoother.h"
#include "store/window_smoothing.h"

namespace stepline::store {

std::vector<double> smooth(const Curve& curve, double weight) {
  const CurveScan scan(curve);
  std::vector<double> smoothed;
  smoothed.reserve(scan.size());
  Smoother smoother(smoothing_weight(weight));
  const bool constant = is_constant(scan);
  scan.for_each_run(scan.begin(), scan.end(), [&](auto values, std::uint64_t) {
    for (const double value : values) {
      smoothed.push_back(constant ? value : smoother.next(value));
    }
  });
  return smoothed;
}

std::vector<double> smooth(const Curve& curve,
                           const WindowSmoothing& smoothing) {
  const CurveScan scan(curve);
  if (scan.size() > 0 && !is_constant(scan)) {
    return smooth_between(scan, scan.begin(), scan.end(), smoothing);
  }
  Points points;
  curve.read(0, curve.size(), points);
  return std::move(points.values);
}

}  // namespace stepline::store
