#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "media/palette.h"

namespace stepline::media {

// Shows more colours than a palette has by mixing two of them in a pattern of
// 8 x 8 pixels that is the same in every frame. A colour that the palette has
// is shown by itself alone, so flat areas stay flat.
class OrderedDither {
 public:
  // Serves the colours that the histogram has counted, no others.
  OrderedDither(const ColourHistogram& histogram,
                const std::vector<Rgb>& palette);

  // The palette's index for a colour at (x, y).
  std::uint8_t index(Rgb colour, int x, int y) const {
    const Mix& mix = mixes_[ColourHistogram::cell_of(colour)];
    const auto place = static_cast<std::size_t>((y & 7) * 8 + (x & 7));
    return kOrder[place] < mix.second_share ? mix.second : mix.first;
  }

 private:
  struct Mix {
    std::uint8_t first = 0, second = 0;
    std::uint8_t second_share = 0;  // In pixels of 64.
  };

  // In which order the pixels of the pattern take the second colour: any first
  // few of them are spread as evenly as can be (Bayer's matrix).
  static constexpr std::array<std::uint8_t, 64> kOrder = [] {
    std::array<std::uint8_t, 64> order{};
    for (unsigned place = 0; place < 64; ++place) {
      const unsigned x = place % 8, y = place / 8;
      unsigned rank = 0;
      for (unsigned bit = 0; bit < 3; ++bit) {
        const unsigned xb = x >> bit & 1, yb = y >> bit & 1;
        rank = rank * 4 + ((xb ^ yb) * 2 + yb);
      }
      order[place] = static_cast<std::uint8_t>(rank);
    }
    return order;
  }();

  std::vector<Mix> mixes_;  // By the histogram's cells.
};

}  // namespace stepline::media
