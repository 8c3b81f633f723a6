#include <gtest/gtest.h>

#include "store/curve.h"
#include "store/query.h"
#include "store/random_windows.h"
#include "store/test_curves.h"

namespace stepline::store {
namespace {

using testing::all_shapes;
using testing::ColumnMaker;
using testing::inside;
using testing::make_points;
using testing::RandomWindows;
using testing::same_point;
using testing::same_value;
using testing::Shape;
using testing::x_of;

Statistics plain_statistics(const Points& points, const Window& window) {
  Statistics statistics;
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!inside(window, x_of(points, i, window.axis))) continue;
    const Point point = points[i];
    ++statistics.count;
    if (!statistics.first) statistics.first = point;
    statistics.last = point;
    if (!std::isfinite(point.value)) continue;
    ++statistics.finite;
    sum += point.value;
    if (!statistics.min || point.value < statistics.min->value) {
      statistics.min = point;
    }
    if (!statistics.max || point.value > statistics.max->value) {
      statistics.max = point;
    }
  }
  statistics.mean = sum / static_cast<double>(statistics.finite);
  double squares = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!inside(window, x_of(points, i, window.axis))) continue;
    if (!std::isfinite(points.values[i])) continue;
    squares += std::pow(points.values[i] - statistics.mean, 2);
  }
  statistics.deviation =
      std::sqrt(squares / static_cast<double>(statistics.finite));
  return statistics;
}

void expect_point(const std::optional<Point>& got,
                  const std::optional<Point>& wanted) {
  ASSERT_EQ(got.has_value(), wanted.has_value());
  if (got) {
    EXPECT_TRUE(same_point(*got, *wanted));
  }
}

