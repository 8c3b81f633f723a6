#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace stepline::writer {

// Extremes and sums of values that arrive in blocks. Sums are kept in double
// precision in eight lanes that take turns, so that they do not depend on
// whether the processor adds one, four or eight at once.
template <class T>
class Statistics {
 public:
  // Returns false, and takes nothing, if a value is not finite.
  bool add(std::span<const T> values);

  std::size_t count() const { return count_; }
  // Of no values: 0.
  double min() const { return count_ == 0 ? 0 : double(min_); }
  double max() const { return count_ == 0 ? 0 : double(max_); }
  double sum() const { return sum_; }
  double sum_squares() const { return sum_squares_; }

 private:
  std::size_t count_ = 0;
  T min_ = std::numeric_limits<T>::infinity();
  T max_ = -std::numeric_limits<T>::infinity();
  double sum_ = 0;
  double sum_squares_ = 0;
};

extern template class Statistics<float>;
extern template class Statistics<double>;

}  // namespace stepline::writer
