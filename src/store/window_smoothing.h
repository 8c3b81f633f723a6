#pragma once

#include <span>
#include <vector>

#include "store/curve_scan.h"
#include "store/query.h"
#include "store/smoothed_extremes.h"

namespace stepline::store {

// Smoothed values of [from, to).
std::vector<double> smooth_between(const CurveScan& scan,
                                   const CurveScan::Position& from,
                                   const CurveScan::Position& to,
                                   const WindowSmoothing& smoothing);

// Of [bounds[i], bounds[i + 1]) for each i, on up to `threads` threads.
std::vector<SmoothedExtremes> find_smoothed_extremes(
    const CurveScan& scan, std::span<const CurveScan::Position> bounds,
    const WindowSmoothing& smoothing, unsigned threads);

}  // namespace stepline::store
