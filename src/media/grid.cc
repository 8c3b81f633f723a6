#include "media/grid.h"

#include <algorithm>
#include <string>

#include "media/tiling.h"

namespace stepline::media {
namespace {

constexpr std::int64_t kMaxSpriteSide = 8192;

std::vector<const Bitmap*> addresses(const std::vector<Bitmap>& images) {
  std::vector<const Bitmap*> result;
  result.reserve(images.size());
  for (const Bitmap& image : images) result.push_back(&image);
  return result;
}

}  // namespace

Result<Bitmap> make_grid(const std::vector<Bitmap>& images, int columns) {
  if (columns < 1) {
    return Error{ErrorCode::InvalidArgument,
                 "got " + std::to_string(columns) +
                     " columns for a grid, want at least one"};
  }
  const auto count = static_cast<std::int64_t>(images.size());
  const std::int64_t used =
      std::clamp<std::int64_t>(count, 1, static_cast<std::int64_t>(columns));
  return tile(addresses(images), (count + used - 1) / used, used, "image");
}

Result<Bitmap> make_sprite(const std::vector<Bitmap>& images) {
  std::int64_t side = 0;
  while (side * side < static_cast<std::int64_t>(images.size())) ++side;
  if (!images.empty()) {
    const std::int64_t width = side * images[0].width;
    const std::int64_t height = side * images[0].height;
    if (std::max(width, height) > kMaxSpriteSide) {
      return Error{ErrorCode::InvalidArgument,
                   "sprite of " + std::to_string(images.size()) +
                       " images too large: got " + std::to_string(width) +
                       " x " + std::to_string(height) +
                       " pixels, want at most " +
                       std::to_string(kMaxSpriteSide)};
    }
  }
  return tile(addresses(images), side, side, "image");
}

}  // namespace stepline::media
