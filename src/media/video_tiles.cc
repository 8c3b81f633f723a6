#include "media/video_tiles.h"

#include <bit>
#include <string>
#include <utility>

#include "media/tiling.h"

namespace stepline::media {

Result<Video> tile_videos(const std::vector<Video>& videos) {
  if (videos.empty() || videos[0].empty()) {
    return Error{ErrorCode::InvalidArgument,
                 "got no frames, want at least one video of one frame"};
  }
  for (std::size_t i = 1; i < videos.size(); ++i) {
    if (videos[i].size() != videos[0].size()) {
      return Error{ErrorCode::InvalidArgument,
                   "video " + std::to_string(i) + " differs in length: got " +
                       std::to_string(videos[i].size()) + " frames, want " +
                       std::to_string(videos[0].size()) + " as the first"};
    }
  }
  const std::size_t places = std::bit_ceil(videos.size());
  const std::size_t rows = std::size_t{1} << (std::bit_width(places) - 1) / 2;

  Video tiled;
  std::vector<const Bitmap*> tiles(videos.size());
  for (std::size_t t = 0; t < videos[0].size(); ++t) {
    for (std::size_t i = 0; i < videos.size(); ++i) tiles[i] = &videos[i][t];
    if (!tiles[0]->same_shape(videos[0][0])) {
      return Error{ErrorCode::InvalidArgument,
                   "frame " + std::to_string(t) +
                       " differs in shape from the first frame"};
    }
    Result<Bitmap> frame =
        tile(tiles, static_cast<std::int64_t>(rows),
             static_cast<std::int64_t>(places / rows), "video");
    if (!frame) return frame.error();
    tiled.push_back(std::move(*frame));
  }
  return tiled;
}

}  // namespace stepline::media
