#include "store/query.h"
#include "store/smoother.h"

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

}  // namespace stepline::store
