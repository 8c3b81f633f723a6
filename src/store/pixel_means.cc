#include "store/pixel_means.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "store/non_finite.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

struct Place {
  double x = 0;
  double y = 0;
};

// The finite points of one pixel.
struct PixelPoints {
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

PixelPoints sum_up(const CurveScan& scan, const AxisMap& axis,
                   const Position& from, const Position& to) {
  PixelPoints pixel;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  scan.for_each_run(from, to, [&](auto values, std::uint64_t number) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) continue;
      if (pixel.count++ == 0) first = number + i;
      last = number + i;
      pixel.sum += static_cast<double>(values[i]);
    }
  });
  if (pixel.count == 0) return pixel;
  const auto place = [&](std::uint64_t number) {
    const Point point = scan.at(scan.locate(number, from));
    return Place{axis.x(point), point.value};
  };
  pixel.first = place(first);
  pixel.last = place(last);
  return pixel;
}

PixelRow sorted_row(const CurveScan& scan, const AxisMap& axis,
                    const Bounds& bounds, const PixelGrid& grid) {
  PixelRow row(grid.pixels());
  const Stretch stretch = points_inside(scan, axis, bounds);
  const auto place = [&](const std::optional<Position>& position) {
    std::optional<Place> found;
    if (position) {
      const Point point = scan.at(*position);
      found = Place{axis.x(point), point.value};
    }
    return found;
  };
  row.before = place(last_finite_before(scan, stretch.from));
  row.after = place(first_finite_from(scan, stretch.to));
  const std::vector<Position> pixels = pixel_bounds(scan, axis, stretch, grid);
  for (std::size_t i = 0; i + 1 < pixels.size(); ++i) {
    const double x = axis.x(scan.at(pixels[i]));
    row.pixels[grid.pixel(x)] = sum_up(scan, axis, pixels[i], pixels[i + 1]);
  }
  return row;
}

PixelRow unsorted_row(const Curve& curve, const AxisMap& axis,
                      const Bounds& bounds, const PixelGrid& grid) {
  Points points;
  curve.read(0, curve.size(), points);
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
      PixelPoints& pixel = row.pixels[grid.pixel(place.x)];
      if (pixel.count++ == 0) pixel.first = place;
      pixel.last = place;
      pixel.sum += place.y;
    }
  }
  return row;
}

}  // namespace

std::vector<double> pixel_means(const Curve& curve, const CurveScan& scan,
                                const AxisMap& axis, const Bounds& bounds,
                                const PixelGrid& grid) {
  const PixelRow row = axis.sorted() ? sorted_row(scan, axis, bounds, grid)
                                     : unsorted_row(curve, axis, bounds, grid);
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
