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
  const auto count = static_cast<std::int64_t>(images.size());
  std::int64_t columns = 1;
  while (columns * columns < count) ++columns;
  const std::int64_t rows = (count + columns - 1) / columns;
  if (!images.empty()) {
    const std::int64_t width = columns * images[0].width;
    const std::int64_t height = rows * images[0].height;
    const bool too_large = width > kMaxSpriteSide;
    if (too_large || height > width) {
      return Error{ErrorCode::InvalidArgument,
                   "sprite of " + std::to_string(images.size()) +
                       " images too " + (too_large ? "large" : "high") +
                       ": got " + std::to_string(width) + " x " +
                       std::to_string(height) + " pixels, want at most " +
                       std::to_string(too_large ? kMaxSpriteSide : width)};
    }
  }
  auto sheet = tile(addresses(images), rows, columns, "image");
  if (!sheet) return sheet;
  sheet->height = sheet->width;
  sheet->pixels.resize(sheet->row_bytes() *
                       static_cast<std::size_t>(sheet->height));
  return sheet;
}

}  // namespace stepline::media
