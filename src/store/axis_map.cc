#include "store/axis_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepline::store {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double number_or(const std::optional<double>& number, double otherwise) {
  return number && !std::isnan(*number) ? *number : otherwise;
}

}  // namespace

AxisMap::AxisMap(const Curve& curve, const CurveScan& scan, Axis axis)
    : by_step_(axis == Axis::Step || axis == Axis::RelativeStep),
      sorted_(by_step_ || curve.sorted_by_wall) {
  if (scan.size() == 0) return;
  const Point first = scan.at(scan.begin());
  if (axis == Axis::RelativeTime) origin_ = first.wall_secs;
  if (axis == Axis::RelativeStep) origin_ = static_cast<double>(first.step);
}

Bounds::Bounds(const Window& window)
    : from(number_or(window.from, -kInfinity)),
      to(number_or(window.to, kInfinity)) {}

Stretch points_inside(const CurveScan& scan, const AxisMap& axis,
                      const Bounds& bounds) {
  const CurveScan::Position from = scan.first_position_where(
      scan.begin(),
      [&](const Segments& segments, std::size_t segment, std::size_t offset) {
        return axis.x(segments, segment, offset) >= bounds.from;
      });
  const CurveScan::Position to = scan.first_position_where(
      from,
      [&](const Segments& segments, std::size_t segment, std::size_t offset) {
        return axis.x(segments, segment, offset) > bounds.to;
      });
  return {from, to};
}

PixelGrid::PixelGrid(const Bounds& bounds, double first, double last,
                     std::uint32_t pixels)
    : pixels_(std::max(pixels, 1u)) {
  double from = std::isfinite(bounds.from) ? bounds.from : first;
  double to = std::isfinite(bounds.to) ? bounds.to : last;
  if (!std::isfinite(to - from)) {
    from = std::clamp(from, first, last);
    to = std::clamp(to, first, last);
  }
  low_ = from;
  width_ = to - from;
}

std::uint32_t PixelGrid::pixel(double x) const {
  if (!(width_ > 0)) return 0;
  const double place = (x - low_) / width_ * pixels_;
  if (place <= 0) return 0;
  return place < pixels_ ? static_cast<std::uint32_t>(place) : pixels_ - 1;
}

double PixelGrid::middle(std::uint32_t pixel) const {
  return low_ + width_ * ((pixel + 0.5) / pixels_);
}

std::vector<CurveScan::Position> pixel_bounds(const CurveScan& scan,
                                              const AxisMap& axis,
                                              const Stretch& stretch,
                                              const PixelGrid& grid) {
  std::vector<CurveScan::Position> bounds{stretch.from};
  std::size_t guess = 0;  // Pixels mostly have about as many points.
  while (bounds.back().point < stretch.to.point) {
    const CurveScan::Position& from = bounds.back();
    const std::uint32_t pixel = grid.pixel(
        axis.x(scan.parts()[from.part].segments, from.segment, from.offset));
    const CurveScan::Position next = scan.first_position_where(
        from,
        [&](const Segments& segments, std::size_t segment, std::size_t offset) {
          return grid.pixel(axis.x(segments, segment, offset)) > pixel;
        },
        guess);
    guess = next.part == from.part ? next.segment - from.segment : 0;
    bounds.push_back(next.point < stretch.to.point ? next : stretch.to);
  }
  return bounds;
}

}  // namespace stepline::store
