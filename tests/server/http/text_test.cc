#include "server/text.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace stepline::server {
namespace {

TEST(Text, IsTheSameButForTheCaseOfLetters) {
  EXPECT_TRUE(same_but_for_case("Cache-Control", "cACHE-cONTROL"));
  EXPECT_FALSE(same_but_for_case("a", "ab"));
  EXPECT_FALSE(same_but_for_case("@", "`"));
  EXPECT_FALSE(same_but_for_case("[", "{"));
}

TEST(Text, IsANumberAsAWhole) {
  EXPECT_EQ(parsed_number<std::uint16_t>("65535"), 65535);
  for (const char* wrong : {"", "65536", "-1", " 1", "1 ", "+1", "0x1"}) {
    EXPECT_FALSE(parsed_number<std::uint16_t>(wrong)) << wrong;
  }
}

TEST(Text, IsTrimmedOfSpacesAndTabs) {
  EXPECT_EQ(trimmed(" \t a b\t "), "a b");
  EXPECT_EQ(trimmed(" \t"), "");
}

TEST(Text, IsEscapedForHtml) {
  EXPECT_EQ(html_escaped("<a href=\"x\">&"),
            "&lt;a href=&quot;x&quot;&gt;&amp;");
}

}  // namespace
}  // namespace stepline::server
