#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "store/arena.h"
#include "store/block.h"
#include "store/column.h"
#include "store/curve.h"
#include "store/point.h"

namespace stepline::store::testing {

// What random curves look like.
struct Shape {
  std::string name = "plain";
  std::size_t points = 0;
  bool irregular_steps = false;
  bool repeated_steps = false;
  bool huge_steps = false;
  double wall_jitter = 0;  // Over 1, wall times go back.
  double odd_share = 0;    // NaN and infinities.
  bool odd_runs = false;   // Many of them in a row.
  bool constant = false;
  bool wide = false;
};

inline Points make_points(const Shape& shape, std::uint64_t seed) {
  constexpr double kOdd[] = {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()};
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  Points points;
  std::int64_t step = shape.huge_steps ? INT64_MIN : -3;
  double wall = 1.7e9;
  double value = 1;
  std::size_t odd_left = 0;
  double odd = kOdd[0];
  for (std::size_t i = 0; i < shape.points; ++i) {
    value = value * 0.99 + unit(random) - 0.5;
    const double now = wall + 0.5 * shape.wall_jitter * (unit(random) - 0.5);
    Point point{step, now, shape.constant ? 4.25 : value};
    if (!shape.wide) point.value = static_cast<float>(point.value);
    if (odd_left == 0 && unit(random) < shape.odd_share) {
      odd = kOdd[random() % 3];
      odd_left = shape.odd_runs ? 1 + random() % 2000 : 1;
    }
    if (odd_left > 0) {
      --odd_left;
      point.value = odd;
    }
    points.push_back(point);
    std::int64_t stride = shape.irregular_steps
                              ? 1 + static_cast<std::int64_t>(random() % 200)
                              : 10;
    if (shape.huge_steps) {
      stride = INT64_MAX / static_cast<std::int64_t>(shape.points + 1) * 2;
    }
    if (!shape.repeated_steps || random() % 3 == 0) step += stride;
    wall += 0.5;
  }
  return points;
}

// All kinds of curves, none longer than `most` points.
inline std::vector<Shape> all_shapes(std::size_t most) {
  std::vector<Shape> shapes;
  for (const std::size_t points :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, most / 50, most}) {
    const std::string count = std::to_string(points);
    shapes.push_back({.name = "regular " + count, .points = points});
    shapes.push_back({.name = "jittered " + count,
                      .points = points,
                      .irregular_steps = true,
                      .wall_jitter = 0.9});
    shapes.push_back(
        {.name = "walls go back " + count, .points = points, .wall_jitter = 5});
    shapes.push_back({.name = "repeated " + count,
                      .points = points,
                      .repeated_steps = true,
                      .odd_share = 0.01});
    shapes.push_back(
        {.name = "huge " + count, .points = points, .huge_steps = true});
    shapes.push_back({.name = "odd " + count,
                      .points = points,
                      .wall_jitter = 0.5,
                      .odd_share = 0.3});
    shapes.push_back({.name = "odd runs " + count,
                      .points = points,
                      .irregular_steps = true,
                      .odd_share = 0.002,
                      .odd_runs = true});
    shapes.push_back({.name = "only odd " + count,
                      .points = points,
                      .odd_share = 1,
                      .odd_runs = true});
    shapes.push_back(
        {.name = "constant " + count, .points = points, .constant = true});
    shapes.push_back({.name = "doubles " + count,
                      .points = points,
                      .wall_jitter = 3,
                      .odd_share = 0.01,
                      .wide = true});
  }
  return shapes;
}

// Columns and the arena they stand on.
class ColumnMaker {
 public:
  explicit ColumnMaker(std::uint64_t seed) : random_(seed) {}

  const Block* seal(const Points& points, std::size_t begin, std::size_t count,
                    bool wide) {
    const auto steps = std::span(points.steps).subspan(begin, count);
    const auto walls = std::span(points.wall_secs).subspan(begin, count);
    const auto values = std::span(points.values).subspan(begin, count);
    if (wide) {
      return seal_block(arena_, steps, walls, std::span<const double>(values),
                        scratch_);
    }
    const std::vector<float> narrow(values.begin(), values.end());
    return seal_block(arena_, steps, walls, std::span<const float>(narrow),
                      scratch_);
  }

  // Full blocks, short ones and single points in a random mixture.
  Column column(const Points& points, bool wide) {
    Column column;
    std::size_t longest = kBlockPoints;
    for (std::size_t done = 0; done < points.size();) {
      if (random_() % 8 == 0) {
        constexpr std::size_t kLongest[] = {1, 20, 300, kBlockPoints};
        longest = kLongest[random_() % 4];
      }
      const std::size_t count =
          std::min(points.size() - done,
                   random_() % 2 == 0 ? longest : 1 + random_() % longest);
      column.append(seal(points, done, count, wide), arena_);
      done += count;
    }
    return column;
  }

  // The points as parts of up to `parts` columns, each with some points before
  // and after that do not belong to the curve.
  Curve curve(const Points& points, bool wide, std::size_t parts = 1) {
    Curve curve;
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (points.wall_secs[i] < points.wall_secs[i - 1]) {
        curve.sorted_by_wall = false;
      }
    }
    std::size_t done = 0;
    for (std::size_t k = 0; k < parts; ++k) {
      const std::size_t left = points.size() - done;
      const std::size_t count =
          k + 1 == parts ? left
                         : std::min<std::size_t>(left, random_() % (left + 1));
      const std::size_t before = parts == 1 ? 0 : random_() % 700;
      const std::size_t after = parts == 1 ? 0 : random_() % 700;
      Points all;
      for (std::size_t i = 0; i < before; ++i) all.push_back({99, 5, 1e9});
      for (std::size_t i = 0; i < count; ++i) all.push_back(points[done + i]);
      for (std::size_t i = 0; i < after; ++i) {
        all.push_back({-99, 7, std::numeric_limits<double>::quiet_NaN()});
      }
      curve.parts.push_back({column(all, wide).view(), before, before + count});
      done += count;
    }
    return curve;
  }

  Arena& arena() { return arena_; }

 private:
  std::mt19937_64 random_;
  Arena arena_;
  SealScratch scratch_;
};

inline bool same_value(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

inline bool same_point(const Point& a, const Point& b) {
  return a.step == b.step && a.wall_secs == b.wall_secs &&
         same_value(a.value, b.value);
}

}  // namespace stepline::store::testing
