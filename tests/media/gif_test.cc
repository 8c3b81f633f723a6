#include "media/gif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "media/decode_gif.h"
#include "media/pictures.h"

namespace stepline::media {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

DecodedGif encode_and_decode(const std::vector<Bitmap>& frames,
                             double fps = 10) {
  const Result<std::string> file = encode_gif(frames, fps);
  if (!file) {
    ADD_FAILURE() << file.error().message;
    return {};
  }
  return decode_gif(*file);
}

std::string error_of(const std::vector<Bitmap>& frames, double fps = 10) {
  const Result<std::string> file = encode_gif(frames, fps);
  return file ? "no error" : file.error().message;
}

double root_mean_square_error(const Bitmap& a, const Bitmap& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const double d = static_cast<std::uint8_t>(a.pixels[i]) -
                     static_cast<std::uint8_t>(b.pixels[i]);
    sum += d * d;
  }
  return std::sqrt(sum / static_cast<double>(a.pixels.size()));
}

// Squares of 4 x 4 x 16 = 256 colours; `shift` moves the picture sideways.
Bitmap chequered(int shift) {
  Bitmap bitmap = Bitmap::black(67, 50, 3);
  for (int y = 0; y < bitmap.height; ++y) {
    for (int x = 0; x < bitmap.width; ++x) {
      const int i = (x + shift) / 3 + y / 3 * 16;
      std::uint8_t* pixel = bitmap.at(x, y);
      pixel[0] = static_cast<std::uint8_t>(i % 4 * 85);
      pixel[1] = static_cast<std::uint8_t>(i / 4 % 4 * 77 + 1);
      pixel[2] = static_cast<std::uint8_t>(i / 16 % 16 * 17);
    }
  }
  return bitmap;
}

// What a fixed palette of 6 levels per channel makes of it.
Bitmap web_safe(Bitmap bitmap) {
  for (char& sample : bitmap.pixels) {
    sample =
        static_cast<char>((static_cast<std::uint8_t>(sample) + 25) / 51 * 51);
  }
  return bitmap;
}

TEST(Gif, KeepsUpTo256ColoursExactly) {
  const std::vector<Bitmap> frames = {chequered(0), chequered(1), chequered(9)};
  const DecodedGif decoded = encode_and_decode(frames);
  ASSERT_THAT(decoded.frames, SizeIs(3));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_TRUE(decoded.frames[i].pixels == frames[i].pixels) << i;
  }
}

TEST(Gif, KeepsGreyExactly) {
  const Bitmap grey = gradient(300, 200, 1);
  const DecodedGif decoded = encode_and_decode({grey});
  ASSERT_THAT(decoded.frames, SizeIs(1));
  for (int y = 0; y < grey.height; ++y) {
    for (int x = 0; x < grey.width; ++x) {
      const std::uint8_t* shown = decoded.frames[0].at(x, y);
      ASSERT_EQ(shown[0], *grey.at(x, y));
      ASSERT_EQ(shown[1], *grey.at(x, y));
      ASSERT_EQ(shown[2], *grey.at(x, y));
    }
  }
}

TEST(Gif, ShowsAPhotographInAFittingPalette) {
  std::vector<Bitmap> frames;
  for (int t = 0; t < 6; ++t) frames.push_back(photo_like(160, 120, 3, t * .1));
  const DecodedGif decoded = encode_and_decode(frames);
  ASSERT_THAT(decoded.frames, SizeIs(6));
  EXPECT_FALSE(decoded.local_palettes);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_LT(root_mean_square_error(decoded.frames[i], frames[i]), 6.5);
    EXPECT_GT(root_mean_square_error(web_safe(frames[i]), frames[i]), 13);
  }
}

// Seen from afar, the mixture must have the right colour: no bands.
TEST(Gif, DithersGradientsToTheRightLocalMean) {
  Bitmap ramp = Bitmap::black(256, 256, 3);
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) {
      std::uint8_t* pixel = ramp.at(x, y);
      pixel[0] = static_cast<std::uint8_t>(x);
      pixel[1] = static_cast<std::uint8_t>(y);
      pixel[2] = static_cast<std::uint8_t>(255 - (x + y) / 2);
    }
  }
  const DecodedGif decoded = encode_and_decode({ramp});
  ASSERT_THAT(decoded.frames, SizeIs(1));
  double sum = 0;
  for (int top = 0; top < 256; top += 8) {
    for (int left = 0; left < 256; left += 8) {
      for (int c = 0; c < 3; ++c) {
        double difference = 0;
        for (int i = 0; i < 64; ++i) {
          const int x = left + i % 8, y = top + i / 8;
          difference += decoded.frames[0].at(x, y)[c] - ramp.at(x, y)[c];
        }
        sum += std::abs(difference / 64);
      }
    }
  }
  EXPECT_LT(sum / (32 * 32 * 3), 1);  // 2.1 without dithering.
}

