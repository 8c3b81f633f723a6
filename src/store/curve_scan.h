#pragma once

#include <cstdint>
#include <vector>

#include "store/curve.h"
#include "store/segments.h"

namespace stepline::store {

// A curve as queries go through it: its points numbered through all parts. The
// curve must outlive this.
class CurveScan {
 public:
  struct Part {
    Segments segments;
    std::uint64_t begin;  // Points [begin, end) of the column...
    std::uint64_t end;
    std::uint64_t offset;       // ...are those of the curve from here on.
    std::size_t first_segment;  // Those with the first and the last point.
    std::size_t last_segment;

    std::uint64_t end_offset() const { return offset + (end - begin); }
  };

  // Where a point lies.
  struct Position {
    std::size_t part = 0;
    std::size_t segment = 0;
    std::size_t offset = 0;  // In the segment.
  };

  explicit CurveScan(const Curve& curve);

  std::uint64_t size() const { return size_; }
  const std::vector<Part>& parts() const { return parts_; }  // Not empty ones.

  Position locate(std::uint64_t point) const { return locate(point, {}); }
  // `near` is where some point not after it lies.
  Position locate(std::uint64_t point, const Position& near) const;
  Point at(const Position& position) const {
    return parts_[position.part].segments.at(position.segment, position.offset);
  }
  Point at(std::uint64_t point) const { return at(locate(point)); }

  // The first point from `begin` on for which holds(segments, segment, offset)
  // is true, size() when there is none; once true it must stay true.
  template <class Holds>
  std::uint64_t first_point_where(std::uint64_t begin, Holds holds) const;

  // Calls function(values, first) for runs of values that lie in a row, in
  // order, until all of points [begin, end) were in one: `values` is a span of
  // float or double, `first` the number of its first point.
  template <class Function>
  void for_each_run(std::uint64_t begin, std::uint64_t end,
                    Function function) const;

 private:
  std::vector<Part> parts_;
  std::uint64_t size_ = 0;
};

template <class Holds>
std::uint64_t CurveScan::first_point_where(std::uint64_t begin,
                                           Holds holds) const {
  for (const Part& part : parts_) {
    if (begin >= part.end_offset()) continue;
    const Segments& segments = part.segments;
    const std::uint64_t from =
        part.begin + (std::max(begin, part.offset) - part.offset);
    const std::size_t first = segments.containing(from, part.first_segment);
    // The segment before the first one that begins where it holds.
    const std::size_t segment =
        first_where(first + 1, part.last_segment + 1,
                    [&](std::uint64_t s) { return holds(segments, s, 0); }) -
        1;
    const std::uint64_t start = segments.first_point(segment);
    const std::uint64_t low = std::max(from, start) - start;
    const std::uint64_t high =
        std::min(part.end, segments.end_point(segment)) - start;
    const std::uint64_t found = first_where(low, high, [&](std::uint64_t i) {
      return holds(segments, segment, i);
    });
    if (found < high || segment < part.last_segment) {
      return start + found - part.begin + part.offset;
    }
  }
  return size_;
}

template <class Function>
void CurveScan::for_each_run(std::uint64_t begin, std::uint64_t end,
                             Function function) const {
  for (const Part& part : parts_) {
    if (begin >= part.end_offset()) continue;
    if (begin >= end) return;
    std::uint64_t point = part.begin + (begin - part.offset);
    const std::uint64_t stop =
        part.begin + (std::min(end, part.end_offset()) - part.offset);
    std::size_t segment = part.segments.containing(point, part.first_segment);
    for (; point < stop; ++segment) {
      const std::uint64_t start = part.segments.first_point(segment);
      const std::uint64_t after =
          std::min(stop, part.segments.end_point(segment));
      part.segments.with_values(segment, [&](auto values) {
        function(values.subspan(point - start, after - point), begin);
      });
      begin += after - point;
      point = after;
    }
  }
}

}  // namespace stepline::store
