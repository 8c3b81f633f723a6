#include "reader/json_reader.h"

#include <gtest/gtest.h>

namespace stepline::reader {
namespace {

bool is_json(std::string_view text) {
  JsonReader in(text);
  in.skip_value();
  return in.finished();
}

std::optional<std::string> string_in(std::string_view text) {
  JsonReader in(text);
  std::string out;
  in.read_string(out);
  if (!in.finished()) return std::nullopt;
  return out;
}

std::optional<std::int64_t> integer_in(std::string_view text) {
  JsonReader in(text);
  std::int64_t out = 0;
  in.read_integer(out);
  if (!in.finished()) return std::nullopt;
  return out;
}

TEST(JsonReader, TakesWhatIsJson) {
  for (const char* text :
       {"{}", "[]", " { } ", "\t[\n]\r", "null", "true", "false", "0", "-0",
        "12", "-3.25", "1e9", "1E-2", "0.5e+3", "\"\"", "[1, 2,3]",
        R"({"a":1,"b":[{"c":null}]})", R"(["\u00e4\n\"\\\/\b\f\r\t"])",
        "\"\xc3\xa4\""}) {
    EXPECT_TRUE(is_json(text)) << text;
  }
}

TEST(JsonReader, RefusesWhatIsAlmostJson) {
  for (const char* text : {"",
                           " ",
                           "{",
                           "[",
                           "}",
                           "[1,]",
                           "[,1]",
                           "{\"a\":1,}",
                           "{\"a\"}",
                           "{a:1}",
                           "{\"a\":1 \"b\":2}",
                           "{1:2}",
                           "[1 2]",
                           "01",
                           "1.",
                           ".5",
                           "+1",
                           "-",
                           "1e",
                           "1e+",
                           "nul",
                           "True",
                           "NaN",
                           "Infinity",
                           "'a'",
                           "\"a",
                           "\"\n\"",
                           "\"\\x\"",
                           "\"\\u12\"",
                           "\"\\u12g4\"",
                           "\"\\u+123\"",
                           "\"\\ud800\"",
                           "\"\\udc00\"",
                           "\"\\ud800\\u0041\"",
                           "\"\xff\"",
                           "\"\xc0\xaf\"",
                           "1 2",
                           "{} {}",
                           "[]]",
                           "/**/1",
                           "\xef\xbb\xbf{}"}) {
    EXPECT_FALSE(is_json(text)) << text;
  }
  EXPECT_FALSE(is_json(std::string_view("[1]\0", 4)));
  EXPECT_FALSE(is_json(std::string_view("\0", 1)));
}

TEST(JsonReader, UndoesEscapes) {
  EXPECT_EQ(string_in(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(string_in(R"("\u0041\u00e4\u20ac\ud83d\ude82")"),
            "A\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\x82");
  EXPECT_EQ(string_in(R"("\u0000")"), std::string(1, '\0'));
}

TEST(JsonReader, ReadsIntegersOnly) {
  EXPECT_EQ(integer_in("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(integer_in("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(integer_in("9223372036854775808"), std::nullopt);
  EXPECT_EQ(integer_in("1.0"), std::nullopt);
  EXPECT_EQ(integer_in("1e2"), std::nullopt);
  EXPECT_EQ(integer_in("\"1\""), std::nullopt);
}

TEST(JsonReader, BoundsTheDepth) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(is_json(nested(JsonReader::kMaxDepth)));
  EXPECT_FALSE(is_json(nested(JsonReader::kMaxDepth + 1)));
  EXPECT_FALSE(is_json(std::string(1'000'000, '[')));
  EXPECT_FALSE(is_json(std::string(1'000'000, '{')));
}

TEST(JsonReader, StaysFailed) {
  JsonReader in("[1, x, 2]");
  std::int64_t number = 0;
  ASSERT_TRUE(in.enter_array());
  ASSERT_TRUE(in.next_element());
  ASSERT_TRUE(in.read_integer(number));
  ASSERT_TRUE(in.next_element());
  EXPECT_FALSE(in.read_integer(number));
  EXPECT_FALSE(in.ok());
  EXPECT_FALSE(in.next_element());
  EXPECT_FALSE(in.skip_value());
  EXPECT_FALSE(in.finished());
  EXPECT_EQ(in.position(), 4u);
}

}  // namespace
}  // namespace stepline::reader
