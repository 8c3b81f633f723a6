#include "cli/terminal.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace stepline::cli {
namespace {

TEST(Printable, LeavesOrdinaryTextAlone) {
  EXPECT_EQ(printable("train/loss μ 損失 🙂"), "train/loss μ 損失 🙂");
}

TEST(Printable, ShowsControlsAsEscapes) {
  EXPECT_EQ(printable("a\nb\r\t\x1b[31m\x7f"), R"(a\nb\r\t\x1b[31m\x7f)");
  EXPECT_EQ(printable(std::string_view("\0", 1)), R"(\x00)");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            R"(\u{9b}31m)");  // C1: CSI.
}

TEST(Printable, ShowsWhatHidesOrTurnsText) {
  EXPECT_EQ(printable("a\u202eb\u200bc\u2066"),
            R"(a\u{202e}b\u{200b}c\u{2066})");
}

TEST(Printable, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("a\xff\xc3(b\xe2\x82"), R"(a\xff\xc3(b\xe2\x82)");
  EXPECT_EQ(printable("\xed\xa0\x80"), R"(\xed\xa0\x80)");  // A surrogate.
}

TEST(Printable, IsUnambiguous) { EXPECT_EQ(printable(R"(\x1b)"), R"(\\x1b)"); }

TEST(Printable, GivesOneLineOfUtf8ForAllBytes) {
  std::string all;
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      all += static_cast<char>(a);
      all += static_cast<char>(b);
    }
  }
  const std::string shown = printable(all);
  EXPECT_TRUE(is_utf8(shown));
  for (const char c : shown) EXPECT_TRUE(static_cast<unsigned char>(c) >= 32);
}

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("é"), 1u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(display_width("損失"), 4u);
  EXPECT_EQ(display_width("🙂"), 2u);
}

TEST(Shortened, CutsAtColumns) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdef", 4), "abc…");
  EXPECT_EQ(shortened("損失損失", 4), "損…");
  EXPECT_EQ(shortened("損失", 1), "…");
}

TEST(Coloured, WrapsTextOnlyWhenThereIsAColour) {
  EXPECT_EQ(coloured("x", Colour::Plain), "x");
  EXPECT_EQ(coloured("x", Colour::Red), "\x1b[31mx\x1b[0m");
}

}  // namespace
}  // namespace stepline::cli
