#include "store/smoothed_extremes.h"

#include <gtest/gtest.h>

#include "store/test_curves.h"

namespace stepline::store {
namespace {

using testing::ColumnMaker;
using testing::make_points;

TEST(SmoothedExtremes, AreThoseOfASerialLoopOnAnyNumberOfThreads) {
  // The same block again and again: long enough for threads, and small.
  constexpr std::size_t kRepeats = 10'000;
  constexpr double kWeight = 0.99;
  const Points points = make_points({.points = kBlockPoints}, 3);
  ColumnMaker maker(1);
  const Block* const block = maker.seal(points, 0, kBlockPoints, false);
  Column column;
  for (std::size_t i = 0; i < kRepeats; ++i) {
    column.append(block, maker.arena());
  }
  Curve curve;
  curve.parts.push_back({column.view(), 0, column.size()});
  const CurveScan scan(curve);
  std::vector<CurveScan::Position> bounds;
  for (std::uint64_t point = 0; point < scan.size(); point += 33'333) {
    bounds.push_back(scan.locate(point));
  }
  bounds.push_back(scan.end());

  std::vector<Range> expected(bounds.size() - 1);
  double last = 0;
  double power = 1;
  std::size_t pixel = 0;
  for (std::uint64_t i = 0; i < scan.size(); ++i) {
    last = last * kWeight + (1 - kWeight) * points.values[i % kBlockPoints];
    power *= kWeight;
    while (bounds[pixel + 1].point <= i) ++pixel;
    expected[pixel].add(last / (1 - power));
  }
  for (const unsigned threads : {1u, 2u, 3u}) {
    const auto found = find_smoothed_extremes(scan, bounds, kWeight, threads);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_NEAR(found[i].range.min, expected[i].min, 1e-10);
      ASSERT_NEAR(found[i].range.max, expected[i].max, 1e-10);
      ASSERT_GE(found[i].min_point, bounds[i].point);
      ASSERT_LT(found[i].min_point, bounds[i + 1].point);
      ASSERT_GE(found[i].max_point, bounds[i].point);
      ASSERT_LT(found[i].max_point, bounds[i + 1].point);
    }
  }
}

}  // namespace
}  // namespace stepline::store
