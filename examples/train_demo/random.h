#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace demo {

// Numbers that are the same on every machine for one seed, unlike those of the
// standard library's distributions. (SplitMix64.)
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Below `count`.
  int index(int count) {
    return static_cast<int>(bits() % static_cast<std::uint64_t>(count));
  }

  float uniform(float low, float high) {
    return low + (high - low) * (static_cast<float>(bits() >> 40) * 0x1p-24f);
  }

  float normal() {
    const float radius = std::sqrt(-2 * std::log(1 - uniform(0, 1)));
    return radius * std::cos(2 * std::numbers::pi_v<float> * uniform(0, 1));
  }

 private:
  std::uint64_t state_;
};

}  // namespace demo
