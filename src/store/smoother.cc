#include "store/smoother.h"

#include <algorithm>

#include "store/extremes.h"
#include "store/non_finite.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

// What is left of a value that was forgotten, against those that count.
constexpr double kForgotten = 1e-14;
// However large what came before was: a curve that is zero from some point on
// needs an end of looking back, too.
constexpr double kSmallestRatio = 1e-60;

double magnitude(const Extremes& extremes) {
  if (extremes.range.empty()) return 0;
  return std::max(std::abs(extremes.range.min), std::abs(extremes.range.max));
}

}  // namespace

bool is_constant(const CurveScan& scan) {
  if (scan.size() == 0) return true;
  const Extremes all = find_extremes(scan, scan.begin(), scan.end());
  return all.range.min == all.range.max &&
         count_non_finite_before(scan, scan.end()) == NonFiniteCounts{};
}

Position warm_up_start(const CurveScan& scan, const Position& from,
                       const Position& to, double weight) {
  if (from.point == 0 || weight <= 0 || weight >= 1) return from;
  const double before = magnitude(find_extremes(scan, scan.begin(), from));
  const double inside = magnitude(find_extremes(scan, from, to));
  const double ratio =
      before > 0 ? std::clamp(inside / before, kSmallestRatio, 1.0) : 1;
  const double points =
      std::ceil(std::log(kForgotten * ratio) / std::log(weight));
  if (!(points < static_cast<double>(from.point))) return scan.begin();
  return before_finite(scan, from,
                       static_cast<std::uint64_t>(std::max(points, 1.0)));
}

std::vector<double> smooth_between(const CurveScan& scan, const Position& from,
                                   const Position& to, double weight) {
  const Position start = warm_up_start(scan, from, to, weight);
  const bool whole = start.point == 0;
  Smoother smoother(weight);
  if (!whole) {
    double last = 0;
    scan.for_each_run(start, from, [&](auto values, std::uint64_t) {
      for (const double value : values) {
        if (std::isfinite(value)) last = last * weight + (1 - weight) * value;
      }
    });
    smoother = Smoother(weight, last);
  }
  std::vector<double> smoothed;
  smoothed.reserve(to.point - from.point);
  scan.for_each_run(
      whole ? start : from, to, [&](auto values, std::uint64_t first) {
        for (std::size_t i = 0; i < values.size(); ++i) {
          const double value = smoother.next(static_cast<double>(values[i]));
          if (first + i >= from.point) smoothed.push_back(value);
        }
      });
  return smoothed;
}

}  // namespace stepline::store
