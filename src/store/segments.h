#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "store/block_index.h"
#include "store/column.h"
#include "store/tail.h"

namespace stepline::store {

// The segments of a view, by number: the blocks of its index, its loose block,
// its tail. Points are counted from the view's first; an offset is counted from
// the segment's first. The view must outlive this.
class Segments {
 public:
  explicit Segments(const ColumnView& view) : view_(&view) {}

  std::size_t size() const { return view_->blocks + (has_last() ? 1 : 0); }
  std::size_t indexed() const { return view_->blocks; }
  const BlockIndex& index() const { return *view_->index; }

  // Null for the tail.
  const Block* block(std::size_t segment) const {
    return in_index(segment) ? &view_->index->block(segment) : view_->loose;
  }
  const Tail& tail() const { return *view_->tail; }

  std::uint64_t first_point(std::size_t segment) const {
    return segment == 0 ? 0 : view_->index->end_point(segment - 1);
  }
  std::uint64_t end_point(std::size_t segment) const {
    return in_index(segment) ? view_->index->end_point(segment) : view_->points;
  }

  std::int64_t step(std::size_t segment, std::size_t offset) const {
    if (offset == 0 && in_index(segment)) {
      return view_->index->first_step(segment);
    }
    const Block* const block = this->block(segment);
    return block != nullptr ? block->step(offset) : tail().steps[offset];
  }
  double wall_secs(std::size_t segment, std::size_t offset) const {
    if (offset == 0 && in_index(segment)) {
      return view_->index->first_wall_secs(segment);
    }
    const Block* const block = this->block(segment);
    return block != nullptr ? block->wall_secs(offset)
                            : tail().wall_secs[offset];
  }
  Point at(std::size_t segment, std::size_t offset) const {
    const Block* const block = this->block(segment);
    return block != nullptr ? point_at(*block, offset) : tail().at(offset);
  }

  // Calls function(span of float or double) with a segment's values.
  template <class Function>
  decltype(auto) with_values(std::size_t segment, Function function) const {
    const Block* const block = this->block(segment);
    if (block == nullptr) {
      return function(
          std::span<const double>{tail().values.get(), view_->tail_points});
    }
    return block->wide() ? function(block->values<double>())
                         : function(block->values<float>());
  }

  // The segment that has a point, which must be in the view. `near` is a
  // segment that is not after it: the nearer, the faster.
  std::size_t containing(std::uint64_t point, std::size_t near = 0) const;

  // In all segments before this one, which may be size().
  NonFiniteCounts non_finite_before(std::size_t segment) const;

 private:
  bool in_index(std::size_t segment) const { return segment < view_->blocks; }
  bool has_last() const {
    return view_->loose != nullptr || view_->tail_points > 0;
  }

  const ColumnView* view_;
};

// The first number in [begin, end) for which holds(number) is true, `end` when
// there is none; once true it must stay true. Looks near `guess` first, which
// may be any number.
template <class Holds>
std::uint64_t first_where(std::uint64_t begin, std::uint64_t end,
                          std::uint64_t guess, Holds holds) {
  if (begin >= end) return end;
  guess = std::clamp(guess, begin, end - 1);
  std::uint64_t width = 1;
  if (holds(guess)) {
    end = guess;
    while (end - begin > width && holds(end - width)) {
      end -= width;
      width *= 2;
    }
    begin = end - begin > width ? end - width + 1 : begin;
  } else {
    begin = guess + 1;
    while (end - begin > width && !holds(begin + width)) {
      begin += width + 1;
      width *= 2;
    }
    end = std::min(end, begin + width);
  }
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    if (holds(middle)) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return end;
}

template <class Holds>
std::uint64_t first_where(std::uint64_t begin, std::uint64_t end, Holds holds) {
  return first_where(begin, end, begin, holds);
}

}  // namespace stepline::store
