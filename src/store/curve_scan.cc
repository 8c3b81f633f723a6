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

CurveScan::Position CurveScan::begin() const {
  if (parts_.empty()) return end();
  const std::size_t segment = parts_[0].first_segment;
  return {0, 0, segment, parts_[0].low(segment)};
}

CurveScan::Position CurveScan::locate(std::uint64_t point,
                                      const Position& near) const {
  if (point >= size_) return end();
  std::size_t number = near.part;
  while (point >= parts_[number].end_offset()) ++number;
  const Part& part = parts_[number];
  const std::uint64_t in_column = part.begin + (point - part.offset);
  const std::size_t segment = part.segments.containing(
      in_column, number == near.part ? near.segment : part.first_segment);
  return {point, number, segment,
          in_column - part.segments.first_point(segment)};
}

}  // namespace stepline::store
