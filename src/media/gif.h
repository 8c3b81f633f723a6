#pragma once

#include <string>
#include <vector>

#include "media/bitmap.h"
#include "stepline/result.h"

namespace stepline::media {

// An animated GIF that loops for ever.
//
// The frames must be 8-bit, of 1, 3 or 4 channels and of one shape. Alpha is
// blended on black, as the canvas of grids and tiles is black; GIF has nothing
// between opaque and transparent.
//
// All frames share one palette, so that colours do not flicker from frame to
// frame: the very colours where there are at most 256 in the whole animation,
// else the best 256 we find, mixed by ordered dithering: its pattern stands
// still, where error diffusion would boil. Frames hold only the area that
// changed since the one before.
//
// GIF counts in hundredths of a second: a frame ends at the one nearest to its
// time, and lasts at least 2, because browsers play anything shorter at 10
// frames a second.
Result<std::string> encode_gif(const std::vector<Bitmap>& frames, double fps);

}  // namespace stepline::media
