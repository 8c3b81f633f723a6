#pragma once

#include "store/axis_map.h"
#include "store/query.h"

namespace stepline::store {

// reduce() for a curve whose points go back on the axis: looks at all of them.
// "First", "last", "before" and "after" are in the order of the curve.
Reduced reduce_unsorted(const Curve& curve, const AxisMap& axis,
                        const ReduceOptions& options);

}  // namespace stepline::store
