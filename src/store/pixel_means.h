#pragma once

#include <vector>

#include "store/axis_map.h"
#include "store/query.h"

namespace stepline::store {

// What a curve, smoothed as the options say, is worth in each pixel: the mean
// of its finite points there; where it has none, but some before and after, the
// line between those at the pixel's middle; else NaN.
std::vector<double> pixel_means(const Curve& curve, const CurveScan& scan,
                                const AxisMap& axis, const Bounds& bounds,
                                const PixelGrid& grid,
                                const AggregateOptions& options);

}  // namespace stepline::store
