#pragma once

#include <string>

#include "media/bitmap.h"

namespace stepline::media {

// Pictures to encode, the same in every run.
Bitmap noise(int width, int height, int channels, int bits = 8);
Bitmap gradient(int width, int height, int channels, int bits = 8);
Bitmap constant(int width, int height, int channels, int bits = 8);

// Smooth waves of colour under a little grain, as a photograph has it; `time`
// moves them.
Bitmap photo_like(int width, int height, int channels = 3, double time = 0);

// The picture in a PNG file as libspng decodes it; an invalid bitmap if it
// refuses (checksums are verified).
Bitmap decode_png(const std::string& file);

}  // namespace stepline::media