TEST(Statistics, AgreeWithALookAtAllPoints) {
  RandomWindows random(41);
  for (const Shape& shape : all_shapes(10'000)) {
    SCOPED_TRACE(shape.name);
    const Points points = make_points(shape, random());
    ColumnMaker maker(random());
    const Curve curve = maker.curve(points, shape.wide, 1 + random() % 3);
    for (int round = 0; round < 30; ++round) {
      const Window window = random.next(points);
      const Statistics wanted = plain_statistics(points, window);
      const Statistics got = statistics(curve, window);
      ASSERT_EQ(got.count, wanted.count);
      ASSERT_EQ(got.finite, wanted.finite);
      expect_point(got.first, wanted.first);
      expect_point(got.last, wanted.last);
      expect_point(got.min, wanted.min);
      expect_point(got.max, wanted.max);
      if (wanted.finite == 0) {
        EXPECT_TRUE(std::isnan(got.mean));
        EXPECT_TRUE(std::isnan(got.deviation));
      } else {
        EXPECT_NEAR(got.mean, wanted.mean, 1e-12);
        EXPECT_NEAR(got.deviation, wanted.deviation, 1e-12);
      }
    }
    const Statistics wanted = plain_statistics(points, {});
    const Statistics quick = quick_statistics(curve);
    EXPECT_EQ(quick.count, wanted.count);
    EXPECT_EQ(quick.finite, wanted.finite);
    expect_point(quick.first, wanted.first);
    expect_point(quick.last, wanted.last);
    expect_point(quick.min, wanted.min);
    expect_point(quick.max, wanted.max);
  }
}

TEST(Statistics, KeepTheirDigitsFarFromZero) {
  Points points;
  for (int i = 0; i < 100'000; ++i) points.push_back({i, 1.0 * i, 1e9 + i % 2});
  ColumnMaker maker(1);
  const Statistics got = statistics(maker.curve(points, true), {});
  EXPECT_NEAR(got.mean, 1e9 + 0.5, 1e-6);
  EXPECT_NEAR(got.deviation, 0.5, 1e-9);
}

TEST(NonFiniteIntervals, AgreeWithALookAtAllPoints) {
  RandomWindows random(43);
  for (const Shape& shape : all_shapes(10'000)) {
    SCOPED_TRACE(shape.name);
    const Points points = make_points(shape, random());
    ColumnMaker maker(random());
    const Curve curve = maker.curve(points, shape.wide, 1 + random() % 3);
    for (int round = 0; round < 20; ++round) {
      const Window window = random.next(points);
      std::vector<NonFiniteInterval> wanted;
      std::optional<std::size_t> previous;
      for (std::size_t i = 0; i < points.size(); ++i) {
        const double value = points.values[i];
        if (std::isfinite(value)) continue;
        if (!inside(window, x_of(points, i, window.axis))) continue;
        const bool goes_on = previous && *previous + 1 == i &&
                             same_value(points.values[*previous], value);
        previous = i;
        if (goes_on) {
          wanted.back().last = points[i];
          ++wanted.back().points;
          continue;
        }
        const NonFinite kind = std::isnan(value) ? NonFinite::Nan
                               : value > 0       ? NonFinite::PositiveInfinity
                                                 : NonFinite::NegativeInfinity;
        wanted.push_back({kind, points[i], points[i], 1});
      }
      const auto got = non_finite_intervals(curve, window);
      ASSERT_EQ(got.size(), wanted.size());
      for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_EQ(got[i].kind, wanted[i].kind);
        EXPECT_EQ(got[i].points, wanted[i].points);
        EXPECT_TRUE(same_point(got[i].first, wanted[i].first));
        EXPECT_TRUE(same_point(got[i].last, wanted[i].last));
      }
    }
  }
}

// Of the smallest and the largest; the smallest where nothing was before.
double farthest(const std::vector<double>& values, double from) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto [low, high] = std::ranges::minmax(values);
  return high - from >= from - low ? high : low;
}

TEST(Sparkline, AgreesWithALookAtAllPoints) {
  std::mt19937_64 random(47);
  for (const Shape& shape : all_shapes(10'000)) {
    SCOPED_TRACE(shape.name);
    const Points points = make_points(shape, random());
    ColumnMaker maker(random());
    const Curve curve = maker.curve(points, shape.wide, 1 + random() % 3);
    for (const std::size_t count : {0, 1, 2, 60}) {
      const std::vector<float> got = sparkline(curve, count);
      ASSERT_EQ(got.size(), std::min(count, points.size()));
      std::size_t begin = 0;
      double shown = std::numeric_limits<double>::quiet_NaN();
      double before = shown;
      for (std::size_t k = 0; k < got.size(); ++k) {
        const auto first = static_cast<double>(points.steps.front());
        const auto last = static_cast<double>(points.steps.back());
        const double step =
            k + 1 == got.size()
                ? last
                : first +
                      (last - first) * (static_cast<double>(k) /
                                        static_cast<double>(got.size() - 1));
        std::size_t end = begin;
        std::vector<double> finite;
        for (; end < points.size(); ++end) {
          if (static_cast<double>(points.steps[end]) > step) break;
          if (std::isfinite(points.values[end])) {
            finite.push_back(points.values[end]);
          }
        }
        if (end > begin) shown = farthest(finite, before);
        if (!std::isnan(shown)) before = shown;
        begin = end;
        ASSERT_TRUE(same_value(got[k], static_cast<float>(shown))) << k;
      }
    }
  }
}

TEST(Sparkline, KeepsSpikesAndGaps) {
  Points points;
  for (int i = 0; i <= 1000; ++i) {
    double value = 1;
    if (i == 137) value = 50;
    if (i == 731) value = -50;
    if (i > 400 && i < 600) value = std::numeric_limits<double>::quiet_NaN();
    points.push_back({i, 1.0 * i, value});
  }
  ColumnMaker maker(1);
  const Curve curve = maker.curve(points, false);
  const std::vector<float> got = sparkline(curve, 11);
  ASSERT_EQ(got.size(), 11u);
  EXPECT_EQ(got[2], 50);
  EXPECT_EQ(got[8], -50);
  EXPECT_TRUE(std::isnan(got[5]));
  EXPECT_EQ(got[4], 1);
  EXPECT_EQ(got[10], 1);
}

}  // namespace
}  // namespace stepline::store
