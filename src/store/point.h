#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepline::store {

// One point of a curve.
struct Point {
  std::int64_t step = 0;
  double wall_secs = 0;
  double value = 0;  // May be NaN or infinite.
};

// Points in columns of equal length.
struct Points {
  std::vector<std::int64_t> steps;
  std::vector<double> wall_secs;
  std::vector<double> values;

  std::size_t size() const { return steps.size(); }
  void push_back(const Point& point) {
    steps.push_back(point.step);
    wall_secs.push_back(point.wall_secs);
    values.push_back(point.value);
  }
  Point operator[](std::size_t i) const {
    return {steps[i], wall_secs[i], values[i]};
  }
};

}  // namespace stepline::store
