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
    std::size_t first_segment;  // With the first point.
    std::size_t last_segment;   // With the last one.

    std::uint64_t end_offset() const { return offset + (end - begin); }
    // Offsets in the segment that belong to the curve are in [low, high).
    std::size_t low(std::size_t segment) const {
      return segment == first_segment ? begin - segments.first_point(segment)
                                      : 0;
    }
    std::size_t high(std::size_t segment) const {
      return std::min(end, segments.end_point(segment)) -
             segments.first_point(segment);
    }
  };

  // A point and where it lies. Behind the last one: part is parts().size().
  struct Position {
    std::uint64_t point = 0;
    std::size_t part = 0;
    std::size_t segment = 0;
    std::size_t offset = 0;  // In the segment.
  };

  explicit CurveScan(const Curve& curve);

  std::uint64_t size() const { return size_; }
  const std::vector<Part>& parts() const { return parts_; }  // None is empty.

  Position begin() const;
  Position end() const { return {size_, parts_.size(), 0, 0}; }
  // `near` is a position not after it; the nearer, the faster.
  Position locate(std::uint64_t point, const Position& near) const;
  Position locate(std::uint64_t point) const { return locate(point, begin()); }

  Point at(const Position& position) const {
    return parts_[position.part].segments.at(position.segment, position.offset);
  }
  Point at(std::uint64_t point) const { return at(locate(point)); }

  // The first position from `from` on for which holds(segments, segment,
  // offset) is true, end() when there is none; once true it must stay true.
  // Looks first some segments ahead, as the guess says.
  template <class Holds>
  Position first_position_where(const Position& from, Holds holds,
                                std::size_t guess = 0) const;

  // Calls function(part, segment, low, high) for the stretches of segments,
  // in order, that make up [from, to): offsets [low, high), at least one.
  template <class Function>
  void for_each_stretch(const Position& from, const Position& to,
                        Function function) const;

  // Calls function(values, first) with the values of each stretch: `values` is
  // a span of float or double, `first` the number of its first point.
  template <class Function>
  void for_each_run(const Position& from, const Position& to,
                    Function function) const;

 private:
  std::vector<Part> parts_;
  std::uint64_t size_ = 0;
};

template <class Holds>
CurveScan::Position CurveScan::first_position_where(const Position& from,
                                                    Holds holds,
                                                    std::size_t guess) const {
  for (std::size_t number = from.part; number < parts_.size(); ++number) {
    const Part& part = parts_[number];
    const Segments& segments = part.segments;
    const bool begins_here = number == from.part;
    const std::size_t first = begins_here ? from.segment : part.first_segment;
    // The one before the first that begins where it holds.
    const std::size_t segment =
        first_where(first + 1, part.last_segment + 1, first + 1 + guess,
                    [&](std::uint64_t s) { return holds(segments, s, 0); }) -
        1;
    const std::size_t low =
        begins_here && segment == first ? from.offset : part.low(segment);
    const std::size_t high = part.high(segment);
    const std::size_t offset = first_where(low, high, [&](std::uint64_t i) {
      return holds(segments, segment, i);
    });
    const std::uint64_t point =
        part.offset + segments.first_point(segment) + offset - part.begin;
    if (offset < high) return {point, number, segment, offset};
    if (segment < part.last_segment) return {point, number, segment + 1, 0};
  }
  return end();
}

template <class Function>
void CurveScan::for_each_stretch(const Position& from, const Position& to,
                                 Function function) const {
  for (std::size_t number = from.part; number < parts_.size(); ++number) {
    if (number > to.part) return;
    const Part& part = parts_[number];
    const bool begins_here = number == from.part;
    const bool ends_here = number == to.part;
    const std::size_t last = ends_here ? to.segment : part.last_segment;
    for (std::size_t s = begins_here ? from.segment : part.first_segment;
         s <= last; ++s) {
      const std::size_t low =
          begins_here && s == from.segment ? from.offset : part.low(s);
      const std::size_t high =
          ends_here && s == to.segment ? to.offset : part.high(s);
      if (low < high) function(number, s, low, high);
    }
  }
}

template <class Function>
void CurveScan::for_each_run(const Position& from, const Position& to,
                             Function function) const {
  std::uint64_t first = from.point;
  for_each_stretch(from, to,
                   [&](std::size_t part, std::size_t segment, std::size_t low,
                       std::size_t high) {
                     parts_[part].segments.with_values(
                         segment, [&](auto values) {
                           function(values.subspan(low, high - low), first);
                         });
                     first += high - low;
                   });
}

}  // namespace stepline::store
