#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "matrix.h"

namespace demo {

inline constexpr int kSide = 16;
inline constexpr int kPixels = kSide * kSide;
inline constexpr std::array<std::string_view, 5> kClassNames = {
    "disc", "ring", "square", "triangle", "cross"};
inline constexpr int kClasses = static_cast<int>(kClassNames.size());

// Around the shape, in pixels of the small picture.
struct Box {
  float left, top, right, bottom;
};

// Pictures of one shape each, in [0, 1], all of different size, place, angle
// and brightness: `clean`, and with noise, which is what the models are given.
struct Shapes {
  Matrix noisy;  // [count, kPixels]
  Matrix clean;
  std::vector<int> classes;
  std::vector<Box> boxes;

  int count() const { return noisy.rows(); }
};

// The same pictures for the same seed; `noise` is its standard deviation.
Shapes make_shapes(int count, float noise, std::uint64_t seed);

// The chosen rows.
Shapes take(const Shapes& from, std::span<const int> indices);
// The first rows.
Shapes take_first(const Shapes& from, int count);

}  // namespace demo
