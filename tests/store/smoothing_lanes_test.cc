#include "store/smoothing_lanes.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace stepline::store {
namespace {

template <class T>
void expect_means_of_each_lane() {
  std::mt19937 random(1);
  std::uniform_real_distribution<T> value(-1, 1);
  constexpr double kWeight = 0.75;
  for (std::size_t count = 1; count <= 70; ++count) {
    std::vector<std::vector<T>> rows(kSmoothingLanes, std::vector<T>(count));
    std::array<const T*, kSmoothingLanes> places;
    SmoothingLanes lanes;
    for (std::size_t k = 0; k < kSmoothingLanes; ++k) {
      for (T& x : rows[k]) x = value(random);
      places[k] = rows[k].data();
      lanes.last[k] = value(random);
    }
    const auto before = lanes.last;
    lanes.run(places, count, kWeight);
    for (std::size_t k = 0; k < kSmoothingLanes; ++k) {
      double last = before[k];
      double low = 9;
      double high = -9;
      for (const T x : rows[k]) {
        last = last * kWeight + (1 - kWeight) * static_cast<double>(x);
        low = std::min(low, last);
        high = std::max(high, last);
      }
      ASSERT_NEAR(lanes.last[k], last, 1e-15);
      ASSERT_NEAR(lanes.low[k], low, 1e-15);
      ASSERT_NEAR(lanes.high[k], high, 1e-15);
    }
  }
}

TEST(SmoothingLanes, TakeTheMeanOfEachLane) {
  expect_means_of_each_lane<float>();
  expect_means_of_each_lane<double>();
}

}  // namespace
}  // namespace stepline::store
