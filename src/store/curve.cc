#include "store/curve.h"

#include "store/curve_scan.h"

namespace stepline::store {
namespace {

void decode(const Segments& segments, std::size_t segment, std::size_t first,
            std::span<std::int64_t> steps, std::span<double> wall_secs,
            std::span<double> values) {
  if (const Block* const block = segments.block(segment)) {
    decode_points(*block, first, steps, wall_secs, values);
    return;
  }
  const Tail& tail = segments.tail();
  std::copy_n(tail.steps.get() + first, steps.size(), steps.begin());
  std::copy_n(tail.wall_secs.get() + first, steps.size(), wall_secs.begin());
  std::copy_n(tail.values.get() + first, steps.size(), values.begin());
}

}  // namespace

std::uint64_t Curve::size() const {
  std::uint64_t points = 0;
  for (const Part& part : parts) points += part.end - part.begin;
  return points;
}

Point Curve::at(std::uint64_t index) const {
  for (const Part& part : parts) {
    if (index < part.end - part.begin)
      return part.column.at(part.begin + index);
    index -= part.end - part.begin;
  }
  assert(false && "a point that the curve does not have");
  return {};
}

std::uint64_t Curve::lower_bound_step(std::int64_t step) const {
  const CurveScan scan(*this);
  return scan
      .first_position_where(scan.begin(),
                            [&](const Segments& segments, std::size_t segment,
                                std::size_t offset) {
                              return segments.step(segment, offset) >= step;
                            })
      .point;
}

std::uint64_t Curve::lower_bound_wall(double wall_secs) const {
  const CurveScan scan(*this);
  return scan
      .first_position_where(scan.begin(),
                            [&](const Segments& segments, std::size_t segment,
                                std::size_t offset) {
                              return segments.wall_secs(segment, offset) >=
                                     wall_secs;
                            })
      .point;
}

void Curve::read(std::uint64_t begin, std::uint64_t end, Points& points) const {
  const CurveScan scan(*this);
  end = std::min(end, scan.size());
  if (begin >= end) return;
  std::size_t done = points.size();
  const std::size_t total = done + (end - begin);
  points.steps.resize(total);
  points.wall_secs.resize(total);
  points.values.resize(total);
  const CurveScan::Position from = scan.locate(begin);
  scan.for_each_stretch(from, scan.locate(end, from),
                        [&](std::size_t part, std::size_t segment,
                            std::size_t low, std::size_t high) {
                          const std::size_t count = high - low;
                          decode(
                              scan.parts()[part].segments, segment, low,
                              std::span(points.steps).subspan(done, count),
                              std::span(points.wall_secs).subspan(done, count),
                              std::span(points.values).subspan(done, count));
                          done += count;
                        });
}

}  // namespace stepline::store
