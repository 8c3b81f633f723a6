#pragma once

#include <array>
#include <cstddef>

namespace stepline::store {

// Running means that are taken side by side.
inline constexpr std::size_t kSmoothingLanes = 8;

struct SmoothingLanes {
  std::array<double, kSmoothingLanes> last{};
  std::array<double, kSmoothingLanes> low{};   // Smallest mean of the last run.
  std::array<double, kSmoothingLanes> high{};  // Largest.

  // Each lane takes `count` finite values, at least one, from its own place.
  void run(const std::array<const float*, kSmoothingLanes>& values,
           std::size_t count, double weight);
  void run(const std::array<const double*, kSmoothingLanes>& values,
           std::size_t count, double weight);
};

}  // namespace stepline::store
