#include "media/draw.h"

#include <gtest/gtest.h>

#include <climits>
#include <cstring>
#include <random>

#include "media/font.h"
#include "media/pictures.h"

namespace stepline::media {
namespace {

// A picture as rows of letters: r red, w white, . anything else.
std::string sketch(const Bitmap& bitmap) {
  std::string text;
  for (int y = 0; y < bitmap.height; ++y) {
    for (int x = 0; x < bitmap.width; ++x) {
      const std::uint8_t* pixel = bitmap.at(x, y);
      if (std::memcmp(pixel, "\xff\0\0", 3) == 0) {
        text += 'r';
      } else if (std::memcmp(pixel, "\xff\xff\xff", 3) == 0) {
        text += 'w';
      } else {
        text += '.';
      }
    }
    text += '\n';
  }
  return text;
}

std::string box_on_black(int left, int top, int right, int bottom,
                         std::string_view label = {}, int width = 9,
                         int height = 7) {
  Bitmap bitmap = Bitmap::black(width, height, 3);
  draw_box(bitmap, left, top, right, bottom, label);
  return sketch(bitmap);
}

constexpr std::string_view kBox =
    ".........\n"
    ".rrrrrrr.\n"
    ".rrrrrrr.\n"
    ".rr...rr.\n"
    ".rrrrrrr.\n"
    ".rrrrrrr.\n"
    ".........\n";

TEST(DrawBox, OutlinesTwoPixelsWideInRed) {
  EXPECT_EQ(box_on_black(1, 1, 7, 5), kBox);
}

TEST(DrawBox, PutsSwappedCoordinatesInOrder) {
  EXPECT_EQ(box_on_black(7, 5, 1, 1), kBox);
  EXPECT_EQ(box_on_black(7, 1, 1, 5), kBox);
}

TEST(DrawBox, ClipsAtTheBorders) {
  EXPECT_EQ(box_on_black(-3, -4, 2, 3),
            ".rr......\n"
            ".rr......\n"
            "rrr......\n"
            "rrr......\n"
            ".........\n"
            ".........\n"
            ".........\n");
}

TEST(DrawBox, DrawsAPointAsAPoint) {
  EXPECT_EQ(box_on_black(1, 1, 1, 1, {}, 3, 3), "...\n.r.\n...\n");
}

TEST(DrawBox, WritesTheLabelAboveWhereThereIsRoom) {
  EXPECT_EQ(box_on_black(0, 11, 12, 13, "iT", 16, 14),
            "rrrrrrrrrrrrrrr.\n"
            "rrrrrrrrrrrrrrr.\n"
            "rrrrwrrrwwwwwrr.\n"
            "rrrrrrrrrrwrrrr.\n"
            "rrrwwrrrrrwrrrr.\n"
            "rrrrwrrrrrwrrrr.\n"
            "rrrrwrrrrrwrrrr.\n"
            "rrrrwrrrrrwrrrr.\n"
            "rrrwwwrrrrwrrrr.\n"
            "rrrrrrrrrrrrrrr.\n"
            "rrrrrrrrrrrrrrr.\n"
            "rrrrrrrrrrrrr...\n"
            "rrrrrrrrrrrrr...\n"
            "rrrrrrrrrrrrr...\n");
}

TEST(DrawBox, WritesTheLabelInsideWhereThereIsNoRoomAbove) {
  const std::string drawn = box_on_black(0, 1, 20, 20, "A", 24, 24);
  EXPECT_EQ(drawn.substr(0, 25), std::string(24, '.') + "\n");
  EXPECT_NE(drawn.find('w'), std::string::npos);
}

TEST(DrawBox, MovesTheLabelLeftWhereItWouldLeaveThePicture) {
  const std::string drawn = box_on_black(34, 15, 38, 19, "AAA", 40, 20);
  // Three glyphs of five columns, spaces between, two pixels of margin.
  EXPECT_EQ(drawn.substr(0, drawn.find('\n')).find('r'), std::string::npos);
  EXPECT_EQ(drawn.substr(41 * 4, 40),
            std::string(40 - 21, '.') + std::string(21, 'r'));
}

TEST(DrawBox, ShowsOtherCharactersAsOneBoxEach) {
  EXPECT_EQ(to_glyphs("a\xc3\xa9z"), "a\x7fz");
  EXPECT_EQ(to_glyphs("\xf0\x9f\x98\x80"), "\x7f");
  EXPECT_EQ(to_glyphs("a\tb\n"),
            "a\x7f"
            "b\x7f");
  EXPECT_EQ(to_glyphs(""), "");
}

TEST(DrawBox, HasADistinctGlyphForEveryPrintableCharacter) {
  std::vector<std::string> seen;
  for (char c = '!'; c < 0x7f; ++c) {
    std::string glyph;
    for (int y = 0; y < kGlyphHeight; ++y) {
      for (int x = 0; x < kGlyphWidth; ++x) {
        glyph += glyph_pixel(c, x, y) ? '#' : ' ';
      }
      EXPECT_EQ(glyph.back(), ' ') << "no space after " << c;
    }
    EXPECT_NE(glyph.find('#'), std::string::npos) << c;
    for (const std::string& other : seen) EXPECT_NE(glyph, other) << c;
    seen.push_back(glyph);
  }
}

TEST(DrawBox, MakesWhatItDrawsOpaque) {
  Bitmap bitmap = Bitmap::black(5, 5, 4);
  draw_box(bitmap, 0, 0, 4, 4);
  EXPECT_EQ(std::memcmp(bitmap.at(0, 0), "\xff\0\0\xff", 4), 0);
  EXPECT_EQ(bitmap.at(2, 2)[3], 0);
}

TEST(DrawBox, DrawsWhiteOnGreyPictures) {
  Bitmap bitmap = Bitmap::black(5, 5, 1, 16);
  draw_box(bitmap, 0, 0, 4, 4);
  EXPECT_EQ(std::memcmp(bitmap.at(4, 4), "\xff\xff", 2), 0);
}

// Worth its name under the address and undefined-behaviour sanitizers.
TEST(DrawBox, NeverWritesOutsideWhateverTheCoordinates) {
  const int kEdges[] = {INT_MIN, -1000, -1, 0, 1, 8, 9, 10, 1000, INT_MAX};
  for (int channels = 1; channels <= 4; ++channels) {
    for (const int bits : {8, 16}) {
      Bitmap bitmap = noise(10, 9, channels, bits);
      for (const int left : kEdges) {
        for (const int top : kEdges) {
          for (const int right : kEdges) {
            for (const int bottom : kEdges) {
              draw_box(bitmap, left, top, right, bottom, "gj");
            }
          }
        }
      }
      EXPECT_TRUE(bitmap.is_valid());
    }
  }
  Bitmap pixel = noise(1, 1, 3);
  draw_box(pixel, 0, 0, 0, 0, std::string(10'000, 'W') + "\xff\xc3");
  EXPECT_TRUE(pixel.is_valid());
}

TEST(DrawBox, LeavesThePictureAloneWhereTheBoxIsElsewhere) {
  const Bitmap before = noise(20, 20, 3);
  Bitmap bitmap = before;
  draw_box(bitmap, 20, 0, 40, 10, "right");
  draw_box(bitmap, 0, -10, 10, -1, "above");
  EXPECT_TRUE(bitmap.pixels == before.pixels);
}

}  // namespace
}  // namespace stepline::media
