#include "media/grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "media/pictures.h"
#include "media/video_tiles.h"

namespace stepline::media {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

// Grey pictures of one level each: 1, 2, 3 and so on.
std::vector<Bitmap> numbered(int count, int width = 2, int height = 2) {
  std::vector<Bitmap> images;
  for (int i = 1; i <= count; ++i) {
    images.push_back(Bitmap::black(width, height, 1));
    images.back().pixels.assign(images.back().pixels.size(),
                                static_cast<char>(i));
  }
  return images;
}

// The number in the upper left corner of every tile, row by row.
std::string numbers(const Bitmap& bitmap, int tile_width = 2,
                    int tile_height = 2) {
  std::string text;
  for (int y = 0; y < bitmap.height; y += tile_height) {
    if (y > 0) text += " / ";
    for (int x = 0; x < bitmap.width; x += tile_width) {
      text += std::to_string(*bitmap.at(x, y)) +
              (x + tile_width < bitmap.width ? " " : "");
    }
  }
  return text;
}

template <class T>
std::string error_of(const Result<T>& result) {
  return result ? "no error" : result.error().message;
}

TEST(Grid, FillsRowsOfEight) {
  EXPECT_EQ(numbers(*make_grid(numbered(10))),
            "1 2 3 4 5 6 7 8 / 9 10 0 0 0 0 0 0");
}

TEST(Grid, IsNoWiderThanItsImages) {
  EXPECT_EQ(numbers(*make_grid(numbered(3))), "1 2 3");
  EXPECT_EQ(numbers(*make_grid(numbered(1))), "1");
  EXPECT_EQ(numbers(*make_grid(numbered(3), 2)), "1 2 / 3 0");
}

TEST(Grid, CopiesEveryPixel) {
  const std::vector<Bitmap> images = {noise(5, 3, 3, 16), gradient(5, 3, 3, 16),
                                      constant(5, 3, 3, 16)};
  const Bitmap grid = *make_grid(images, 2);
  ASSERT_EQ(grid.width, 10);
  ASSERT_EQ(grid.height, 6);
  for (int i = 0; i < 3; ++i) {
    for (int y = 0; y < 3; ++y) {
      EXPECT_EQ(std::memcmp(grid.at(i % 2 * 5, i / 2 * 3 + y),
                            images[static_cast<std::size_t>(i)].row(y), 30),
                0);
    }
  }
}

TEST(Grid, RefusesWhatDoesNotFitTogether) {
  EXPECT_THAT(error_of(make_grid({})), HasSubstr("no images"));
  EXPECT_THAT(error_of(make_grid(numbered(2), 0)), HasSubstr("0 columns"));
  EXPECT_THAT(error_of(make_grid({constant(2, 2, 3), constant(2, 3, 3)})),
              HasSubstr("image 1 differs in shape: got 2 x 3"));
  EXPECT_THAT(error_of(make_grid({constant(2, 2, 3), constant(2, 2, 4)})),
              HasSubstr("image 1 differs in shape"));
  EXPECT_THAT(error_of(make_grid({Bitmap{}})), HasSubstr("image 0"));
}

TEST(Sprite, IsSquareInTilesAndBlackWhereImagesRunOut) {
  EXPECT_EQ(numbers(*make_sprite(numbered(5))), "1 2 3 / 4 5 0 / 0 0 0");
  EXPECT_EQ(numbers(*make_sprite(numbered(4))), "1 2 / 3 4");
  EXPECT_EQ(numbers(*make_sprite(numbered(1))), "1");
}

TEST(Sprite, IsAtMost8192PixelsWide) {
  EXPECT_EQ(make_sprite(numbered(2, 4096, 1))->height, 8192);
  EXPECT_THAT(error_of(make_sprite(numbered(2, 4097, 1))),
              HasSubstr("want at most 8192"));
  EXPECT_THAT(error_of(make_sprite({})), HasSubstr("no images"));
}

TEST(Sprite, IsSquareThoughItsImagesAreNot) {
  EXPECT_EQ(numbers(*make_sprite(numbered(3, 4, 2))),
            "1 1 2 2 / 3 3 0 0 / 0 0 0 0 / 0 0 0 0");
  EXPECT_EQ(numbers(*make_sprite(numbered(2, 2, 4))), "1 2 / 1 2");
  EXPECT_THAT(error_of(make_sprite(numbered(3, 2, 4))),
              HasSubstr("too high: got 4 x 8 pixels, want at most 4"));
}

TEST(VideoTiles, PadsToAPowerOfTwoAndGrowsWideFirst) {
  const auto layout = [](int count) {
    std::vector<Video> videos;
    for (const Bitmap& image : numbered(count)) videos.push_back({image});
    return numbers(tile_videos(videos)->at(0));
  };
  EXPECT_EQ(layout(1), "1");
  EXPECT_EQ(layout(2), "1 2");
  EXPECT_EQ(layout(3), "1 2 / 3 0");
  EXPECT_EQ(layout(4), "1 2 / 3 4");
  EXPECT_EQ(layout(5), "1 2 3 4 / 5 0 0 0");
  EXPECT_EQ(layout(9), "1 2 3 4 / 5 6 7 8 / 9 0 0 0 / 0 0 0 0");
}

TEST(VideoTiles, KeepsTheOrderOfFrames) {
  const std::vector<Bitmap> images = numbered(6);
  const Result<Video> tiled = tile_videos(
      {{images[0], images[1], images[2]}, {images[3], images[4], images[5]}});
  ASSERT_THAT(*tiled, SizeIs(3));
  EXPECT_EQ(numbers(tiled->at(0)), "1 4");
  EXPECT_EQ(numbers(tiled->at(1)), "2 5");
  EXPECT_EQ(numbers(tiled->at(2)), "3 6");
}

TEST(VideoTiles, RefusesWhatDoesNotFitTogether) {
  const Bitmap small = constant(2, 2, 3), large = constant(3, 2, 3);
  EXPECT_THAT(error_of(tile_videos({})), HasSubstr("no frames"));
  EXPECT_THAT(error_of(tile_videos({Video{}})), HasSubstr("no frames"));
  EXPECT_THAT(error_of(tile_videos({{small, small}, {small}})),
              HasSubstr("video 1 differs in length: got 1"));
  EXPECT_THAT(error_of(tile_videos({{small}, {large}})),
              HasSubstr("video 1 differs in shape"));
  EXPECT_THAT(error_of(tile_videos({{small, large}})),
              HasSubstr("frame 1 differs in shape"));
}

}  // namespace
}  // namespace stepline::media
