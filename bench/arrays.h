#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

// What is logged by the benchmarks; peers.py makes the same.
namespace stepline::bench {

constexpr std::int64_t kSide = 256;
constexpr std::size_t kPixelBytes = 3 * kSide * kSide;

inline std::vector<float> normal_floats(std::size_t count) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

inline std::vector<std::uint8_t> noise_bytes() {
  std::mt19937 random(2);
  std::vector<std::uint8_t> pixels(kPixelBytes);
  for (std::uint8_t& pixel : pixels)
    pixel = static_cast<std::uint8_t>(random());
  return pixels;
}

inline std::vector<float> noise_floats() {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> uniform;
  std::vector<float> pixels(kPixelBytes);
  for (float& pixel : pixels) pixel = uniform(random);
  return pixels;
}

// Smooth waves under a little grain, as a photograph has it; [3, 256, 256].
inline std::vector<std::uint8_t> photo_bytes() {
  std::mt19937 random(4);
  std::vector<std::uint8_t> pixels;
  for (int c = 0; c < 3; ++c) {
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const double wave = std::sin(x * 0.031 + c) * std::cos(y * 0.023 - c);
        const auto grain = static_cast<double>(random() % 8);
        pixels.push_back(static_cast<std::uint8_t>(120 + 100 * wave + grain));
      }
    }
  }
  return pixels;
}

}  // namespace stepline::bench
