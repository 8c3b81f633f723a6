#include "media/tiling.h"

#include <cassert>
#include <cstring>
#include <limits>
#include <string>

namespace stepline::media {
namespace {

std::string describe(const Bitmap& bitmap) {
  return std::to_string(bitmap.width) + " x " + std::to_string(bitmap.height) +
         " pixels of " + std::to_string(bitmap.channels) + " x " +
         std::to_string(bitmap.bits) + " bits";
}

Result<void> check_shapes(std::span<const Bitmap* const> tiles,
                          const char* what) {
  if (tiles.empty()) {
    return Error{ErrorCode::InvalidArgument,
                 std::string("got no ") + what + "s, want at least one"};
  }
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const std::string name = std::string(what) + " " + std::to_string(i);
    if (!tiles[i]->is_valid()) {
      return Error{ErrorCode::InvalidArgument,
                   name + " is not a picture: " + describe(*tiles[i]) + " in " +
                       std::to_string(tiles[i]->pixels.size()) + " bytes"};
    }
    if (!tiles[i]->same_shape(*tiles[0])) {
      return Error{ErrorCode::InvalidArgument,
                   name + " differs in shape: got " + describe(*tiles[i]) +
                       ", want " + describe(*tiles[0]) + " as the first"};
    }
  }
  return {};
}

}  // namespace

Result<Bitmap> tile(std::span<const Bitmap* const> tiles, std::int64_t rows,
                    std::int64_t columns, const char* what) {
  if (auto checked = check_shapes(tiles, what); !checked) {
    return checked.error();
  }
  assert(rows * columns >= static_cast<std::int64_t>(tiles.size()) &&
         "every tile has a place");
  const Bitmap& first = *tiles[0];
  constexpr std::int64_t kMaxSide = std::numeric_limits<int>::max();
  if (columns > kMaxSide / first.width || rows > kMaxSide / first.height) {
    return Error{ErrorCode::InvalidArgument,
                 "too large to tile: " + std::to_string(tiles.size()) + " " +
                     what + "s of " + describe(first)};
  }
  Bitmap canvas = Bitmap::black(static_cast<int>(columns) * first.width,
                                static_cast<int>(rows) * first.height,
                                first.channels, first.bits);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const int x = static_cast<int>(place % columns) * first.width;
    const int y = static_cast<int>(place / columns) * first.height;
    for (int row = 0; row < first.height; ++row) {
      std::memcpy(canvas.at(x, y + row), tiles[i]->row(row), first.row_bytes());
    }
  }
  return canvas;
}

}  // namespace stepline::media
