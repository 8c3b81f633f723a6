#include "store/pixel_means.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "store/non_finite.h"
#include "store/smoother.h"
#include "store/window_smoothing.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

struct Place {
  double x = 0;
  double y = 0;
};

// With no more points than this to a pixel, going through all of them is
// quicker than looking for where each pixel begins.
constexpr std::uint64_t kFewPoints = 32;

// The finite points of one pixel.
struct PixelPoints {
  void add(const Place& place) {
    if (count++ == 0) first = place;
    last = place;
    sum += place.y;
  }

  std::uint64_t count = 0;
  double sum = 0;
  Place first;
  Place last;
};

// The finite points of a curve, pixel by pixel, and those nearest outside.
struct PixelRow {
  explicit PixelRow(std::uint32_t count) : pixels(count) {}

  std::vector<PixelPoints> pixels;
  std::optional<Place> before;
  std::optional<Place> after;
};

// The smoothed values of a part of a curve; none where they are as they were.
struct Smoothed {
  std::uint64_t first = 0;
  std::vector<double> values;

  bool is_there() const { return !values.empty(); }
  double at(std::uint64_t point) const { return values[point - first]; }
};

Smoothed smooth_part(const CurveScan& scan, const Position& from,
                     const Position& to, const AggregateOptions& options) {
  const bool wanted = options.smoothing || options.window_smoothing;
  if (!wanted || from.point == to.point || is_constant(scan)) return {};
  return {from.point,
          options.window_smoothing
              ? smooth_between(scan, from, to, *options.window_smoothing)
              : smooth_between(scan, from, to,
                               smoothing_weight(*options.smoothing))};
}

// A pixel's points are taken one after another.
class PixelSum {
 public:
  void add(double value, std::uint64_t number) {
    if (!std::isfinite(value)) return;
    if (points_.count++ == 0) first_ = number;
    last_ = number;
    points_.sum += value;
  }

  // place(number) says where a point lies.
  PixelPoints finish(auto place) {
    if (points_.count == 0) return points_;
    points_.first = place(first_);
    points_.last = place(last_);
    return points_;
  }

 private:
  PixelPoints points_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
};

PixelPoints sum_up(const CurveScan& scan, const AxisMap& axis,
                   const Smoothed& smoothed, const Position& from,
                   const Position& to) {
  PixelSum sum;
  if (smoothed.is_there()) {
    for (std::uint64_t i = from.point; i < to.point; ++i) {
      sum.add(smoothed.at(i), i);
    }
  } else {
    scan.for_each_run(from, to, [&](auto values, std::uint64_t number) {
      for (const double value : values) sum.add(value, number++);
    });
  }
  return sum.finish([&](std::uint64_t number) {
    const Point point = scan.at(scan.locate(number, from));
    return Place{axis.x(point),
                 smoothed.is_there() ? smoothed.at(number) : point.value};
  });
}

void add_each_point(const CurveScan& scan, const AxisMap& axis,
                    const Smoothed& smoothed, const Stretch& stretch,
                    const PixelGrid& grid, PixelRow& row) {
  std::uint64_t number = stretch.from.point;
  scan.for_each_stretch(
      stretch.from, stretch.to,
      [&](std::size_t part, std::size_t segment, std::size_t low,
          std::size_t high) {
        const Segments& segments = scan.parts()[part].segments;
        segments.with_values(segment, [&](auto values) {
          for (std::size_t i = low; i < high; ++i, ++number) {
            const double y = smoothed.is_there()
                                 ? smoothed.at(number)
                                 : static_cast<double>(values[i]);
            if (!std::isfinite(y)) continue;
            const double x = axis.x(segments, segment, i);
            row.pixels[grid.pixel(x)].add({x, y});
          }
        });
      });
}

