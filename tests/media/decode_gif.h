#pragma once

#include <string>
#include <vector>

#include "media/bitmap.h"

namespace stepline::media {

struct DecodedGif {
  std::vector<Bitmap> frames;  // RGB, as shown: each drawn over the last.
  std::vector<int> delays;     // In hundredths of a second.
  int loops = -1;              // 0: for ever; -1: not given.
  std::size_t stored_pixels = 0;
  bool local_palettes = false;
};

// Decodes by giflib; no frames if it refuses the file.
DecodedGif decode_gif(const std::string& file);

}  // namespace stepline::media
