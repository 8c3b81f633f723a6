#include "cli/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace stepline::cli {
namespace {

template <class T>
std::string written(const T& value) {
  std::string text;
  Output out(text);
  Json(out).value(value);
  return text;
}

TEST(Json, NestsObjectsAndArrays) {
  std::string text;
  Output out(text);
  Json json(out);
  json.begin_object();
  json.member("a", 1);
  json.key("b").begin_array();
  json.value(true);
  json.null();
  json.begin_object();
  json.end_object();
  json.end_array();
  json.member("c", "x");
  json.end_object();
  json.end_line();
  EXPECT_EQ(text, "{\"a\":1,\"b\":[true,null,{}],\"c\":\"x\"}\n");
}

TEST(Json, SeparatesLinesNotValues) {
  std::string text;
  Output out(text);
  Json json(out);
  for (int i = 0; i < 2; ++i) {
    json.begin_array();
    json.value(i);
    json.end_array();
    json.end_line();
  }
  EXPECT_EQ(text, "[0]\n[1]\n");
}

TEST(Json, EscapesWhatMustBe) {
  EXPECT_EQ(written("\"\\\n\r\t\b\x01\x1b\x7f/é"),
            R"("\"\\\n\r\t\u0008\u0001\u001b\u007f/é")");
}

TEST(Json, RepairsWhatIsNotUtf8) {
  EXPECT_EQ(written(std::string("a\xff"
                                "b\xc3")),
            "\"a\ufffdb\ufffd\"");
}

TEST(Json, WritesTheShortestNumberThatComesBack) {
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(0.1f), "0.1");
  EXPECT_EQ(written(double{0.1f}), "0.10000000149011612");
  EXPECT_EQ(written(-0.0), "-0");
  EXPECT_EQ(written(1e300), "1e+300");
  EXPECT_EQ(written(std::numeric_limits<std::int64_t>::min()),
            "-9223372036854775808");
  EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()),
            "18446744073709551615");
}

TEST(Json, WritesNumbersItCannotHoldAsTensorBoardDoes) {
  EXPECT_EQ(written(std::nan("")), "\"NaN\"");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "\"Infinity\"");
  EXPECT_EQ(written(-std::numeric_limits<float>::infinity()), "\"-Infinity\"");
}

}  // namespace
}  // namespace stepline::cli