void add_each_pixel(const CurveScan& scan, const AxisMap& axis,
                    const Smoothed& smoothed, const Stretch& stretch,
                    const PixelGrid& grid, PixelRow& row) {
  const std::vector<Position> pixels = pixel_bounds(scan, axis, stretch, grid);
  for (std::size_t i = 0; i + 1 < pixels.size(); ++i) {
    const double x = axis.x(scan.at(pixels[i]));
    row.pixels[grid.pixel(x)] =
        sum_up(scan, axis, smoothed, pixels[i], pixels[i + 1]);
  }
}

PixelRow sorted_row(const CurveScan& scan, const AxisMap& axis,
                    const Bounds& bounds, const PixelGrid& grid,
                    const AggregateOptions& options) {
  PixelRow row(grid.pixels());
  const Stretch stretch = points_inside(scan, axis, bounds);
  const auto before = last_finite_before(scan, stretch.from);
  const auto after = first_finite_from(scan, stretch.to);
  Position behind = stretch.to;
  if (after) {
    behind = after->point + 1 == scan.size()
                 ? scan.end()
                 : scan.locate(after->point + 1, *after);
  }
  const Smoothed smoothed =
      smooth_part(scan, before.value_or(stretch.from), behind, options);
  const auto place = [&](const std::optional<Position>& position) {
    std::optional<Place> found;
    if (position) {
      const Point point = scan.at(*position);
      found = Place{axis.x(point), smoothed.is_there()
                                       ? smoothed.at(position->point)
                                       : point.value};
    }
    return found;
  };
  row.before = place(before);
  row.after = place(after);
  if (stretch.size() <= kFewPoints * grid.pixels()) {
    add_each_point(scan, axis, smoothed, stretch, grid, row);
  } else {
    add_each_pixel(scan, axis, smoothed, stretch, grid, row);
  }
  return row;
}

PixelRow unsorted_row(const Curve& curve, const CurveScan& scan,
                      const AxisMap& axis, const Bounds& bounds,
                      const PixelGrid& grid, const AggregateOptions& options) {
  Points points;
  curve.read(0, curve.size(), points);
  Smoothed smoothed = smooth_part(scan, scan.begin(), scan.end(), options);
  if (smoothed.is_there()) points.values = std::move(smoothed.values);
  std::vector<Place> places;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Place place{axis.x(points[i]), points.values[i]};
    if (std::isfinite(place.y) && !std::isnan(place.x)) places.push_back(place);
  }
  std::ranges::stable_sort(places, {}, &Place::x);
  PixelRow row(grid.pixels());
  for (const Place& place : places) {
    if (place.x < bounds.from) {
      row.before = place;
    } else if (place.x > bounds.to) {
      if (!row.after) row.after = place;
    } else {
      row.pixels[grid.pixel(place.x)].add(place);
    }
  }
  return row;
}

}  // namespace

std::vector<double> pixel_means(const Curve& curve, const CurveScan& scan,
                                const AxisMap& axis, const Bounds& bounds,
                                const PixelGrid& grid,
                                const AggregateOptions& options) {
  const PixelRow row =
      axis.sorted() ? sorted_row(scan, axis, bounds, grid, options)
                    : unsorted_row(curve, scan, axis, bounds, grid, options);
  std::vector<double> means(grid.pixels(),
                            std::numeric_limits<double>::quiet_NaN());
  std::optional<Place> before = row.before;
  std::uint32_t filled = 0;
  const auto draw_line = [&](const Place& after, std::uint32_t until) {
    for (; before && filled < until; ++filled) {
      const double share =
          (grid.middle(filled) - before->x) / (after.x - before->x);
      means[filled] = before->y + (after.y - before->y) * share;
    }
  };
  for (std::uint32_t i = 0; i < grid.pixels(); ++i) {
    const PixelPoints& pixel = row.pixels[i];
    if (pixel.count == 0) continue;
    draw_line(pixel.first, i);
    means[i] = pixel.sum / static_cast<double>(pixel.count);
    before = pixel.last;
    filled = i + 1;
  }
  if (row.after) draw_line(*row.after, grid.pixels());
  return means;
}

}  // namespace stepline::store
