#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>

namespace stepline::media {

// A picture in memory: rows from top to bottom without padding, the samples of
// a pixel side by side, 16-bit samples in native byte order.
//
// The fields are plain so that whoever converts a tensor can fill them without
// a copy; everything in this layer that takes a bitmap takes only a valid one,
// or says what it does with the others.
struct Bitmap {
  int width = 0;
  int height = 0;
  int channels = 3;  // 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA.
  int bits = 8;      // 8 or 16.
  std::string pixels;

  // A black picture (and transparent, where there is alpha).
  static Bitmap black(int width, int height, int channels, int bits = 8) {
    Bitmap bitmap{width, height, channels, bits, {}};
    bitmap.pixels.resize(bitmap.row_bytes() * static_cast<std::size_t>(height));
    return bitmap;
  }

  std::size_t pixel_bytes() const {
    return static_cast<std::size_t>(channels) *
           static_cast<std::size_t>(bits / 8);
  }
  std::size_t row_bytes() const {
    return static_cast<std::size_t>(width) * pixel_bytes();
  }

  bool is_valid() const {
    return width > 0 && height > 0 && channels >= 1 && channels <= 4 &&
           (bits == 8 || bits == 16) &&
           pixels.size() == row_bytes() * static_cast<std::size_t>(height);
  }

  bool same_shape(const Bitmap& other) const {
    return width == other.width && height == other.height &&
           channels == other.channels && bits == other.bits;
  }

  // The first byte of a row.
  std::uint8_t* row(int y) {
    return reinterpret_cast<std::uint8_t*>(pixels.data()) +
           static_cast<std::size_t>(y) * row_bytes();
  }
  const std::uint8_t* row(int y) const {
    return reinterpret_cast<const std::uint8_t*>(pixels.data()) +
           static_cast<std::size_t>(y) * row_bytes();
  }

  // The first byte of a pixel.
  std::uint8_t* at(int x, int y) {
    assert(x >= 0 && x < width && y >= 0 && y < height && "inside the picture");
    return row(y) + static_cast<std::size_t>(x) * pixel_bytes();
  }
  const std::uint8_t* at(int x, int y) const {
    assert(x >= 0 && x < width && y >= 0 && y < height && "inside the picture");
    return row(y) + static_cast<std::size_t>(x) * pixel_bytes();
  }
};

}  // namespace stepline::media
