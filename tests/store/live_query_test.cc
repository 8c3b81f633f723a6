#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "store/curve.h"
#include "store/query.h"
#include "store/test_curves.h"

namespace stepline::store {
namespace {

using testing::ColumnMaker;
using testing::make_points;

// One thread appends under a lock, others take views under it and query them
// without: what they get must fit the number of points they saw.
TEST(LiveQueries, AnswerFromWhatTheySawWhileTheColumnGrows) {
  const Points points = make_points(
      {.points = 40'000, .irregular_steps = true, .odd_share = 0.01}, 1);
  ColumnMaker maker(1);
  std::mutex mutex;
  Column column;
  column.append(maker.seal(points, 0, 1, false), maker.arena());
  std::atomic<bool> done = false;
  std::atomic<int> wrong = 0;
  const auto look = [&] {
    Curve curve;
    {
      const std::lock_guard lock(mutex);
      curve.parts.push_back({column.view(), 0, column.size()});
    }
    const std::uint64_t size = curve.size();
    ReduceOptions options;
    options.pixels = 100;
    const Reduced plain = reduce(curve, options);
    options.smoothing = 0.9;
    const Reduced smoothed = reduce(curve, options);
    const Statistics quick = quick_statistics(curve);
    const bool right =
        plain.points_in_window == size && smoothed.points_in_window == size &&
        quick.count == size && !plain.after &&
        plain.points.steps.back() == points.steps[size - 1] &&
        quick.last->step == points.steps[size - 1] &&
        non_finite_intervals(curve, {}).size() <= size &&
        sparkline(curve, 20).size() == std::min<std::size_t>(size, 20);
    if (!right) ++wrong;
  };
  std::vector<std::thread> readers;
  for (int k = 0; k < 2; ++k) {
    readers.emplace_back([&] {
      while (!done) look();
    });
  }
  std::mt19937 random(3);
  for (std::size_t at = 1; at < points.size();) {
    const std::size_t count = std::min<std::size_t>(
        points.size() - at, 1 + random() % (random() % 3 == 0 ? 512 : 40));
    const Block* const block = maker.seal(points, at, count, false);
    {
      const std::lock_guard lock(mutex);
      column.append(block, maker.arena());
    }
    at += count;
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  look();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace stepline::store
