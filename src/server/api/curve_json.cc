#include "server/api/curve_json.h"

namespace stepline::server {
namespace {

std::string_view name_of(store::NonFinite kind) {
  switch (kind) {
    case store::NonFinite::Nan:
      return "NaN";
    case store::NonFinite::PositiveInfinity:
      return "Infinity";
    case store::NonFinite::NegativeInfinity:
      break;
  }
  return "-Infinity";
}

void write_place(std::string_view name, const store::Point& point, Json& json) {
  json.key(name)
      .begin_object()
      .member("step", point.step)
      .member("wall", point.wall_secs)
      .end_object();
}

}  // namespace

void write_point(const std::optional<store::Point>& point, Json& json,
                 std::optional<double> smoothed) {
  if (!point) {
    json.null();
    return;
  }
  json.begin_object()
      .member("step", point->step)
      .member("wall", point->wall_secs)
      .member("value", point->value);
  if (smoothed) json.member("smoothed", *smoothed);
  json.end_object();
}

void write_intervals(std::span<const store::NonFiniteInterval> intervals,
                     Json& json) {
  json.begin_array();
  for (const store::NonFiniteInterval& interval : intervals) {
    json.begin_object().member("kind", name_of(interval.kind));
    write_place("first", interval.first, json);
    write_place("last", interval.last, json);
    json.member("points", interval.points).end_object();
  }
  json.end_array();
}

void write_statistics(const store::Statistics& statistics, Json& json) {
  json.member("count", statistics.count).member("finite", statistics.finite);
  write_point(statistics.first, json.key("first"));
  write_point(statistics.last, json.key("last"));
  write_point(statistics.min, json.key("min"));
  write_point(statistics.max, json.key("max"));
  json.member("mean", statistics.mean)
      .member("deviation", statistics.deviation);
}

void write_points(const store::Points& points, Columns& columns) {
  columns.head().key("step");
  columns.steps(points.steps);
  columns.head().key("wall");
  columns.doubles(points.wall_secs);
  columns.head().key("value");
  columns.reals(points.values);
}

}  // namespace stepline::server
