#include "media/png.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "media/pictures.h"

namespace stepline::media {
namespace {

using Painter = Bitmap (*)(int, int, int, int);

void expect_same(const Bitmap& got, const Bitmap& want) {
  ASSERT_TRUE(got.is_valid()) << "not decoded";
  EXPECT_TRUE(got.same_shape(want));
  EXPECT_TRUE(got.pixels == want.pixels);
}

void for_each_small_picture(const std::function<void(const Bitmap&)>& check) {
  const std::pair<int, int> kSizes[] = {{1, 1}, {2, 1},  {1, 7},   {640, 1},
                                        {3, 5}, {17, 9}, {64, 64}, {101, 33}};
  for (const Painter paint : {noise, gradient, constant}) {
    for (const auto& [width, height] : kSizes) {
      for (int channels = 1; channels <= 4; ++channels) {
        for (const int bits : {8, 16}) {
          check(paint(width, height, channels, bits));
        }
      }
    }
  }
}

TEST(Png, DecodesToTheSamePixelsInEveryFormatAndSize) {
  for_each_small_picture([](const Bitmap& bitmap) {
    SCOPED_TRACE(testing::Message()
                 << bitmap.width << " x " << bitmap.height << " x "
                 << bitmap.channels << " x " << bitmap.bits);
    expect_same(decode_png(encode_png(bitmap)), bitmap);
  });
}

TEST(Png, StoredDecodesToTheSamePixelsInEveryFormatAndSize) {
  PngEncoder encoder;
  for_each_small_picture([&](const Bitmap& bitmap) {
    expect_same(
        decode_png(encoder.encode(bitmap, PngEncoder::Compression::Stored)),
        bitmap);
  });
}

TEST(Png, EncodesLargePicturesInSeveralBands) {
  for (const Painter paint : {noise, gradient}) {
    const Bitmap large = paint(5000, 3000, 3, 8);
    expect_same(decode_png(encode_png(large)), large);
  }
}

TEST(Png, EncodesARowLargerThanABand) {
  for (const Painter paint : {noise, gradient}) {
    const Bitmap wide = paint(200'000, 3, 4, 16);
    expect_same(decode_png(encode_png(wide)), wide);
  }
}

TEST(Png, EncodesPicturesThatJustFillABand) {
  for (int height = 252; height <= 260; ++height) {
    const Bitmap bitmap = noise(1023, height, 1, 8);
    expect_same(decode_png(encode_png(bitmap)), bitmap);
  }
}

TEST(Png, StoredEncodesLargePictures) {
  const Bitmap large = noise(1200, 900, 3, 8);
  expect_same(
      decode_png(PngEncoder().encode(large, PngEncoder::Compression::Stored)),
      large);
}

TEST(Png, HardlySwellsNoise) {
  for (const auto& [width, height] : {std::pair{256, 256}, {1500, 1000}}) {
    const Bitmap bitmap = noise(width, height, 3);
    EXPECT_LT(static_cast<double>(encode_png(bitmap).size()),
              1.005 * static_cast<double>(bitmap.pixels.size()));
  }
}

TEST(Png, CompressesWhatCanBeCompressed) {
  const Bitmap flat = constant(512, 512, 3);
  EXPECT_LT(encode_png(flat).size(), flat.pixels.size() / 50);
  const Bitmap photo = photo_like(256, 256);
  EXPECT_LT(encode_png(photo).size(), photo.pixels.size() * 6 / 10);
}

TEST(Png, EncodingTwiceWithOneEncoderGivesTheSameBytes) {
  PngEncoder encoder;
  const Bitmap photo = photo_like(300, 200);
  const std::string first = encoder.encode(photo);
  encoder.encode(noise(800, 700, 4, 16));
  EXPECT_TRUE(encoder.encode(photo) == first);
}

TEST(Png, GivesNothingForWhatIsNotAPicture) {
  EXPECT_EQ(encode_png({}), "");
  EXPECT_EQ(encode_png({2, 2, 3, 8, std::string(11, 'x')}), "");
  EXPECT_EQ(encode_png({2, 2, 5, 8, std::string(20, 'x')}), "");
}

}  // namespace
}  // namespace stepline::media
