#include "base/json_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace stepline {
namespace {

template <class Value>
std::string text_of(Value value) {
  std::string out = "x";
  append_json(out, value);
  return out.substr(1);
}
std::string text_of(const char* text) {
  return text_of(std::string_view(text));
}

TEST(JsonText, EscapesWhatJsonCannotHold) {
  EXPECT_EQ(text_of("plain é"), "\"plain é\"");
  EXPECT_EQ(text_of("a\"b\\c\n\r\t\x01\x7f"), R"("a\"b\\c\n\r\t\u0001\u007f")");
  EXPECT_EQ(text_of(std::string_view("\0", 1)), R"("\u0000")");
  EXPECT_EQ(text_of("\xff</script>"), "\"\xef\xbf\xbd</script>\"");
}

TEST(JsonText, WritesNumbersShortly) {
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(0.1f), "0.1");
  EXPECT_EQ(text_of(std::numeric_limits<std::int64_t>::min()),
            "-9223372036854775808");
  EXPECT_EQ(text_of(std::numeric_limits<std::uint64_t>::max()),
            "18446744073709551615");
  EXPECT_EQ(text_of(true), "true");
}

TEST(JsonText, WritesWhatIsNotFiniteAsTensorBoardsStrings) {
  EXPECT_EQ(text_of(std::nan("")), R"("NaN")");
  EXPECT_EQ(text_of(HUGE_VAL), R"("Infinity")");
  EXPECT_EQ(text_of(-HUGE_VALF), R"("-Infinity")");
}

}  // namespace
}  // namespace stepline
