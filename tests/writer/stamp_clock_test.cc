#include "writer/stamp_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <vector>

#include "base/manual_clock.h"

namespace stepline::writer {
namespace {

TEST(StampClock, FollowsAClockThatATestPutIn) {
  ManualClock clock(1'000.25);
  StampClock stamps(clock);
  const auto first = stamps.now();
  clock.advance(std::chrono::milliseconds(500));
  const auto second = stamps.now();
  clock.set_wall_secs(7);
  const auto third = stamps.now();
  stamps.anchor();
  EXPECT_EQ(stamps.to_secs(first), 1'000.25);
  EXPECT_EQ(stamps.to_secs(second), 1'000.75);
  EXPECT_EQ(stamps.to_secs(third), 7);
}

TEST(StampClock, AgreesWithTheSystemWithinAMillisecond) {
  StampClock stamps(system_clock());
  std::vector<double> errors;
  for (int i = 0; i < 101; ++i) {
    const double before = system_clock().wall_secs();
    const auto stamp = stamps.now();
    const double after = system_clock().wall_secs();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    stamps.anchor();
    const double secs = stamps.to_secs(stamp);
    errors.push_back(std::max({0.0, before - secs, secs - after}));
  }
  // A machine that is busy elsewhere may spoil a few.
  std::ranges::sort(errors);
  EXPECT_LT(errors[90], 1e-3);
}

TEST(StampClock, ConvertsWhatWasStampedLongBeforeItsAnchor) {
  StampClock stamps(system_clock());
  const double before = system_clock().wall_secs();
  const auto stamp = stamps.now();
  const double after = system_clock().wall_secs();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  stamps.anchor();
  EXPECT_GT(stamps.to_secs(stamp), before - 1e-3);
  EXPECT_LT(stamps.to_secs(stamp), after + 1e-3);
}

TEST(StampClock, NeverGoesBackBetweenStampsOfOneAnchor) {
  StampClock stamps(system_clock());
  std::vector<std::uint64_t> taken;
  for (int i = 0; i < 1'000; ++i) taken.push_back(stamps.now());
  stamps.anchor();
  for (std::size_t i = 1; i < taken.size(); ++i)
    ASSERT_GE(stamps.to_secs(taken[i]), stamps.to_secs(taken[i - 1]));
}

}  // namespace
}  // namespace stepline::writer
