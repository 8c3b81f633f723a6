#pragma once

#include <span>
#include <vector>

#include "store/curve_scan.h"

namespace stepline::store {

// The points with the smallest and the largest finite value; of equal ones the
// first.
struct Extremes {
  CurveScan::Position min;
  CurveScan::Position max;
  Range range;  // Empty: no value is finite, and the positions mean nothing.
};

// Of the points [bounds[i], bounds[i + 1]) for each i. Cost depends on the
// number of bounds, hardly on the number of points between them.
std::vector<Extremes> find_extremes(
    const CurveScan& scan, std::span<const CurveScan::Position> bounds);

Extremes find_extremes(const CurveScan& scan, const CurveScan::Position& from,
                       const CurveScan::Position& to);

}  // namespace stepline::store
