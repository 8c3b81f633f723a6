#include "media/zip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "media/unzip.h"

namespace stepline::media {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(ZipWriter, WritesAnEmptyArchive) {
  std::string out;
  ZipWriter(0).finish(out);
  EXPECT_THAT(Unzip(out).files(), IsEmpty());
}

TEST(ZipWriter, KeepsFilesOfBothSorts) {
  std::string out;
  ZipWriter zip(1.7e9);
  zip.add("a/é.png", std::string("\0\1\2", 3), out);
  zip.begin("b.csv", 1000, out);
  zip.write("step,", out);
  zip.write("", out);
  zip.write(std::string(100'000, '1'), out);
  zip.end(out);
  zip.add("empty", "", out);
  zip.begin("nothing", 0, out);
  zip.end(out);
  zip.finish(out);
  EXPECT_THAT(Unzip(out).files(),
              ElementsAre(Pair("a/é.png", std::string("\0\1\2", 3)),
                          Pair("b.csv", "step," + std::string(100'000, '1')),
                          Pair("empty", ""), Pair("nothing", "")));
  EXPECT_LT(out.size(), 2000u);
}

TEST(ZipWriter, DoesNotMindThatItsOutputIsTakenAway) {
  std::string whole;
  std::string in_pieces;
  for (const bool take : {false, true}) {
    ZipWriter zip(1.7e9);
    std::string out;
    const auto taken = [&] {
      if (take) in_pieces += std::exchange(out, "");
    };
    for (int i = 0; i < 50; ++i) {
      zip.begin("f" + std::to_string(i), 100, out);
      taken();
      zip.write("content " + std::to_string(i), out);
      taken();
      zip.end(out);
      taken();
    }
    zip.finish(out);
    taken();
    if (!take) whole = out;
  }
  EXPECT_EQ(in_pieces, whole);
  EXPECT_EQ(Unzip(whole).files().size(), 50u);
}

TEST(ZipWriter, HasRoomForMoreThanSixtyFiveThousandFiles) {
  std::string out;
  ZipWriter zip(1.7e9);
  for (int i = 0; i < 70'000; ++i) zip.add(std::to_string(i), "", out);
  zip.finish(out);
  // The record with the longer fields, and where it is.
  const std::string_view end = std::string_view(out).substr(out.size() - 98);
  EXPECT_EQ(end.substr(0, 4), "PK\x06\x06");
  EXPECT_EQ(end.substr(24, 4), std::string_view("\x70\x11\x01\0", 4));
  EXPECT_EQ(end.substr(56, 4), "PK\x06\x07");
  EXPECT_EQ(end.substr(76, 4), "PK\x05\x06");
}

}  // namespace
}  // namespace stepline::media
