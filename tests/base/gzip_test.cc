#include "base/gzip.h"

#include <gtest/gtest.h>

#include <random>

#include "base/deflater.h"
#include "base/inflate.h"

namespace stepline {
namespace {

std::string noise(std::size_t size) {
  std::mt19937 random(3);
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(random());
  return text;
}

TEST(Gzip, BringsEverythingBack) {
  for (const std::size_t size : {0, 1, 100, 5000, 300'000}) {
    EXPECT_EQ(gunzip(gzip(std::string(size, 'a'))), std::string(size, 'a'));
    EXPECT_EQ(gunzip(gzip(noise(size))), noise(size));
  }
}

TEST(Gzip, MakesTextSmaller) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "\"train/loss\"," + std::to_string(i);
  EXPECT_LT(gzip(text).size(), text.size() / 3);
}

TEST(Deflater, TakesAStreamInPieces) {
  const std::string text = noise(100'000) + std::string(100'000, 'b');
  Deflater deflater(Deflater::Format::Raw);
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += 7777) {
    deflater.write(std::string_view(text).substr(at, 7777), false, out);
  }
  deflater.write({}, true, out);
  EXPECT_EQ(inflate(out), text);
}

TEST(Crc32, IsThatOfGzipAndGoesOnFromWhatCameBefore) {
  EXPECT_EQ(crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(crc32("6789", crc32("12345")), 0xcbf43926u);
}

}  // namespace
}  // namespace stepline
