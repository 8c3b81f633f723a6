#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "store/curve_scan.h"
#include "store/query.h"

namespace stepline::store {

// Places of a curve's points on an axis. For curves that are sorted on it,
// places never go back from point to point.
class AxisMap {
 public:
  AxisMap(const Curve& curve, const CurveScan& scan, Axis axis);

  bool sorted() const { return sorted_; }

  double x(const Point& point) const {
    return (by_step_ ? static_cast<double>(point.step) : point.wall_secs) -
           origin_;
  }
  double x(const Segments& segments, std::size_t segment,
           std::size_t offset) const {
    return (by_step_ ? static_cast<double>(segments.step(segment, offset))
                     : segments.wall_secs(segment, offset)) -
           origin_;
  }

 private:
  bool by_step_;
  bool sorted_;
  double origin_ = 0;
};

// Both ends of a window as numbers: absent and NaN are infinite.
struct Bounds {
  explicit Bounds(const Window& window);
  bool contains(double x) const { return x >= from && x <= to; }

  double from;
  double to;
};

// The points of a curve that a window has; the curve is sorted on its axis.
struct Stretch {
  CurveScan::Position from;
  CurveScan::Position to;  // One past the last.

  std::uint64_t size() const { return to.point - from.point; }
};
Stretch points_inside(const CurveScan& scan, const AxisMap& axis,
                      const Bounds& bounds);

// A stretch of an axis in equal parts.
class PixelGrid {
 public:
  // Unbounded sides, and such as are too far apart for a double, are replaced
  // by the first and last place that there is a point at.
  PixelGrid(const Bounds& bounds, double first, double last,
            std::uint32_t pixels);

  std::uint32_t pixels() const { return pixels_; }
  // Never goes back as x grows; outside, the nearest.
  std::uint32_t pixel(double x) const;
  double middle(std::uint32_t pixel) const;

 private:
  double low_;
  double width_;
  std::uint32_t pixels_;
};

// Where the points of each pixel that has any begin, and where the last one's
// end; at least one bound.
std::vector<CurveScan::Position> pixel_bounds(const CurveScan& scan,
                                              const AxisMap& axis,
                                              const Stretch& stretch,
                                              const PixelGrid& grid);

}  // namespace stepline::store
