#include "media/pictures.h"

#include <spng.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <random>

namespace stepline::media {
namespace {

// `sample(x, y, channel)` gives 0 to 65535.
Bitmap paint(int width, int height, int channels, int bits,
             const std::function<std::uint32_t(int, int, int)>& sample) {
  Bitmap bitmap = Bitmap::black(width, height, channels, bits);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint8_t* pixel = bitmap.at(x, y);
      for (int c = 0; c < channels; ++c) {
        const auto value = static_cast<std::uint16_t>(sample(x, y, c));
        if (bits == 8) {
          pixel[c] = static_cast<std::uint8_t>(value >> 8);
        } else {
          std::memcpy(pixel + 2 * c, &value, 2);
        }
      }
    }
  }
  return bitmap;
}

}  // namespace

Bitmap noise(int width, int height, int channels, int bits) {
  std::mt19937 random(3);
  return paint(width, height, channels, bits,
               [&](int, int, int) { return random() & 0xffff; });
}

Bitmap gradient(int width, int height, int channels, int bits) {
  return paint(width, height, channels, bits, [&](int x, int y, int c) {
    return static_cast<std::uint32_t>(x * 700 + y * 300 + c * 5000) & 0xffff;
  });
}

Bitmap constant(int width, int height, int channels, int bits) {
  return paint(width, height, channels, bits, [](int, int, int c) {
    return 0x1234u + 0x2222u * static_cast<std::uint32_t>(c);
  });
}

Bitmap photo_like(int width, int height, int channels, double time) {
  std::mt19937 random(3);
  std::normal_distribution<double> grain(0, 2.5);
  return paint(width, height, channels, 8, [&](int x, int y, int c) {
    const double value = 128 + 50 * std::sin(x * .013 + c + time) +
                         40 * std::cos(y * .021 - c) +
                         20 * std::sin((x + y) * .11 - time) + grain(random);
    return static_cast<std::uint32_t>(std::clamp(value, 0., 255.)) << 8;
  });
}

Bitmap decode_png(const std::string& file) {
  const std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)> context(
      spng_ctx_new(0), spng_ctx_free);
  spng_set_crc_action(context.get(), SPNG_CRC_ERROR, SPNG_CRC_ERROR);
  spng_set_png_buffer(context.get(), file.data(), file.size());
  spng_ihdr header{};
  std::size_t size = 0;
  if (spng_get_ihdr(context.get(), &header) != 0 ||
      spng_decoded_image_size(context.get(), SPNG_FMT_PNG, &size) != 0) {
    return {};
  }
  const int kChannels[] = {1, 0, 3, 0, 2, 0, 4};
  Bitmap bitmap = Bitmap::black(static_cast<int>(header.width),
                                static_cast<int>(header.height),
                                kChannels[header.color_type], header.bit_depth);
  if (bitmap.pixels.size() != size ||
      spng_decode_image(context.get(), bitmap.pixels.data(), size, SPNG_FMT_PNG,
                        0) != 0 ||
      spng_decode_chunks(context.get()) != 0) {
    return {};
  }
  return bitmap;
}

}  // namespace stepline::media
