#pragma once

#include <random>

#include "store/query.h"
#include "store/test_curves.h"

namespace stepline::store::testing {

inline double x_of(const Points& points, std::size_t i, Axis axis) {
  if (axis == Axis::Step) return static_cast<double>(points.steps[i]);
  if (axis == Axis::WallTime) return points.wall_secs[i];
  if (axis == Axis::RelativeStep) {
    return static_cast<double>(points.steps[i]) -
           static_cast<double>(points.steps[0]);
  }
  return points.wall_secs[i] - points.wall_secs[0];
}

// Windows of all kinds: unbounded, on points, between them, outside, empty.
class RandomWindows {
 public:
  explicit RandomWindows(std::uint64_t seed) : random_(seed) {}

  Window next(const Points& points) {
    constexpr Axis kAxes[] = {Axis::Step, Axis::WallTime, Axis::RelativeTime,
                              Axis::RelativeStep};
    Window window;
    window.axis = kAxes[random_() % 4];
    window.from = side(points, window.axis);
    window.to = side(points, window.axis);
    if (random_() % 16 != 0 && window.from && window.to &&
        *window.from > *window.to) {
      std::swap(window.from, window.to);
    }
    return window;
  }

  std::uint64_t operator()() { return random_(); }

 private:
  std::optional<double> side(const Points& points, Axis axis) {
    if (random_() % 4 == 0 || points.size() == 0) return std::nullopt;
    const double x = x_of(points, random_() % points.size(), axis);
    switch (random_() % 12) {
      case 0:
        return x + 0.25;
      case 1:
        return x - 1e6;
      case 2:
        return x + 1e6;
      case 3:
        return -std::numeric_limits<double>::infinity();
      case 4:
        return std::numeric_limits<double>::max();
      default:
        return x;
    }
  }

  std::mt19937_64 random_;
};

inline bool inside(const Window& window, double x) {
  return (!window.from || x >= *window.from) && (!window.to || x <= *window.to);
}

// Pixels as a plain list of bins over the window, or over all points on sides
// that are unbounded.
class PlainGrid {
 public:
  PlainGrid(const Points& points, const Window& window, std::uint32_t pixels)
      : pixels_(pixels) {
    double first = std::numeric_limits<double>::infinity();
    double last = -first;
    for (std::size_t i = 0; i < points.size(); ++i) {
      first = std::min(first, x_of(points, i, window.axis));
      last = std::max(last, x_of(points, i, window.axis));
    }
    low_ = window.from && std::isfinite(*window.from) ? *window.from : first;
    high_ = window.to && std::isfinite(*window.to) ? *window.to : last;
    if (!std::isfinite(high_ - low_)) {
      low_ = std::clamp(low_, first, last);
      high_ = std::clamp(high_, first, last);
    }
  }

  std::uint32_t pixel(double x) const {
    if (high_ <= low_) return 0;
    const double place = (x - low_) / (high_ - low_) * pixels_;
    return static_cast<std::uint32_t>(
        std::clamp(std::floor(place), 0.0, pixels_ - 1.0));
  }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_;
  double high_;
  std::uint32_t pixels_;
};

}  // namespace stepline::store::testing
