#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

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
using testing::PlainGrid;
using testing::RandomWindows;
using testing::Shape;
using testing::x_of;

struct Place {
  double x;
  double y;
};

// A curve's finite points by their place.
std::vector<Place> finite_places(const Points& points, Axis axis) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!std::isfinite(points.values[i])) continue;
    places.push_back({x_of(points, i, axis), points.values[i]});
  }
  std::ranges::stable_sort(places, {}, &Place::x);
  return places;
}

// What one curve is worth in a pixel, by a look at all its points.
std::optional<double> worth(const std::vector<Place>& places,
                            const Window& window, const PlainGrid& grid,
                            std::uint32_t pixel, double middle) {
  double sum = 0;
  int count = 0;
  std::optional<Place> before;
  std::optional<Place> after;
  for (const Place& place : places) {
    const bool left = window.from && place.x < *window.from;
    const bool right = window.to && place.x > *window.to;
    if (left || (!right && grid.pixel(place.x) < pixel)) {
      before = place;
    } else if (right || grid.pixel(place.x) > pixel) {
      if (!after) after = place;
    } else {
      sum += place.y;
      ++count;
    }
  }
  if (count > 0) return sum / count;
  if (!before || !after) return std::nullopt;
  return before->y +
         (after->y - before->y) * (middle - before->x) / (after->x - before->x);
}

void random_smoothing(std::uint64_t random, AggregateOptions& options) {
  using Kind = WindowSmoothing::Kind;
  if (random % 4 == 1) options.smoothing = 0.9;
  if (random % 4 == 2) options.window_smoothing = {Kind::Mean, 21};
  if (random % 4 == 3) options.window_smoothing = {Kind::Median, 21};
}

Points smoothed(Points points, const Curve& curve,
                const AggregateOptions& options) {
  if (options.smoothing) points.values = smooth(curve, *options.smoothing);
  if (options.window_smoothing) {
    points.values = smooth(curve, *options.window_smoothing);
  }
  return points;
}

double plain_quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const double below = std::floor(place);
  const double above =
      std::min(below + 1, static_cast<double>(sorted.size()) - 1);
  return sorted[static_cast<std::size_t>(below)] * (1 - (place - below)) +
         sorted[static_cast<std::size_t>(above)] * (place - below);
}

void expect_pixel(const std::vector<double>& values, std::size_t at,
                  const AggregateOptions& options, const Aggregate& got) {
  const auto count = static_cast<double>(values.size());
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += std::pow(value - mean, 2);
  EXPECT_EQ(got.curves[at], values.size());
  EXPECT_NEAR(got.mean[at], mean, 1e-9);
  EXPECT_NEAR(got.deviation[at], std::sqrt(squares / count), 1e-9);
  EXPECT_NEAR(got.min[at], values.front(), 1e-9);
  EXPECT_NEAR(got.max[at], values.back(), 1e-9);
  for (std::size_t i = 0; i < options.quantiles.size(); ++i) {
    EXPECT_NEAR(got.quantiles[i][at],
                plain_quantile(values, options.quantiles[i]), 1e-9);
  }
  if (options.density_bins == 0) return;
  const auto row =
      std::span(got.density)
          .subspan(at * options.density_bins, options.density_bins);
  EXPECT_EQ(std::accumulate(row.begin(), row.end(), 0u), values.size());
}

