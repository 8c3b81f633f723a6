#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "store/sliding_window.h"

namespace stepline::store {
namespace {

double middle(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[half];
  return std::midpoint(sorted[half - 1], sorted[half]);
}

// Value by value, for where the window is cut off: near the ends.
void append_by_insertion(std::span<const double> values, std::size_t half,
                         std::size_t begin, std::size_t end,
                         std::vector<double>& medians) {
  if (begin >= end) return;
  std::size_t low = begin - std::min(begin, half);
  std::size_t high = std::min(begin + half + 1, values.size());
  std::vector<double> sorted(values.begin() + low, values.begin() + high);
  std::ranges::sort(sorted);
  for (std::size_t i = begin; i < end; ++i) {
    for (; high < std::min(i + half + 1, values.size()); ++high) {
      sorted.insert(std::ranges::upper_bound(sorted, values[high]),
                    values[high]);
    }
    for (; low < i - std::min(i, half); ++low) {
      sorted.erase(std::ranges::lower_bound(sorted, values[low]));
    }
    medians.push_back(middle(sorted));
  }
}

// As many values as the window is wide, in a list in their order. Values are
// taken out from the first to the last, or, after empty(), put back so: either
// way each step is a change of two links. A mark stands so that, in this block
// and the one beside it, as many values lie before the marks as the window has
// before its median.
class Block {
 public:
  Block(std::span<const double> values, std::size_t before)
      : values_(values),
        end_(static_cast<std::uint32_t>(values.size())),
        next_(values.size() + 1),
        previous_(values.size() + 1) {
    std::vector<std::uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return is_less(a, b); });
    std::uint32_t last = end_;
    for (const std::uint32_t one : order) {
      next_[last] = one;
      previous_[one] = last;
      last = one;
    }
    next_[last] = end_;
    previous_[end_] = last;
    mark_ = before < order.size() ? order[before] : end_;
    before_mark_ = std::min(before, order.size());
  }

  void empty() {
    for (std::uint32_t i = end_; i-- > 0;) unlink(i);
    mark_ = end_;
    before_mark_ = 0;
  }

  void take_out(std::uint32_t i) {
    unlink(i);
    if (is_before_mark(i)) {
      --before_mark_;
      return;
    }
    if (mark_ == i) mark_ = next_[i];
    if (before_mark_ > 0) {
      mark_ = previous_[mark_];
      --before_mark_;
    }
  }

  void put_back(std::uint32_t i) {
    next_[previous_[i]] = i;
    previous_[next_[i]] = i;
    if (is_before_mark(i)) mark_ = previous_[mark_];
  }

  void advance() {
    mark_ = next_[mark_];
    ++before_mark_;
  }

  std::size_t before_mark() const { return before_mark_; }
  double marked() const {
    return mark_ == end_ ? std::numeric_limits<double>::infinity()
                         : values_[mark_];
  }

 private:
  bool is_less(std::uint32_t a, std::uint32_t b) const {
    return values_[a] != values_[b] ? values_[a] < values_[b] : a < b;
  }
  bool is_before_mark(std::uint32_t i) const {
    return mark_ == end_ || is_less(i, mark_);
  }
  void unlink(std::uint32_t i) {
    next_[previous_[i]] = next_[i];
    previous_[next_[i]] = previous_[i];
  }

  std::span<const double> values_;
  std::uint32_t end_;
  std::vector<std::uint32_t> next_;  // The list is a ring through end_.
  std::vector<std::uint32_t> previous_;
  std::uint32_t mark_ = 0;
  std::size_t before_mark_ = 0;
};

// Of every window that is not cut off, in their order.
void append_by_blocks(std::span<const double> values, std::size_t half,
                      std::vector<double>& medians) {
  const std::size_t width = 2 * half + 1;
  Block right(values.first(width), half);
  medians.push_back(right.marked());
  for (std::size_t at = width; at < values.size(); at += width) {
    Block left = std::move(right);
    const std::size_t size = std::min(width, values.size() - at);
    right = Block(values.subspan(at, size), half);
    right.empty();
    for (std::uint32_t i = 0; i < size; ++i) {
      left.take_out(i);
      right.put_back(i);
      if (left.before_mark() + right.before_mark() < half) {
        (left.marked() <= right.marked() ? left : right).advance();
      }
      medians.push_back(std::min(left.marked(), right.marked()));
    }
  }
}

}  // namespace

std::vector<double> sliding_median(std::span<const double> values,
                                   std::size_t half, std::size_t begin,
                                   std::size_t end) {
  std::vector<double> medians;
  medians.reserve(end - begin);
  const std::size_t first_whole = std::clamp(half, begin, end);
  const std::size_t last_whole = std::clamp(
      values.size() - std::min(half, values.size()), first_whole, end);
  append_by_insertion(values, half, begin, first_whole, medians);
  if (first_whole < last_whole) {
    append_by_blocks(
        values.subspan(first_whole - half, last_whole - first_whole + 2 * half),
        half, medians);
  }
  append_by_insertion(values, half, last_whole, end, medians);
  return medians;
}

}  // namespace stepline::store
