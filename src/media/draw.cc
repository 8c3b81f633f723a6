#include "media/draw.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "media/font.h"

namespace stepline::media {
namespace {

constexpr std::int64_t kLineWidth = 2;
constexpr std::int64_t kLabelPadding = 2;
constexpr int kMaxLabelScale = 4;
constexpr int kPixelsPerLabelScale = 512;

// Right and bottom are the first column and row outside. 64 bits, so that no
// sum of coordinates can overflow.
struct Rectangle {
  std::int64_t left, top, right, bottom;
};

struct Colour {
  std::uint8_t red, green, blue, grey;
};
constexpr Colour kBoxColour = {255, 0, 0, 255};
constexpr Colour kTextColour = {255, 255, 255, 0};

std::string pixel_of(const Bitmap& bitmap, Colour colour) {
  std::string samples;
  if (bitmap.channels < 3) {
    samples = {static_cast<char>(colour.grey)};
  } else {
    samples = {static_cast<char>(colour.red), static_cast<char>(colour.green),
               static_cast<char>(colour.blue)};
  }
  if (bitmap.channels % 2 == 0) samples.push_back('\xff');
  if (bitmap.bits == 8) return samples;
  std::string wide;
  for (const char sample : samples) wide.append(2, sample);
  return wide;
}

void fill(Bitmap& bitmap, Rectangle area, Colour colour) {
  const std::string pixel = pixel_of(bitmap, colour);
  const auto clip = [](std::int64_t value, int end) {
    return static_cast<int>(std::clamp<std::int64_t>(value, 0, end));
  };
  const int right = clip(area.right, bitmap.width);
  const int bottom = clip(area.bottom, bitmap.height);
  for (int y = clip(area.top, bitmap.height); y < bottom; ++y) {
    for (int x = clip(area.left, bitmap.width); x < right; ++x) {
      std::memcpy(bitmap.at(x, y), pixel.data(), pixel.size());
    }
  }
}

void draw_outline(Bitmap& bitmap, Rectangle box) {
  const auto [left, top, right, bottom] = box;
  fill(bitmap, {left, top, right, std::min(top + kLineWidth, bottom)},
       kBoxColour);
  fill(bitmap, {left, std::max(bottom - kLineWidth, top), right, bottom},
       kBoxColour);
  fill(bitmap, {left, top, std::min(left + kLineWidth, right), bottom},
       kBoxColour);
  fill(bitmap, {std::max(right - kLineWidth, left), top, right, bottom},
       kBoxColour);
}

void draw_glyph(Bitmap& bitmap, char glyph, std::int64_t left, std::int64_t top,
                int scale) {
  for (int y = 0; y < kGlyphHeight; ++y) {
    for (int x = 0; x < kGlyphWidth; ++x) {
      if (!glyph_pixel(glyph, x, y)) continue;
      const std::int64_t px = left + x * scale;
      const std::int64_t py = top + y * scale;
      fill(bitmap, {px, py, px + scale, py + scale}, kTextColour);
    }
  }
}

void draw_label(Bitmap& bitmap, Rectangle box, const std::string& glyphs) {
  const int shorter_side = std::min(bitmap.width, bitmap.height);
  const int scale =
      std::min(1 + shorter_side / kPixelsPerLabelScale, kMaxLabelScale);
  const std::int64_t padding = kLabelPadding * scale;
  const std::int64_t advance = kGlyphWidth * scale;
  // The last glyph's column of space is part of the padding.
  const std::int64_t width =
      static_cast<std::int64_t>(glyphs.size()) * advance - scale + 2 * padding;
  const std::int64_t height = kGlyphHeight * scale + padding;

  const std::int64_t left =
      std::max<std::int64_t>(std::min(box.left, bitmap.width - width), 0);
  const bool fits_above = box.top >= height;
  const std::int64_t top =
      fits_above ? box.top - height : std::max<std::int64_t>(box.top, 0);
  fill(bitmap, {left, top, left + width, top + height}, kBoxColour);
  std::int64_t pen = left + padding;
  for (const char glyph : glyphs) {
    if (pen >= bitmap.width) break;
    draw_glyph(bitmap, glyph, pen, top + padding, scale);
    pen += advance;
  }
}

}  // namespace

void draw_box(Bitmap& bitmap, int left, int top, int right, int bottom,
              std::string_view label) {
  if (!bitmap.is_valid()) return;
  if (left > right) std::swap(left, right);
  if (top > bottom) std::swap(top, bottom);
  const Rectangle box = {left, top, std::int64_t{right} + 1,
                         std::int64_t{bottom} + 1};
  if (right < 0 || bottom < 0 || left >= bitmap.width || top >= bitmap.height) {
    return;
  }
  draw_outline(bitmap, box);
  const std::string glyphs = to_glyphs(label);
  if (!glyphs.empty()) draw_label(bitmap, box, glyphs);
}

}  // namespace stepline::media
