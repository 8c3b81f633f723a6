#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace stepline::store {

// The smallest and largest of some finite values; empty: none was there.
template <class T>
struct RangeOf {
  T min = std::numeric_limits<T>::infinity();
  T max = -std::numeric_limits<T>::infinity();

  bool empty() const { return !(min <= max); }
  void add(T value) {
    min = value < min ? value : min;
    max = value > max ? value : max;
  }
  template <class U>
  void add(const RangeOf<U>& other) {
    min = other.min < min ? static_cast<T>(other.min) : min;
    max = other.max > max ? static_cast<T>(other.max) : max;
  }
};
using Range = RangeOf<double>;

// The reductions below go in lanes, which the compiler makes vector
// instructions of, and without branches: where the extremes are is looked up
// afterwards, for those few that matter.

template <class T>
RangeOf<T> join(std::span<const RangeOf<T>> ranges) {
  RangeOf<T> lanes[4];
  std::size_t i = 0;
  for (; i + 4 <= ranges.size(); i += 4) {
    for (std::size_t k = 0; k < 4; ++k) lanes[k].add(ranges[i + k]);
  }
  for (; i < ranges.size(); ++i) lanes[0].add(ranges[i]);
  for (std::size_t k = 1; k < 4; ++k) lanes[0].add(lanes[k]);
  return lanes[0];
}

// Of values that are all finite.
template <class T>
RangeOf<T> range_of_finite(std::span<const T> values) {
  RangeOf<T> lanes[4];
  std::size_t i = 0;
  for (; i + 4 <= values.size(); i += 4) {
    for (std::size_t k = 0; k < 4; ++k) lanes[k].add(values[i + k]);
  }
  for (; i < values.size(); ++i) lanes[0].add(values[i]);
  for (std::size_t k = 1; k < 4; ++k) lanes[0].add(lanes[k]);
  return lanes[0];
}

// Of those values that are finite.
template <class T>
RangeOf<T> range_of_any(std::span<const T> values) {
  RangeOf<T> range;
  for (const T value : values) {
    if (std::isfinite(value)) range.add(value);
  }
  return range;
}

}  // namespace stepline::store
