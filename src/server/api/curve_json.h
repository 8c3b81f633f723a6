#pragma once

#include <optional>
#include <span>
#include <vector>

#include "server/api/columns.h"
#include "server/api/json.h"
#include "store/query.h"

namespace stepline::server {

// Parts of a curve, as the next value: {"step", "wall", "value"}, or null.
void write_point(const std::optional<store::Point>& point, Json& json,
                 std::optional<double> smoothed = {});
// [{"kind", "first", "last", "points"}]
void write_intervals(std::span<const store::NonFiniteInterval> intervals,
                     Json& json);

// The members "count" to "deviation", into an object that is open.
void write_statistics(const store::Statistics& statistics, Json& json);
// The members "step", "wall" and "value".
void write_points(const store::Points& points, Columns& columns);

}  // namespace stepline::server
