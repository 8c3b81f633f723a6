#include "media/dither.h"

#include <algorithm>
#include <cmath>

namespace stepline::media {
namespace {

// What the contrast of a pattern costs against the error of its mean: with 0
// any two colours that average well would do, with 1 nothing is ever mixed.
constexpr float kContrastCost = 0.15f;
// Fewer pixels of 64 would be seen as specks and not as a mixture.
constexpr float kLeastShare = 4.f / 64;

}  // namespace

OrderedDither::OrderedDither(const ColourHistogram& histogram,
                             const std::vector<Rgb>& palette)
    : mixes_(ColourHistogram::kCells) {
  const NearestColour nearest(palette);
  for (std::size_t i = 0; i < mixes_.size(); ++i) {
    const ColourHistogram::Cell& cell = histogram.cells()[i];
    if (cell.count > 0) mixes_[i] = mix_for(cell, palette, nearest);
  }
}

OrderedDither::Mix OrderedDither::mix_for(const ColourHistogram::Cell& cell,
                                          const std::vector<Rgb>& palette,
                                          const NearestColour& nearest) {
  const auto count = static_cast<float>(cell.count);
  const float red = static_cast<float>(cell.red) / count;
  const float green = static_cast<float>(cell.green) / count;
  const float blue = static_cast<float>(cell.blue) / count;
  const auto level = [](float value) {
    return static_cast<std::uint8_t>(std::lround(value));
  };
  Mix mix;
  mix.first = nearest({level(red), level(green), level(blue)});
  const Rgb first = palette[mix.first];
  const float miss_red = red - first.red;
  const float miss_green = green - first.green;
  const float miss_blue = blue - first.blue;
  float lowest_cost =
      miss_red * miss_red + miss_green * miss_green + miss_blue * miss_blue;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const auto step_red = static_cast<float>(palette[i].red - first.red);
    const auto step_green = static_cast<float>(palette[i].green - first.green);
    const auto step_blue = static_cast<float>(palette[i].blue - first.blue);
    const float along =
        miss_red * step_red + miss_green * step_green + miss_blue * step_blue;
    if (along <= 0) continue;
    const float distance =
        step_red * step_red + step_green * step_green + step_blue * step_blue;
    const float share = std::min(along / distance, 0.5f);
    if (share < kLeastShare) continue;
    const float rest_red = miss_red - share * step_red;
    const float rest_green = miss_green - share * step_green;
    const float rest_blue = miss_blue - share * step_blue;
    const float cost = rest_red * rest_red + rest_green * rest_green +
                       rest_blue * rest_blue +
                       kContrastCost * share * (1 - share) * distance;
    if (cost < lowest_cost) {
      lowest_cost = cost;
      mix.second = static_cast<std::uint8_t>(i);
      mix.second_share = level(share * 64);
    }
  }
  return mix;
}

}  // namespace stepline::media
