#include "base/utf8.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace stepline {
namespace {

const std::string kBad = "\xef\xbf\xbd";  // U+FFFD

std::string encoded(char32_t point) {
  std::string out;
  const auto tail = [&](int shift) {
    out += static_cast<char>(0x80 | (point >> shift & 0x3f));
  };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0 | point >> 6);
    tail(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0 | point >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0 | point >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
  return out;
}

TEST(Utf8, AcceptsEveryCodePointButSurrogates) {
  for (char32_t point = 0; point <= 0x10ffff; ++point) {
    const bool surrogate = point >= 0xd800 && point <= 0xdfff;
    ASSERT_EQ(is_utf8(encoded(point)), !surrogate) << std::uint32_t(point);
  }
  EXPECT_FALSE(is_utf8(encoded(0x110000)));
}

TEST(Utf8, LeavesValidTextAlone) {
  const std::string text = "loss/train \xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80";
  EXPECT_TRUE(is_utf8(text));
  EXPECT_EQ(repair_utf8(text), text);
  EXPECT_TRUE(is_utf8(""));
  EXPECT_EQ(repair_utf8(""), "");
}

TEST(Utf8, RejectsOverlongForms) {
  EXPECT_FALSE(is_utf8("\xc0\x80"));
  EXPECT_FALSE(is_utf8("\xc1\xbf"));
  EXPECT_FALSE(is_utf8("\xe0\x9f\xbf"));
  EXPECT_FALSE(is_utf8("\xf0\x8f\xbf\xbf"));
}

TEST(Utf8, ReplacesAsTheUnicodeStandardShowsInTable3_8) {
  // Non-shortest forms, surrogates, truncated sequences: the three tables of
  // section 3.9.
  EXPECT_EQ(repair_utf8("\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41"),
            kBad + kBad + kBad + kBad + kBad + kBad + kBad + kBad + "A");
  EXPECT_EQ(repair_utf8("\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41"),
            kBad + kBad + kBad + kBad + kBad + kBad + kBad + kBad + "A");
  EXPECT_EQ(repair_utf8("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41"),
            kBad + kBad + kBad + kBad + "A");
}

TEST(Utf8, ReplacesASequenceCutOffAtTheEnd) {
  EXPECT_EQ(repair_utf8("a\xe2\x82"), "a" + kBad);
  EXPECT_EQ(repair_utf8("a\xf0\x9f\x98"), "a" + kBad);
  EXPECT_EQ(repair_utf8("\x80"), kBad);
}

TEST(Utf8, RepairsAnyBytes) {
  std::mt19937 random(99);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random() % 40, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    const std::string repaired = repair_utf8(bytes);
    ASSERT_TRUE(is_utf8(repaired));
    ASSERT_EQ(repaired == bytes, is_utf8(bytes));
  }
}

}  // namespace
}  // namespace stepline
