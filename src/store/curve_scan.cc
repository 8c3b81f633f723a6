#include "store/curve_scan.h"

namespace stepline::store {

CurveScan::CurveScan(const Curve& curve) {
  for (const Curve::Part& part : curve.parts) {
    if (part.begin == part.end) continue;
    const Segments segments(part.column);
    const std::size_t first = segments.containing(part.begin);
    parts_.push_back({segments, part.begin, part.end, size_, first,
                      segments.containing(part.end - 1, first)});
    size_ += part.end - part.begin;
  }
}

CurveScan::Position CurveScan::locate(std::uint64_t point,
                                      const Position& near) const {
  std::size_t number = near.part;
  while (point >= parts_[number].end_offset()) ++number;
  const Part& part = parts_[number];
  const std::uint64_t in_column = part.begin + (point - part.offset);
  const std::size_t segment = part.segments.containing(
      in_column, number == near.part
                     ? std::max(near.segment, part.first_segment)
                     : part.first_segment);
  return {number, segment, in_column - part.segments.first_point(segment)};
}

}  // namespace stepline::store
