#pragma once

#include <span>
#include <vector>

#include "store/curve_scan.h"

namespace stepline::store {

// The points where a smoothed curve is smallest and largest.
struct SmoothedExtremes {
  std::uint64_t min_point = 0;
  std::uint64_t max_point = 0;
  Range range;  // Empty: no value is finite, and the points mean nothing.
};

// Of [bounds[i], bounds[i + 1]) for each i, on up to `threads` threads. The
// curve is not constant, the weight in [0, 1].
//
// Past its beginning, the mean is taken up in many places at once, each a
// little before its part, since what lies far back no longer counts: this is
// an order of magnitude faster than point by point, where each waits for the
// one before.
std::vector<SmoothedExtremes> find_smoothed_extremes(
    const CurveScan& scan, std::span<const CurveScan::Position> bounds,
    double weight, unsigned threads);

}  // namespace stepline::store
