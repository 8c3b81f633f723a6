#pragma once

#include <bit>
#include <cstdint>

namespace stepline::event {

// Which fields a message has had, of the numbers below 32, and whether one came
// twice. Private to the sources of this layer.
class SeenFields {
 public:
  void add(std::uint32_t number) {
    if (number >= 32) return;
    const std::uint32_t bit = std::uint32_t{1} << number;
    repeated_ |= (seen_ & bit) != 0;
    seen_ |= bit;
  }

  bool repeated() const { return repeated_; }
  // How many of those whose bits are set in `mask`.
  int count(std::uint32_t mask) const { return std::popcount(seen_ & mask); }

 private:
  std::uint32_t seen_ = 0;
  bool repeated_ = false;
};

}  // namespace stepline::event