TEST(Gif, ShowsUnchangedPlacesAlikeInEveryFrame) {
  const Bitmap still = photo_like(120, 90);
  Bitmap moved = still;
  for (int y = 40; y < 50; ++y) {
    for (int x = 70; x < 80; ++x) moved.at(x, y)[1] = 255;
  }
  const DecodedGif decoded = encode_and_decode({still, moved, still, still});
  ASSERT_THAT(decoded.frames, SizeIs(4));
  EXPECT_TRUE(decoded.frames[0].pixels == decoded.frames[2].pixels);
  EXPECT_TRUE(decoded.frames[2].pixels == decoded.frames[3].pixels);
  EXPECT_FALSE(decoded.frames[0].pixels == decoded.frames[1].pixels);
  EXPECT_TRUE(std::equal(decoded.frames[0].row(0), decoded.frames[0].row(40),
                         decoded.frames[1].row(0)));
}

TEST(Gif, StoresOnlyWhatChanged) {
  Bitmap still = constant(100, 80, 3);
  Bitmap moved = still;
  moved.at(20, 30)[0] = 255;
  moved.at(24, 31)[0] = 255;
  const DecodedGif decoded = encode_and_decode({still, moved, moved});
  EXPECT_EQ(decoded.stored_pixels, 100u * 80 + 5 * 2 + 1);
  ASSERT_THAT(decoded.frames, SizeIs(3));
  EXPECT_TRUE(decoded.frames[2].pixels == moved.pixels);
}

TEST(Gif, BlendsAlphaOnBlack) {
  Bitmap bitmap = Bitmap::black(3, 1, 4);
  bitmap.pixels = std::string(
      "\xff\x80\x01\xff"
      "\xff\x80\x01\x80"
      "\xff\x80\x01\x00",
      12);
  const DecodedGif decoded = encode_and_decode({bitmap});
  ASSERT_THAT(decoded.frames, SizeIs(1));
  EXPECT_EQ(decoded.frames[0].pixels, std::string("\xff\x80\x01"
                                                  "\x80\x40\x01"
                                                  "\x00\x00\x00",
                                                  9));
}

TEST(Gif, LoopsForEver) {
  EXPECT_EQ(encode_and_decode({constant(4, 4, 3)}).loops, 0);
}

TEST(Gif, KeepsItsRateInWholeHundredthsOfASecond) {
  const std::vector<Bitmap> frames(3, constant(4, 4, 3));
  const auto delays = [&](double fps) {
    return encode_and_decode(frames, fps).delays;
  };
  EXPECT_THAT(delays(4), Each(25));
  EXPECT_THAT(delays(30), ElementsAre(3, 4, 3));
  EXPECT_THAT(delays(8), ElementsAre(13, 12, 13));
  EXPECT_THAT(delays(1), Each(100));
  EXPECT_THAT(delays(60), Each(2)) << "browsers play 1 as 10";
  EXPECT_THAT(delays(1e9), Each(2));
  EXPECT_THAT(delays(1e-9), Each(65535));
}

TEST(Gif, EncodesOnePixelAndOneRow) {
  for (const Bitmap& bitmap : {constant(1, 1, 3), gradient(500, 1, 3),
                               gradient(1, 500, 3), noise(2, 2, 3)}) {
    const DecodedGif decoded = encode_and_decode({bitmap});
    ASSERT_THAT(decoded.frames, SizeIs(1));
    EXPECT_EQ(decoded.frames[0].width, bitmap.width);
    EXPECT_LT(root_mean_square_error(decoded.frames[0], bitmap), 4);
  }
}

TEST(Gif, SurvivesNoise) {
  const Bitmap bitmap = noise(300, 300, 3);
  const DecodedGif decoded = encode_and_decode({bitmap, bitmap});
  ASSERT_THAT(decoded.frames, SizeIs(2));
  EXPECT_LT(root_mean_square_error(decoded.frames[1], bitmap), 30);
}

TEST(Gif, RefusesWhatItCannotShow) {
  const Bitmap good = constant(4, 4, 3);
  EXPECT_THAT(error_of({}), HasSubstr("no frames"));
  EXPECT_THAT(error_of({good, constant(4, 5, 3)}), HasSubstr("frame 1"));
  EXPECT_THAT(error_of({good, constant(4, 4, 4)}), HasSubstr("frame 1"));
  EXPECT_THAT(error_of({constant(4, 4, 3, 16)}), HasSubstr("16 bits"));
  EXPECT_THAT(error_of({constant(4, 4, 2)}), HasSubstr("2 channels"));
  EXPECT_THAT(error_of({Bitmap{}}), HasSubstr("frame 0"));
  EXPECT_THAT(error_of({constant(65536, 1, 3)}), HasSubstr("65535"));
  for (const double fps : {0., -1., std::nan(""), HUGE_VAL}) {
    EXPECT_THAT(error_of({good}, fps), HasSubstr("frames per second"));
  }
}

}  // namespace
}  // namespace stepline::media