TEST(Aggregate, AgreesWithALookAtAllPoints) {
  RandomWindows random(53);
  const std::vector<Shape> shapes = all_shapes(3000);
  for (int round = 0; round < 60; ++round) {
    ColumnMaker maker(random());
    std::vector<Points> points;
    std::vector<Curve> curves;
    for (std::size_t k = 1 + random() % 8; k > 0; --k) {
      const Shape& shape = shapes[random() % shapes.size()];
      if (shape.huge_steps) continue;
      points.push_back(make_points(shape, random()));
      curves.push_back(
          maker.curve(points.back(), shape.wide, 1 + random() % 2));
    }
    Points all;
    for (const Points& one : points) {
      for (std::size_t i = 0; i < one.size(); ++i) all.push_back(one[i]);
    }
    AggregateOptions options;
    options.window = random.next(all);
    // Relative to the first of `all`, not of each curve.
    if (options.window.axis == Axis::RelativeTime ||
        options.window.axis == Axis::RelativeStep) {
      options.window = {options.window.axis, 20.0, 900.0};
    }
    random_smoothing(random(), options);
    options.pixels = static_cast<std::uint32_t>(1 + random() % 200);
    options.quantiles = {0, 0.25, 0.5, 0.9, 1};
    options.density_bins = random() % 2 == 0 ? 0 : 7;
    const Aggregate got = aggregate(curves, options);
    const PlainGrid grid(all, options.window, options.pixels);
    std::vector<std::vector<Place>> places;
    for (std::size_t i = 0; i < points.size(); ++i) {
      places.push_back(finite_places(smoothed(points[i], curves[i], options),
                                     options.window.axis));
    }
    std::size_t at = 0;
    for (std::uint32_t pixel = 0; pixel < options.pixels && all.size() > 0;
         ++pixel) {
      const double middle = grid.low() + (grid.high() - grid.low()) *
                                             ((pixel + 0.5) / options.pixels);
      std::vector<double> values;
      for (const std::vector<Place>& curve : places) {
        const auto value = worth(curve, options.window, grid, pixel, middle);
        if (value) values.push_back(*value);
      }
      if (values.empty()) continue;
      std::ranges::sort(values);
      ASSERT_LT(at, got.x.size());
      ASSERT_NEAR(got.x[at], middle, 1e-6);
      expect_pixel(values, at, options, got);
      ++at;
    }
    EXPECT_EQ(at, got.x.size());
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Aggregate, DrawsALineWhereACurveHasNoPoints) {
  Points sparse;
  sparse.push_back({0, 0, 10});
  sparse.push_back({100, 100, 20});
  ColumnMaker maker(1);
  const Curve curve = maker.curve(sparse, false);
  AggregateOptions options;
  options.pixels = 10;
  const Aggregate got = aggregate({&curve, 1}, options);
  ASSERT_EQ(got.mean.size(), 10u);
  EXPECT_EQ(got.mean[0], 10);
  EXPECT_NEAR(got.mean[5], 15.5, 1e-12);
  EXPECT_EQ(got.mean[9], 20);
}

TEST(Aggregate, CountsCurvesInBinsOfTheirValues) {
  ColumnMaker maker(1);
  std::vector<Curve> curves;
  for (const double level : {0.0, 1.0, 1.0, 4.0}) {
    Points points;
    for (int i = 0; i < 100; ++i) points.push_back({i, 1.0 * i, level});
    curves.push_back(maker.curve(points, false));
  }
  AggregateOptions options;
  options.pixels = 2;
  options.density_bins = 4;
  const Aggregate got = aggregate(curves, options);
  EXPECT_EQ(got.density_low, 0);
  EXPECT_EQ(got.density_high, 4);
  EXPECT_EQ(got.density, (std::vector<std::uint32_t>{1, 2, 0, 1, 1, 2, 0, 1}));
}

TEST(Aggregate, ComparesCurvesFromTheirFirstStepOn) {
  ColumnMaker maker(1);
  std::vector<Curve> curves;
  for (const int begin : {0, 5000}) {
    Points points;
    for (int i = 0; i < 100; ++i) points.push_back({begin + i, 0, 1.0 * i});
    curves.push_back(maker.curve(points, false));
  }
  AggregateOptions options;
  options.window.axis = Axis::RelativeStep;
  options.pixels = 100;
  const Aggregate got = aggregate(curves, options);
  ASSERT_EQ(got.x.size(), 100u);
  EXPECT_EQ(got.curves.back(), 2u);
  EXPECT_EQ(got.mean.back(), 99);
  EXPECT_EQ(got.deviation.back(), 0);
}

TEST(Aggregate, EndsSoonWhenItIsCancelled) {
  ColumnMaker maker(1);
  Points points;
  for (int i = 0; i < 100; ++i) points.push_back({i, 1.0 * i, 1});
  const std::vector<Curve> curves(1000, maker.curve(points, false));
  int asked = 0;
  AggregateOptions options;
  options.is_cancelled = [&] { return ++asked > 10; };
  EXPECT_TRUE(aggregate(curves, options).x.empty());
  EXPECT_LT(asked, 20);
}

TEST(Aggregate, OfNothingIsEmpty) {
  const Curve empty;
  EXPECT_TRUE(aggregate({}, {}).x.empty());
  EXPECT_TRUE(aggregate({&empty, 1}, {}).x.empty());
}

}  // namespace
}  // namespace stepline::store
