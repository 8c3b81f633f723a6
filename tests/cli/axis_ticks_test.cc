#include "cli/axis_ticks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

namespace stepline::cli {
namespace {

using testing::ElementsAre;

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> labels;
  for (const Tick& tick : ticks) labels.push_back(tick.label);
  return labels;
}

TEST(LinearTicks, AreAtRoundNumbersInside) {
  EXPECT_THAT(labels(linear_ticks(0.03, 1.02, 5)),
              ElementsAre("0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels(linear_ticks(-1, 1, 4)),
              ElementsAre("-1.0", "-0.5", "0", "0.5", "1.0"));
}

TEST(LinearTicks, SayThousandsAndMillions) {
  EXPECT_THAT(labels(linear_ticks(0, 20000, 4)),
              ElementsAre("0", "5k", "10k", "15k", "20k"));
  EXPECT_THAT(labels(linear_ticks(0, 3e6, 3)),
              ElementsAre("0", "1M", "2M", "3M"));
  EXPECT_THAT(labels(linear_ticks(99990, 100010, 2)),
              ElementsAre("99.99k", "100.00k", "100.01k"));
}

TEST(LinearTicks, DifferHoweverNarrowTheRange) {
  for (const double high : {1 + 1e-3, 1 + 1e-6, 1 + 1e-9, 1 + 1e-11}) {
    const auto ticks = linear_ticks(1, high, 4);
    ASSERT_GE(ticks.size(), 2u);
    EXPECT_NE(ticks[0].label, ticks[1].label);
  }
}

TEST(LinearTicks, GiveOneForARangeWithoutWidth) {
  EXPECT_THAT(labels(linear_ticks(3, 3, 5)), ElementsAre("3"));
}

TEST(LinearTicks, StayFewForTheLargestNumbers) {
  EXPECT_LE(linear_ticks(-1.7e308, 1.7e308, 5).size(), 7u);
  EXPECT_LE(linear_ticks(-9.3e18, 9.3e18, 5).size(), 7u);
}

TEST(LogTicks, AreAtPowersOfTen) {
  EXPECT_THAT(labels(log_ticks(0.0009, 12, 5)),
              ElementsAre("0.001", "0.01", "0.1", "1", "10"));
  EXPECT_THAT(labels(log_ticks(1e-9, 1e3, 4)),
              ElementsAre("1e-09", "1e-06", "0.001", "1", "1k"));
}

TEST(LogTicks, GoBetweenWhereThereIsRoom) {
  EXPECT_THAT(labels(log_ticks(1, 10, 5)), ElementsAre("1", "2", "5", "10"));
}

TEST(DurationTicks, AreRoundOnAClock) {
  EXPECT_THAT(labels(duration_ticks(0, 100, 4)),
              ElementsAre("0", "30s", "1m", "1m30s"));
  EXPECT_THAT(labels(duration_ticks(0, 3 * 3600, 4)),
              ElementsAre("0", "1h", "2h", "3h"));
  EXPECT_THAT(labels(duration_ticks(0, 1, 2)),
              ElementsAre("0s", "0.5s", "1.0s"));
}

TEST(TimeTicks, AreRoundInLocalTime) {
  ::setenv("TZ", "IST-5:30", 1);
  ::tzset();
  // 2026-01-31 00:00 UTC is 05:30 there.
  const double midnight = 1769817600;
  EXPECT_THAT(labels(time_ticks(midnight, midnight + 2 * 3600, 3)),
              ElementsAre("06:00", "07:00"));
  ::unsetenv("TZ");
  ::tzset();
}

TEST(TimeTicks, SurviveTimesThatNoCalendarHas) {
  EXPECT_FALSE(time_ticks(-1e300, 1e300, 4).empty());
  EXPECT_FALSE(time_ticks(1e18, 1e18, 4).empty());
}

}  // namespace
}  // namespace stepline::cli
