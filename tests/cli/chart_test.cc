#include "cli/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cli/braille_canvas.h"
#include "cli/terminal.h"

namespace stepline::cli {
namespace {

using store::NonFinite;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

ChartCurve line(std::string name, std::vector<double> y) {
  ChartCurve curve{
      .name = std::move(name), .note = "", .x = {}, .y = y, .marks = {}};
  for (std::size_t i = 0; i < y.size(); ++i) curve.x.push_back(double(i));
  return curve;
}

std::vector<std::string> draw(const std::vector<ChartCurve>& curves,
                              ChartOptions options = {}) {
  if (options.columns == 80) options.columns = 40;
  if (options.rows == 15) options.rows = 5;
  return draw_chart(curves, options);
}

TEST(BrailleCanvas, HasEightDotsACell) {
  BrailleCanvas canvas(1, 1);
  EXPECT_EQ(canvas.character(0, 0), " ");
  canvas.line(0, 0, 0, 0, 7);
  EXPECT_EQ(canvas.character(0, 0), "⠁");
  canvas.line(0, 0, 1, 3, 7);
  canvas.line(0, 3, 1, 0, 7);
  canvas.line(0, 1, 1, 1, 7);
  canvas.line(0, 2, 1, 2, 7);
  EXPECT_EQ(canvas.character(0, 0), "⣿");
  EXPECT_EQ(canvas.owner(0, 0), 7);
}

TEST(Chart, DrawsALineFromCornerToCorner) {
  const auto lines = draw({line("a", {0, 1, 2, 3, 4})}, {.ascii = true});
  EXPECT_EQ(lines[0].back(), '*');
  EXPECT_THAT(lines[4], HasSubstr("+*"));
  EXPECT_THAT(lines[0], Not(HasSubstr("|*")));
}

TEST(Chart, FitsTheColumnsAndRowsItWasGiven) {
  for (const int columns : {30, 80, 160}) {
    ChartOptions options{.columns = columns, .rows = 9, .x_title = "step"};
    const auto lines = draw_chart(
        std::vector{line("a run of some name", {1e-7, 3, 1e9, 2})}, options);
    EXPECT_EQ(lines.size(), 9u + 2 + 1);
    for (const std::string& text : lines) {
      EXPECT_LE(display_width(text), std::size_t(columns)) << text;
    }
  }
}

TEST(Chart, TellsCurvesApartByLettersWithoutColours) {
  const auto lines = draw({line("one", {1, 1, 1}), line("two", {2, 2, 2})});
  EXPECT_THAT(lines[0], HasSubstr("b"));
  EXPECT_THAT(lines[4], HasSubstr("a"));
  EXPECT_THAT(lines, Contains(HasSubstr("a   one")));
  EXPECT_THAT(lines, Each(Not(HasSubstr("\x1b["))));
}

TEST(Chart, PaintsCurvesWhereThereAreColours) {
  const auto lines =
      draw({line("one", {1, 1, 1}), line("two", {2, 2, 2})}, {.colours = true});
  EXPECT_THAT(lines[0], HasSubstr("\x1b[33m"));
  EXPECT_THAT(lines[4], HasSubstr("\x1b[36m"));
}

TEST(Chart, MarksWhatIsNotFiniteInRowsOfItsOwn) {
  ChartCurve curve = line("a", {1, 2, 3});
  EXPECT_THAT(draw({curve}), Each(Not(HasSubstr("NaN"))));
  curve.marks = {{1, 1, NonFinite::Nan},
                 {2, 2, NonFinite::PositiveInfinity},
                 {0, 0, NonFinite::NegativeInfinity}};
  const auto lines = draw({curve}, {.ascii = true});
  EXPECT_THAT(lines.front(), HasSubstr("+Inf"));
  EXPECT_EQ(lines.front().back(), 'x');
  EXPECT_THAT(lines, Contains(HasSubstr("-Inf |x")));
  EXPECT_THAT(lines, Contains(testing::MatchesRegex(" NaN [|] +x")));
}

TEST(Chart, BreaksTheLineAtNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto whole = draw({line("a", {1, 1, 1, 1})}, {.ascii = true});
  const auto broken = draw({line("a", {1, nan, nan, 1})}, {.ascii = true});
  const auto stars = [](const std::vector<std::string>& lines) {
    return std::count(lines[2].begin(), lines[2].end(), '*');
  };
  EXPECT_GT(stars(whole), 30);
  EXPECT_EQ(stars(broken), 2);
}

TEST(Chart, LeavesOutWhatALogarithmHasNot) {
  const auto lines =
      draw({line("a", {-1, 0, 1, 10, 100})}, {.log = true, .ascii = true});
  EXPECT_THAT(lines[0], HasSubstr("100 "));
  EXPECT_THAT(lines[4], HasSubstr("  1 "));
  EXPECT_THAT(lines[2], HasSubstr(" 10 "));
}

TEST(Chart, SurvivesNothingOnePointAndTheLargestNumbers) {
  EXPECT_EQ(draw({line("a", {})}).size(), 8u);
  EXPECT_EQ(draw({line("a", {5})}).size(), 8u);
  EXPECT_EQ(draw({line("a", {0, 0})}).size(), 8u);
  EXPECT_EQ(draw({line("a", {-1.7e308, 1.7e308})}).size(), 8u);
  EXPECT_EQ(draw({line("a", {5e-324, 1.7e308})}, {.log = true}).size(), 8u);
  ChartCurve times = line("a", {1, 2});
  times.x = {-1e300, 1e300};
  EXPECT_EQ(draw({times}, {.x_scale = ChartOptions::Scale::Time}).size(), 8u);
  EXPECT_EQ(draw({times}, {.x_scale = ChartOptions::Scale::Duration}).size(),
            8u);
}

}  // namespace
}  // namespace stepline::cli
