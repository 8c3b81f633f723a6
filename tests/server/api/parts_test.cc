// The parts that answers are made of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "server/api/arguments.h"
#include "server/api/columns.h"
#include "server/api/media_type.h"
#include "server/api/parameters.h"
#include "server/api/pattern.h"
#include "server/api/run_set.h"
#include "server/column_reader.h"

namespace stepline::server {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;

TEST(Parameters, AreDecodedInTheirOrder) {
  const Parameters all =
      Parameters::decode("tag=train%2Floss&tag=a+b&&flag&empty=&%3D=%26");
  EXPECT_THAT(all.all("tag"), ElementsAre("train/loss", "a b"));
  EXPECT_THAT(all.find("tag"), Optional(std::string_view("train/loss")));
  EXPECT_THAT(all.find("flag"), Optional(std::string_view("")));
  EXPECT_THAT(all.find("empty"), Optional(std::string_view("")));
  EXPECT_THAT(all.find("="), Optional(std::string_view("&")));
  EXPECT_EQ(all.find("none"), std::nullopt);
}

TEST(Parameters, TakeWrongEscapesForThemselves) {
  const Parameters all = Parameters::decode("a=%&b=%4&c=%zz&d=%41%&e=100%25");
  EXPECT_THAT(all.find("a"), Optional(std::string_view("%")));
  EXPECT_THAT(all.find("b"), Optional(std::string_view("%4")));
  EXPECT_THAT(all.find("c"), Optional(std::string_view("%zz")));
  EXPECT_THAT(all.find("d"), Optional(std::string_view("A%")));
  EXPECT_THAT(all.find("e"), Optional(std::string_view("100%")));
}

TEST(Parameters, OfTheBodyComeBehindThoseOfTheAddress) {
  Parameters all = Parameters::decode("tag=a");
  all.append(Parameters::decode("tag=b&runs=1"));
  EXPECT_THAT(all.all("tag"), ElementsAre("a", "b"));
  EXPECT_NE(all.text(), Parameters::decode("tag=b&runs=1").text());
}

TEST(RunSet, HasTheNumbersAndRangesOfItsText) {
  const auto set = RunSet::parse("3,5-9,12,8-10,7");
  ASSERT_TRUE(set);
  std::vector<unsigned> inside;
  for (unsigned i = 0; i < 20; ++i) {
    if (set->contains(store::RunId{i})) inside.push_back(i);
  }
  EXPECT_THAT(inside, ElementsAre(3, 5, 6, 7, 8, 9, 10, 12));
}

TEST(RunSet, IsEveryRunWithoutAText) {
  for (const char* text : {"", "all", "3,all"}) {
    const auto set = RunSet::parse(text);
    ASSERT_TRUE(set);
    EXPECT_TRUE(set->is_all());
    EXPECT_TRUE(set->contains(store::RunId{4'000'000'000}));
  }
}

TEST(RunSet, TakesAnyRangeWithoutCountingItOut) {
  const auto set = RunSet::parse("0-4294967295");
  ASSERT_TRUE(set);
  EXPECT_FALSE(set->is_all());
  EXPECT_TRUE(set->contains(store::RunId{4294967295u}));
}

TEST(RunSet, RefusesWhatIsNone) {
  for (const char* text : {"a", "1,", ",1", "1-", "-1", "2-1", "1.5", " 1",
                           "4294967296", "1-2-3", "All", "+1"}) {
    EXPECT_FALSE(RunSet::parse(text)) << text;
  }
}

TEST(Columns, AreAlignedAndOfTheSmallestType) {
  Columns columns;
  columns.head().begin_object().key("a");
  columns.reals(std::vector<double>{0.5});
  columns.head().key("b");
  columns.reals(std::vector<double>{0.1});
  columns.head().key("c");
  columns.steps(std::vector<std::int64_t>{});
  columns.head().key("d");
  columns.counts(std::vector<std::uint64_t>{1, 1ull << 40});
  columns.head().key("e");
  columns.reals(std::vector<double>{1e300});
  columns.head().key("f");
  columns.reals(std::vector<double>{std::numeric_limits<double>::infinity()});
  columns.head().end_object();
  const ColumnReader reader(columns.finish());
  const JsonValue& head = reader.head();
  EXPECT_EQ(head["a"]["type"].string(), "f32");
  EXPECT_EQ(head["b"]["type"].string(), "f64");
  EXPECT_EQ(head["c"]["count"].text(), "0");
  EXPECT_EQ(head["d"]["type"].string(), "f64");
  EXPECT_EQ(head["e"]["type"].string(), "f64");
  EXPECT_EQ(head["f"]["type"].string(), "f32");
  EXPECT_THAT(reader.column(head["a"]), ElementsAre(0.5));
  EXPECT_THAT(reader.column(head["d"]), ElementsAre(1, 1099511627776.0));
}

TEST(Pattern, FindsItsFirstPlace) {
  const auto pattern = Pattern::compile("b+é");
  ASSERT_TRUE(pattern);
  const auto place = pattern->find_in("aabbéb");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->offset, 2u);
  EXPECT_EQ(place->length, 4u);
  EXPECT_FALSE(pattern->find_in("bbe"));
  EXPECT_TRUE(Pattern::compile("^.$")->found_in("\xff"));
}

TEST(MediaType, IsThatOfTheBytesWhateverTheySay) {
  EXPECT_EQ(media_type_of(""), "application/octet-stream");
  EXPECT_EQ(media_type_of("RIFF"), "application/octet-stream");
  EXPECT_EQ(media_type_of("RIFF1234WEBPVP8 "), "application/octet-stream");
  EXPECT_EQ(media_type_of("<svg>"), "application/octet-stream");
  EXPECT_EQ(media_type_of("GIF87a"), "image/gif");
}

TEST(Arguments, KeepTheFirstError) {
  const Parameters parameters = Parameters::decode("a=x&b=y");
  Arguments arguments(parameters);
  arguments.number("a");
  arguments.number("b");
  EXPECT_THAT(arguments.error(),
              Optional(std::string("a is \"x\", want a number")));
}

TEST(Arguments, QuoteOnlyTheBeginningOfWhatIsLong) {
  const Parameters parameters =
      Parameters::decode("a=" + std::string(100'000, 'x'));
  Arguments arguments(parameters);
  arguments.number("a");
  EXPECT_LT(arguments.error()->size(), 200u);
}

}  // namespace
}  // namespace stepline::server
