#pragma once

#include <cstdint>
#include <memory>

#include "store/block.h"

namespace stepline::store {

// Points of a growing column that are not packed yet. Points that a view knows
// of are never changed; later ones are added behind them, and a tail that is
// full is replaced by a larger one.
struct Tail {
  explicit Tail(std::uint32_t capacity_points)
      : capacity(capacity_points),
        steps(std::make_unique<std::int64_t[]>(capacity)),
        wall_secs(std::make_unique<double[]>(capacity)),
        values(std::make_unique<double[]>(capacity)) {}

  std::uint32_t capacity;
  std::unique_ptr<std::int64_t[]> steps;
  std::unique_ptr<double[]> wall_secs;
  std::unique_ptr<double[]> values;

  Point at(std::size_t i) const { return {steps[i], wall_secs[i], values[i]}; }
};

}  // namespace stepline::store
