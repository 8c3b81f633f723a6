#include "store/curve.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "store/test_curves.h"

namespace stepline::store {
namespace {

using testing::all_shapes;
using testing::ColumnMaker;
using testing::make_points;
using testing::same_point;
using testing::Shape;

TEST(Curve, ReadsAndFindsItsPointsAcrossItsParts) {
  std::mt19937_64 random(11);
  for (const Shape& shape : all_shapes(8000)) {
    for (const std::size_t parts : {1, 4}) {
      SCOPED_TRACE(shape.name + " in " + std::to_string(parts));
      const Points points = make_points(shape, 3);
      ColumnMaker maker(random());
      const Curve curve = maker.curve(points, shape.wide, parts);
      ASSERT_EQ(curve.size(), points.size());
      Points read;
      curve.read(0, curve.size(), read);
      ASSERT_EQ(read.size(), points.size());
      for (std::size_t i = 0; i < points.size(); ++i) {
        ASSERT_TRUE(same_point(read[i], points[i]));
        ASSERT_TRUE(same_point(curve.at(i), points[i]));
      }
      for (int round = 0; round < 50 && points.size() > 0; ++round) {
        const std::size_t at = random() % points.size();
        const std::size_t end = at + random() % (points.size() - at + 1);
        Points some;
        some.push_back({1, 2, 3});
        curve.read(at, end, some);
        ASSERT_EQ(some.size(), end - at + 1);
        if (end > at) {
          EXPECT_TRUE(same_point(some[1], points[at]));
          EXPECT_TRUE(same_point(some[end - at], points[end - 1]));
        }

        const std::int64_t offset = static_cast<std::int64_t>(random() % 3) - 1;
        const std::int64_t step = points.steps[at] == INT64_MIN
                                      ? INT64_MIN
                                      : points.steps[at] + offset;
        EXPECT_EQ(curve.lower_bound_step(step),
                  static_cast<std::uint64_t>(
                      std::ranges::lower_bound(points.steps, step) -
                      points.steps.begin()));
        if (!curve.sorted_by_wall) continue;
        const double wall =
            points.wall_secs[at] + 0.1 * static_cast<double>(offset);
        EXPECT_EQ(curve.lower_bound_wall(wall),
                  static_cast<std::uint64_t>(
                      std::ranges::lower_bound(points.wall_secs, wall) -
                      points.wall_secs.begin()));
      }
    }
  }
}

}  // namespace
}  // namespace stepline::store
