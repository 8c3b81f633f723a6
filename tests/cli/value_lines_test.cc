#include "cli/value_lines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cli/number_text.h"

namespace stepline::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

store::SeriesInfo series(std::string tag,
                         reader::Kind kind = reader::Kind::Scalar) {
  store::SeriesInfo info;
  info.tag = std::move(tag);
  info.kind = kind;
  return info;
}

std::string number(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

TEST(Numbers, AreTheSameDoubleAgain) {
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(0.1f), "0.10000000149011612");
  EXPECT_EQ(number(100000), "100000");
  EXPECT_EQ(number(1e300), "1e+300");
  EXPECT_EQ(number(1e-7), "1e-07");
  EXPECT_EQ(number(-0.0), "-0.0");
  EXPECT_EQ(number(5e-324), "5e-324");
}

TEST(Numbers, AreTensorBoardsWordsWhenNotFinite) {
  EXPECT_EQ(number(kNan), "NaN");
  EXPECT_EQ(number(kInfinity), "Infinity");
  EXPECT_EQ(number(-kInfinity), "-Infinity");
}

TEST(Seconds, HaveNoExponent) {
  std::string text;
  append_secs(text, 1700000000);
  text += ' ';
  append_secs(text, 1700000000.25);
  EXPECT_EQ(text, "1700000000 1700000000.25");
}

TEST(CsvField, IsQuotedByRfc4180) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field("\xff"), "\xef\xbf\xbd");
}

TEST(ValueLines, HaveFiveColumnsOfCsvForScalars) {
  std::string text;
  Output out(text);
  ValueLines lines(out, LineFormat::Csv, true);
  lines.header();
  lines.begin_series("a,b", series("loss"));
  lines.scalar({-3, 1700000000.5, 0.25});
  lines.scalar({4, 2, kNan});
  EXPECT_EQ(text,
            "run,tag,step,wall_time,value\n"
            "\"a,b\",loss,-3,1700000000.5,0.25\n"
            "\"a,b\",loss,4,2,NaN\n");
}

TEST(ValueLines, HaveStringsInJsonWhereNumbersCannotBe) {
  std::string text;
  Output out(text);
  ValueLines lines(out, LineFormat::Jsonl, true);
  lines.header();
  lines.begin_series(".", series("a\"b"));
  lines.scalar({1, 2.5, -kInfinity});
  EXPECT_EQ(text, R"({"run":".","tag":"a\"b","step":1,"wall_time":2.5,)"
                  R"("value":"-Infinity"})"
                  "\n");
}

TEST(ValueLines, NameTheKindOfOtherValues) {
  reader::Datum datum;
  datum.kind = reader::Kind::Histogram;
  datum.content = reader::HistogramBuckets{{{0, 1, 3}, {1, 2, 4}}};
  std::string json, csv;
  {
    Output out(json);
    ValueLines lines(out, LineFormat::Jsonl, false);
    lines.begin_series("r", series("h", reader::Kind::Histogram));
    lines.datum(7, 1, datum);
    Output csv_out(csv);
    ValueLines csv_lines(csv_out, LineFormat::Csv, false);
    csv_lines.header();
    csv_lines.begin_series("r", series("h", reader::Kind::Histogram));
    csv_lines.datum(7, 1, datum);
  }
  EXPECT_EQ(json, R"({"run":"r","tag":"h","kind":"histogram","step":7,)"
                  R"("wall_time":1,"value":{"buckets":[[0,1,3],[1,2,4]]}})"
                  "\n");
  EXPECT_EQ(csv,
            "run,tag,kind,step,wall_time,value\n"
            "r,h,histogram,7,1,\"{\"\"buckets\"\":[[0,1,3],[1,2,4]]}\"\n");
}

TEST(ValueLines, NeverLetNamesDriveATerminal) {
  std::string text;
  Output out(text);
  ValueLines lines(out, LineFormat::Table, true);
  lines.begin_series("evil\x1b[2J", series("two\nlines"));
  lines.scalar({1, 2, 3});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST(ValueLines, KeepTheTableWithinATerminal) {
  std::string text;
  Output out(text, {.is_terminal = true, .columns = 80});
  ValueLines lines(out, LineFormat::Table, true);
  ValueLines::Widths widths;
  const auto long_series = series(std::string(100, 't'));
  const std::string run(100, 'r');
  widths.take(run, long_series);
  lines.set_widths(widths);
  lines.header();
  lines.begin_series(run, long_series);
  lines.scalar({1, 1700000000, 1.0 / 3});
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(display_width(text.substr(begin, end - begin)), 80u);
    begin = end + 1;
  }
}

}  // namespace
}  // namespace stepline::cli
