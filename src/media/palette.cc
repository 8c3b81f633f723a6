#include "media/palette.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace stepline::media {
namespace {

constexpr int kRefinements = 4;
constexpr std::size_t kLevels = std::size_t{1} << ColourHistogram::kBits;

// The mean colour of an occupied cell, with its weight.
struct Sample {
  std::array<double, 3> colour;
  double weight;
};

// Sums from which mean and squared error of a set of samples follow.
struct Moments {
  double weight = 0;
  std::array<double, 3> sum = {};
  double squares = 0;

  void add(const Sample& sample) {
    weight += sample.weight;
    for (std::size_t c = 0; c < 3; ++c) {
      sum[c] += sample.weight * sample.colour[c];
      squares += sample.weight * sample.colour[c] * sample.colour[c];
    }
  }
  void add(const Moments& other) {
    weight += other.weight;
    for (std::size_t c = 0; c < 3; ++c) sum[c] += other.sum[c];
    squares += other.squares;
  }
  void subtract(const Moments& other) {
    weight -= other.weight;
    for (std::size_t c = 0; c < 3; ++c) sum[c] -= other.sum[c];
    squares -= other.squares;
  }
  double error() const {
    if (weight <= 0) return 0;
    double mean_part = 0;
    for (const double s : sum) mean_part += s * s;
    return squares - mean_part / weight;
  }
  Rgb mean() const {
    const auto channel = [&](std::size_t c) {
      return static_cast<std::uint8_t>(
          std::clamp(std::lround(sum[c] / weight), 0l, 255l));
    };
    return {channel(0), channel(1), channel(2)};
  }
};

std::size_t level_of(const Sample& sample, std::size_t channel) {
  return static_cast<std::size_t>(sample.colour[channel]) >> 2;
}

// A set of samples and the best way to cut it in two.
struct Box {
  std::span<Sample> samples;
  Moments moments;
  std::size_t channel = 0;
  std::size_t last_level = 0;  // Of the lower part.
  double gain = 0;             // How much the cut lowers the error.

  explicit Box(std::span<Sample> contents) : samples(contents) {
    for (const Sample& sample : samples) moments.add(sample);
    for (std::size_t c = 0; c < 3; ++c) find_cut(c);
  }

  void find_cut(std::size_t c) {
    std::array<Moments, kLevels> levels;
    for (const Sample& sample : samples) {
      levels[level_of(sample, c)].add(sample);
    }
    Moments lower, upper = moments;
    for (std::size_t level = 0; level + 1 < kLevels; ++level) {
      if (levels[level].weight == 0) continue;
      lower.add(levels[level]);
      upper.subtract(levels[level]);
      const double saved = moments.error() - lower.error() - upper.error();
      if (upper.weight > 0 && saved > gain) {
        gain = saved;
        channel = c;
        last_level = level;
      }
    }
  }

  // Keeps the lower part and returns the upper one.
  Box cut() {
    const auto middle = std::partition(
        samples.begin(), samples.end(), [&](const Sample& sample) {
          return level_of(sample, channel) <= last_level;
        });
    const auto size = static_cast<std::size_t>(middle - samples.begin());
    Box upper(samples.subspan(size));
    *this = Box(samples.first(size));
    return upper;
  }
};

std::vector<Sample> occupied(const ColourHistogram& histogram) {
  std::vector<Sample> samples;
  for (const ColourHistogram::Cell& cell : histogram.cells()) {
    if (cell.count == 0) continue;
    const auto n = static_cast<double>(cell.count);
    samples.push_back({{static_cast<double>(cell.red) / n,
                        static_cast<double>(cell.green) / n,
                        static_cast<double>(cell.blue) / n},
                       n});
  }
  return samples;
}

std::vector<Rgb> cut_boxes(std::span<Sample> samples) {
  std::vector<Box> boxes = {Box(samples)};
  while (boxes.size() < kMaxPaletteSize) {
    const auto best = std::max_element(
        boxes.begin(), boxes.end(),
        [](const Box& a, const Box& b) { return a.gain < b.gain; });
    if (best->gain <= 0) break;
    Box upper = best->cut();
    boxes.push_back(upper);
  }
  std::vector<Rgb> palette;
  for (const Box& box : boxes) palette.push_back(box.moments.mean());
  return palette;
}

void refine(std::vector<Rgb>& palette, std::span<const Sample> samples) {
  const NearestColour nearest(palette);
  std::vector<Moments> clusters(palette.size());
  for (const Sample& sample : samples) {
    Moments one;
    one.add({sample.colour, 1});
    clusters[nearest(one.mean())].add(sample);
  }
  for (std::size_t i = 0; i < palette.size(); ++i) {
    if (clusters[i].weight > 0) palette[i] = clusters[i].mean();
  }
}

}  // namespace

std::optional<std::uint8_t> ColourSet::insert(Rgb colour) {
  const std::uint32_t key = static_cast<std::uint32_t>(colour.red) << 16 |
                            static_cast<std::uint32_t>(colour.green) << 8 |
                            colour.blue;
  std::size_t slot = (key * 0x9e3779b1u) >> 22;
  for (; slots_[slot] >= 0; slot = (slot + 1) % kSlots) {
    const auto index = static_cast<std::size_t>(slots_[slot]);
    if (colours_[index] == colour) return static_cast<std::uint8_t>(index);
  }
  if (colours_.size() == kMaxPaletteSize) return std::nullopt;
  slots_[slot] = static_cast<std::int16_t>(colours_.size());
  colours_.push_back(colour);
  return static_cast<std::uint8_t>(colours_.size() - 1);
}

std::vector<Rgb> choose_palette(const ColourHistogram& histogram) {
  std::vector<Sample> samples = occupied(histogram);
  if (samples.empty()) return {};
  std::vector<Rgb> palette = cut_boxes(samples);
  for (int i = 0; i < kRefinements; ++i) refine(palette, samples);
  return palette;
}

NearestColour::NearestColour(const std::vector<Rgb>& palette) {
  constexpr std::int16_t kFarAway = 1000;
  red_.fill(kFarAway);
  green_.fill(kFarAway);
  blue_.fill(kFarAway);
  for (std::size_t i = 0; i < palette.size(); ++i) {
    red_[i] = palette[i].red;
    green_[i] = palette[i].green;
    blue_[i] = palette[i].blue;
  }
}

std::uint8_t NearestColour::operator()(Rgb colour) const {
  // Distance and index in one number and differences of 16 bits, so that the
  // loop becomes vector code.
  const auto difference = [](std::int16_t a, std::uint8_t b) {
    return static_cast<std::int16_t>(a - b);
  };
  std::int32_t best = std::numeric_limits<std::int32_t>::max();
  for (std::size_t i = 0; i < kMaxPaletteSize; ++i) {
    const std::int16_t red = difference(red_[i], colour.red);
    const std::int16_t green = difference(green_[i], colour.green);
    const std::int16_t blue = difference(blue_[i], colour.blue);
    const std::int32_t distance = red * red + green * green + blue * blue;
    best = std::min(best, distance << 8 | static_cast<std::int32_t>(i));
  }
  return static_cast<std::uint8_t>(best & 0xff);
}

}  // namespace stepline::media
