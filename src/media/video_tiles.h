#pragma once

#include <vector>

#include "media/bitmap.h"
#include "stepline/result.h"

namespace stepline::media {

using Video = std::vector<Bitmap>;  // Its frames.

// Plays several videos side by side: N videos of T frames become one of T
// frames. N is padded to a power of two with black videos, then they are tiled
// row by row, square or twice as wide as high (2 videos: 1 x 2, 3 or 4: 2 x 2,
// 5 to 8: 2 x 4). All frames of all videos must have one shape.
Result<Video> tile_videos(const std::vector<Video>& videos);

}  // namespace stepline::media
