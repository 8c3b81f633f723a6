#include "media/dither.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepline::media {
namespace {

// What the contrast of a pattern costs against the error of its mean: with 0
// any two colours that average well would do, with 1 nothing is ever mixed.
constexpr float kContrastCost = 0.15f;
// Fewer pixels of 64 would be seen as specks and not as a mixture.
constexpr float kLeastShare = 4.f / 64;

// Only so many neighbours of a colour are tried as its partner; those further
// away lose by their contrast.
constexpr std::size_t kNeighbours = 24;

struct Colour {
  float red, green, blue;

  Colour(Rgb rgb) : Colour(rgb.red, rgb.green, rgb.blue) {}
  Colour(float r, float g, float b) : red(r), green(g), blue(b) {}
  Colour operator-(Colour other) const {
    return {red - other.red, green - other.green, blue - other.blue};
  }
  Colour operator*(float factor) const {
    return {red * factor, green * factor, blue * factor};
  }
  float dot(Colour other) const {
    return red * other.red + green * other.green + blue * other.blue;
  }
  float square() const { return dot(*this); }
};

std::uint8_t round_level(float value) {
  return static_cast<std::uint8_t>(std::lround(value));
}

Colour mean_of(const ColourHistogram::Cell& cell) {
  const auto count = static_cast<float>(cell.count);
  return {static_cast<float>(cell.red) / count,
          static_cast<float>(cell.green) / count,
          static_cast<float>(cell.blue) / count};
}

std::vector<std::uint8_t> nearest_to(Colour colour,
                                     const std::vector<Rgb>& palette) {
  std::vector<std::uint8_t> indices(palette.size());
  std::iota(indices.begin(), indices.end(), std::uint8_t{0});
  std::sort(indices.begin(), indices.end(), [&](auto a, auto b) {
    return (Colour(palette[a]) - colour).square() <
           (Colour(palette[b]) - colour).square();
  });
  indices.resize(std::min(indices.size(), kNeighbours));
  return indices;
}

}  // namespace

OrderedDither::OrderedDither(const ColourHistogram& histogram,
                             const std::vector<Rgb>& palette)
    : mixes_(ColourHistogram::kCells) {
  const NearestColour nearest(palette);
  std::vector<std::vector<std::uint8_t>> neighbours;
  for (const Rgb colour : palette) {
    neighbours.push_back(nearest_to(colour, palette));
  }
  for (std::size_t i = 0; i < mixes_.size(); ++i) {
    const ColourHistogram::Cell& cell = histogram.cells()[i];
    if (cell.count == 0) continue;
    const Colour colour = mean_of(cell);
    Mix& mix = mixes_[i];
    mix.first = nearest({round_level(colour.red), round_level(colour.green),
                         round_level(colour.blue)});
    const Colour miss = colour - palette[mix.first];
    float lowest_cost = miss.square();
    for (const std::uint8_t candidate : neighbours[mix.first]) {
      const Colour step = Colour(palette[candidate]) - palette[mix.first];
      const float along = miss.dot(step);
      const float distance = step.square();
      if (along < kLeastShare * distance || distance == 0) continue;
      const float share = std::min(along / distance, 0.5f);
      const float cost = (miss - step * share).square() +
                         kContrastCost * share * (1 - share) * distance;
      if (cost >= lowest_cost) continue;
      lowest_cost = cost;
      mix.second = candidate;
      mix.second_share = round_level(share * 64);
    }
  }
}

}  // namespace stepline::media
