#include "schedule.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <utility>

namespace demo {

double Schedule::progress(int step) const {
  const std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start_;
  return std::min(1.0, std::max(static_cast<double>(step) / steps_,
                                elapsed.count() / seconds_));
}

float Schedule::learning_rate(double initial, int step) const {
  const double angle = std::numbers::pi * progress(step);
  return static_cast<float>(initial * (0.51 + 0.49 * std::cos(angle)));
}

Batches::Batches(int samples, int batch_size, std::uint64_t seed)
    : order_(std::size_t(samples)),
      next_(order_.size()),
      batch_size_(std::size_t(batch_size)),
      random_(seed) {
  std::iota(order_.begin(), order_.end(), 0);
}

std::vector<int> Batches::next() {
  if (next_ + batch_size_ > order_.size()) {
    for (int i = static_cast<int>(order_.size()) - 1; i > 0; --i) {
      std::swap(order_[std::size_t(i)],
                order_[std::size_t(random_.index(i + 1))]);
    }
    next_ = 0;
  }
  const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(next_);
  next_ += batch_size_;
  return {begin, begin + static_cast<std::ptrdiff_t>(batch_size_)};
}

}  // namespace demo
