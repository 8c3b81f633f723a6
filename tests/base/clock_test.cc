#include "base/clock.h"

#include <gtest/gtest.h>

#include <chrono>

#include "base/manual_clock.h"

namespace stepline {
namespace {

using namespace std::chrono_literals;

double standard_wall_secs() {
  return std::chrono::duration<double>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

TEST(SystemClock, TellsTheTimeOfTheStandardLibrary) {
  const double before = standard_wall_secs();
  const double wall = system_clock().wall_secs();
  const double after = standard_wall_secs();
  EXPECT_GE(wall, before - 1e-6);
  EXPECT_LE(wall, after + 1e-6);
}

TEST(SystemClock, NeverGoesBack) {
  const auto start = std::chrono::steady_clock::now();
  const auto first = system_clock().monotonic();
  auto last = first;
  for (int i = 0; i < 10000; ++i) {
    const auto now = system_clock().monotonic();
    ASSERT_GE(now, last);
    last = now;
  }
  EXPECT_GT(last, first);
  EXPECT_LE(last - first, std::chrono::steady_clock::now() - start);
}

TEST(ManualClock, StandsStillUntilItIsAdvanced) {
  ManualClock clock(1000.0);
  EXPECT_EQ(clock.wall_secs(), 1000.0);
  const auto before = clock.monotonic();
  EXPECT_EQ(clock.monotonic(), before);
  clock.advance(1500ms);
  EXPECT_EQ(clock.wall_secs(), 1001.5);
  EXPECT_EQ(clock.monotonic() - before, 1500ms);
}

TEST(ManualClock, JumpsBackOnTheWallOnly) {
  ManualClock clock(1000.0);
  clock.advance(10s);
  const auto before = clock.monotonic();
  clock.set_wall_secs(5.0);
  EXPECT_EQ(clock.wall_secs(), 5.0);
  EXPECT_EQ(clock.monotonic(), before);
}

}  // namespace
}  // namespace stepline
