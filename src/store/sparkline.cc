#include <algorithm>
#include <limits>

#include "store/non_finite.h"
#include "store/query.h"

namespace stepline::store {

std::vector<float> sparkline(const Curve& curve, std::size_t count) {
  const CurveScan scan(curve);
  count = std::min<std::uint64_t>(count, scan.size());
  std::vector<float> values;
  if (count == 0) return values;
  values.reserve(count);
  const auto first = static_cast<double>(scan.at(scan.begin()).step);
  const auto last = static_cast<double>(scan.at(scan.size() - 1).step);
  CurveScan::Position end = scan.begin();
  for (std::size_t i = 0; i < count; ++i) {
    const double share =
        count == 1 ? 1
                   : static_cast<double>(i) / static_cast<double>(count - 1);
    const double step = i + 1 == count ? last : first + (last - first) * share;
    end = scan.first_position_where(
        end,
        [&](const Segments& segments, std::size_t segment, std::size_t offset) {
          return static_cast<double>(segments.step(segment, offset)) > step;
        });
    const auto at = last_finite_before(scan, end);
    values.push_back(at ? static_cast<float>(scan.at(*at).value)
                        : std::numeric_limits<float>::quiet_NaN());
  }
  return values;
}

}  // namespace stepline::store
