#include "shapes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

#include "random.h"

namespace demo {
namespace {

struct Pose {
  float x, y, radius, cosine, sine;
};

// u and v are in the shape's own frame, 1 being its radius.
bool inside(int shape, float u, float v) {
  const float distance = std::hypot(u, v);
  switch (shape) {
    case 0:
      return distance < 0.9f;
    case 1:
      return distance < 0.95f && distance > 0.5f;
    case 2:
      return std::max(std::abs(u), std::abs(v)) < 0.78f;
    case 3:
      return v > -0.55f && v < 1 - std::numbers::sqrt3_v<float> * std::abs(u);
    default:
      return std::min(std::abs(u), std::abs(v)) < 0.3f &&
             std::max(std::abs(u), std::abs(v)) < 1;
  }
}

// The share of the pixel that the shape covers, by a grid of points in it.
float coverage(int shape, const Pose& pose, int column, int line) {
  constexpr int kPoints = 4;
  int hits = 0;
  for (int p = 0; p < kPoints * kPoints; ++p) {
    const float x = static_cast<float>(column) +
                    (static_cast<float>(p % kPoints) + 0.5f) / kPoints - pose.x;
    const float y = static_cast<float>(line) +
                    (static_cast<float>(p / kPoints) + 0.5f) / kPoints - pose.y;
    const float u = (x * pose.cosine + y * pose.sine) / pose.radius;
    const float v = (y * pose.cosine - x * pose.sine) / pose.radius;
    hits += inside(shape, u, v) ? 1 : 0;
  }
  return static_cast<float>(hits) / (kPoints * kPoints);
}

Pose random_pose(Random& random) {
  const float radius = random.uniform(4.0f, 6.5f);
  const float angle = random.uniform(0, 2 * std::numbers::pi_v<float>);
  return {random.uniform(radius, kSide - radius),
          random.uniform(radius, kSide - radius), radius, std::cos(angle),
          std::sin(angle)};
}

Box box_around(const Pose& pose) {
  return {std::max(0.0f, pose.x - pose.radius),
          std::max(0.0f, pose.y - pose.radius),
          std::min<float>(kSide, pose.x + pose.radius),
          std::min<float>(kSide, pose.y + pose.radius)};
}

}  // namespace

Shapes make_shapes(int count, float noise, std::uint64_t seed) {
  Random random(seed);
  Shapes shapes{Matrix(count, kPixels), Matrix(count, kPixels), {}, {}};
  for (int i = 0; i < count; ++i) {
    const int shape = random.index(kClasses);
    const Pose pose = random_pose(random);
    const float ground = random.uniform(0.0f, 0.3f);
    const float brightness = random.uniform(0.7f, 1.0f);
    for (int p = 0; p < kPixels; ++p) {
      const float share = coverage(shape, pose, p % kSide, p / kSide);
      const float clean = ground + (brightness - ground) * share;
      shapes.clean.row(i)[p] = clean;
      shapes.noisy.row(i)[p] =
          std::clamp(clean + noise * random.normal(), 0.0f, 1.0f);
    }
    shapes.classes.push_back(shape);
    shapes.boxes.push_back(box_around(pose));
  }
  return shapes;
}

Shapes take(const Shapes& from, std::span<const int> indices) {
  const int count = static_cast<int>(indices.size());
  Shapes taken{Matrix(count, kPixels), Matrix(count, kPixels), {}, {}};
  for (int i = 0; i < count; ++i) {
    const int index = indices[std::size_t(i)];
    std::copy_n(from.noisy.row(index), kPixels, taken.noisy.row(i));
    std::copy_n(from.clean.row(index), kPixels, taken.clean.row(i));
    taken.classes.push_back(from.classes[std::size_t(index)]);
    taken.boxes.push_back(from.boxes[std::size_t(index)]);
  }
  return taken;
}

Shapes take_first(const Shapes& from, int count) {
  std::vector<int> indices(std::size_t(std::min(count, from.count())));
  std::iota(indices.begin(), indices.end(), 0);
  return take(from, indices);
}

}  // namespace demo
