#include <algorithm>

#include "store/sliding_window.h"

namespace stepline::store {

// Values lie in blocks as wide as the window, so that it covers the end of one
// block and the beginning of the next: two running sums, one from each side,
// which nothing is ever subtracted from. A spike that has left the window
// leaves nothing behind.
std::vector<double> sliding_mean(std::span<const double> values,
                                 std::size_t half, std::size_t begin,
                                 std::size_t end) {
  const std::size_t width = 2 * half + 1;
  const std::size_t size = values.size();
  std::vector<double> from_start(size);  // Of the block, up to each value.
  std::vector<double> to_end(size);
  for (std::size_t i = 0; i < size; ++i) {
    from_start[i] = i % width == 0 ? values[i] : from_start[i - 1] + values[i];
  }
  for (std::size_t i = size; i-- > 0;) {
    const bool last = i + 1 == size || (i + 1) % width == 0;
    to_end[i] = last ? values[i] : to_end[i + 1] + values[i];
  }
  std::vector<double> means;
  means.reserve(end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t low = i - std::min(i, half);
    const std::size_t high = std::min(i + half, size - 1);
    double sum = from_start[high];
    if (low / width != high / width) {
      sum += to_end[low];
    } else if (low % width != 0) {
      sum = to_end[low];
    }
    means.push_back(sum / static_cast<double>(high - low + 1));
  }
  return means;
}

}  // namespace stepline::store
