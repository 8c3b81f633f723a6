#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "store/curve.h"
#include "store/query.h"
#include "store/random_windows.h"
#include "store/test_curves.h"
#include "support/scale.h"

namespace stepline::store {
namespace {

using testing::all_shapes;
using testing::ColumnMaker;
using testing::inside;
using testing::make_points;
using testing::PlainGrid;
using testing::RandomWindows;
using testing::same_point;
using testing::same_value;
using testing::Shape;
using testing::x_of;

bool is_constant(const Points& points) {
  return std::ranges::all_of(
      points.values, [&](double value) { return value == points.values[0]; });
}

// As TensorBoard writes it.
std::vector<double> smooth_plainly(const Points& points, double weight) {
  if (is_constant(points)) return points.values;
  std::vector<double> smoothed;
  double last = 0;
  int count = 0;
  for (const double value : points.values) {
    if (!std::isfinite(value)) {
      smoothed.push_back(value);
      continue;
    }
    last = last * weight + (1 - weight) * value;
    ++count;
    smoothed.push_back(
        last / (weight == 1 ? 1.0 : 1 - std::pow(weight, double{1} * count)));
  }
  return smoothed;
}

// Each value by itself.
std::vector<double> smooth_plainly(const Points& points,
                                   const WindowSmoothing& smoothing) {
  if (is_constant(points)) return points.values;
  std::vector<double> finite;
  for (const double value : points.values) {
    if (std::isfinite(value)) finite.push_back(value);
  }
  const std::size_t half = smoothing.points / 2;
  std::vector<double> smoothed;
  std::size_t at = 0;
  for (const double value : points.values) {
    if (!std::isfinite(value)) {
      smoothed.push_back(value);
      continue;
    }
    std::vector<double> around(
        finite.begin() + (at - std::min(at, half)),
        finite.begin() + std::min(at + half + 1, finite.size()));
    ++at;
    if (smoothing.kind == WindowSmoothing::Kind::Mean) {
      smoothed.push_back(std::accumulate(around.begin(), around.end(), 0.0) /
                         static_cast<double>(around.size()));
      continue;
    }
    std::ranges::sort(around);
    const std::size_t middle = around.size() / 2;
    smoothed.push_back(around.size() % 2 == 1
                           ? around[middle]
                           : (around[middle - 1] + around[middle]) / 2);
  }
  return smoothed;
}

bool is_smoothed(const ReduceOptions& options) {
  return options.smoothing || options.window_smoothing;
}

std::vector<double> smooth_plainly(const Points& points,
                                   const ReduceOptions& options) {
  return options.window_smoothing
             ? smooth_plainly(points, *options.window_smoothing)
             : smooth_plainly(points, *options.smoothing);
}

struct Expected {
  std::vector<std::size_t> inside;
  std::map<std::uint32_t, std::vector<std::size_t>> pixels;
};

Expected look_at_all(const Points& points, const ReduceOptions& options) {
  Expected expected;
  const PlainGrid grid(points, options.window, options.pixels);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double x = x_of(points, i, options.window.axis);
    if (!inside(options.window, x)) continue;
    expected.inside.push_back(i);
    expected.pixels[grid.pixel(x)].push_back(i);
  }
  return expected;
}

std::vector<std::size_t> plain_choice(const Points& points,
                                      const Expected& expected) {
  std::set<std::size_t> chosen{expected.inside.front(), expected.inside.back()};
  for (const auto& [pixel, members] : expected.pixels) {
    std::optional<std::size_t> min;
    std::optional<std::size_t> max;
    for (const std::size_t i : members) {
      const double value = points.values[i];
      if (!std::isfinite(value)) continue;
      if (!min || value < points.values[*min]) min = i;
      if (!max || value > points.values[*max]) max = i;
    }
    if (min) chosen.insert({*min, *max});
  }
  return {chosen.begin(), chosen.end()};
}

void expect_neighbours(const Points& points, const Expected& expected,
                       const Reduced& reduced) {
  EXPECT_EQ(reduced.points_in_window, expected.inside.size());
  if (expected.inside.empty()) return;
  const std::size_t first = expected.inside.front();
  const std::size_t last = expected.inside.back();
  ASSERT_EQ(reduced.before.has_value(), first > 0);
  if (first > 0) {
    EXPECT_TRUE(same_point(*reduced.before, points[first - 1]));
  }
  ASSERT_EQ(reduced.after.has_value(), last + 1 < points.size());
  if (reduced.after) {
    EXPECT_TRUE(same_point(*reduced.after, points[last + 1]));
  }
}

void expect_points(const Points& points, const std::vector<std::size_t>& which,
                   const Reduced& reduced) {
  ASSERT_EQ(reduced.points.size(), which.size());
  for (std::size_t i = 0; i < which.size(); ++i) {
    ASSERT_TRUE(same_point(reduced.points[i], points[which[i]])) << i;
  }
}

int kind_of(double value) {
  if (std::isfinite(value)) return -1;
  return std::isnan(value) ? 0 : value > 0 ? 1 : 2;
}

// Runs of one kind, joined where they share a pixel.
std::vector<NonFiniteInterval> plain_intervals(const Points& points,
                                               const Expected& expected,
                                               const ReduceOptions& options) {
  const PlainGrid grid(points, options.window, options.pixels);
  struct Joined {
    std::size_t first;
    std::size_t last;
    NonFiniteInterval interval;
  };
  std::vector<Joined> joined;
  std::map<int, std::size_t> latest;
  for (const std::size_t i : expected.inside) {
    const int kind = kind_of(points.values[i]);
    if (kind < 0) continue;
    const auto pixel = [&](std::size_t k) {
      return grid.pixel(x_of(points, k, options.window.axis));
    };
    if (latest.contains(kind)) {
      Joined& open = joined[latest[kind]];
      if (open.last + 1 == i || pixel(open.last) == pixel(i)) {
        open.last = i;
        open.interval.last = points[i];
        ++open.interval.points;
        continue;
      }
    }
    latest[kind] = joined.size();
    joined.push_back(
        {i, i, {static_cast<NonFinite>(kind), points[i], points[i], 1}});
  }
  std::vector<NonFiniteInterval> intervals;
  for (const Joined& one : joined) intervals.push_back(one.interval);
  return intervals;
}

void expect_intervals(const std::vector<NonFiniteInterval>& expected,
                      const std::vector<NonFiniteInterval>& got) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(got[i].kind, expected[i].kind);
    EXPECT_TRUE(same_point(got[i].first, expected[i].first));
    EXPECT_TRUE(same_point(got[i].last, expected[i].last));
    EXPECT_EQ(got[i].points, expected[i].points);
  }
}

// On an axis on which the curve goes back, a pixel's intervals are not joined
// with others: at most one of each kind, and none lost.
void expect_unsorted_intervals(const Points& points, const Expected& expected,
                               const std::vector<NonFiniteInterval>& got) {
  std::uint64_t odd = 0;
  for (const std::size_t i : expected.inside) {
    if (!std::isfinite(points.values[i])) ++odd;
  }
  std::uint64_t counted = 0;
  for (const NonFiniteInterval& interval : got) counted += interval.points;
  EXPECT_EQ(counted, odd);
  EXPECT_LE(got.size(), 3 * expected.pixels.size());
}

// Smoothed values may differ in their last digits, so that other points may be
// chosen where two are nearly equal: the values must be the extreme ones.
void expect_smoothed(const Points& points, const Expected& expected,
                     const ReduceOptions& options, const Reduced& reduced) {
  const std::vector<double> smoothed = smooth_plainly(points, options);
  double scale = 1e-300;
  for (const std::size_t i : expected.inside) {
    if (std::isfinite(points.values[i])) {
      scale = std::max(scale, std::abs(points.values[i]));
    }
    if (std::isfinite(smoothed[i])) {
      scale = std::max(scale, std::abs(smoothed[i]));
    }
  }
  const double tolerance = 1e-11 * scale;
  ASSERT_EQ(reduced.smoothed.size(), reduced.points.size());
  std::size_t at = 0;
  std::map<std::uint32_t, std::pair<double, double>> got;
  const PlainGrid grid(points, options.window, options.pixels);
  for (std::size_t k = 0; k < reduced.points.size(); ++k) {
    while (at < points.size() && !same_point(points[at], reduced.points[k])) {
      ++at;
    }
    ASSERT_LT(at, points.size()) << "not a point of the curve, or not in order";
    if (std::isfinite(smoothed[at])) {
      ASSERT_NEAR(reduced.smoothed[k], smoothed[at], tolerance);
      const std::uint32_t pixel =
          grid.pixel(x_of(points, at, options.window.axis));
      const auto [entry, added] =
          got.try_emplace(pixel, reduced.smoothed[k], reduced.smoothed[k]);
      entry->second.first = std::min(entry->second.first, reduced.smoothed[k]);
      entry->second.second =
          std::max(entry->second.second, reduced.smoothed[k]);
    } else {
      ASSERT_TRUE(same_value(reduced.smoothed[k], smoothed[at]));
    }
  }
  for (const auto& [pixel, members] : expected.pixels) {
    for (const std::size_t i : members) {
      if (!std::isfinite(smoothed[i])) continue;
      ASSERT_TRUE(got.contains(pixel));
      ASSERT_GE(smoothed[i], got[pixel].first - tolerance);
      ASSERT_LE(smoothed[i], got[pixel].second + tolerance);
    }
  }
  EXPECT_LE(reduced.points.size(), 2 * expected.pixels.size() + 2);
}

// The neighbours are smoothed, too.
void expect_smoothed_neighbours(const Points& points, const Expected& expected,
                                const ReduceOptions& options,
                                const Reduced& reduced) {
  const std::vector<double> smoothed = smooth_plainly(points, options);
  const auto expect_near = [](double got, double wanted) {
    if (std::isfinite(wanted)) {
      EXPECT_NEAR(got, wanted, 1e-10 * std::max(1.0, std::abs(wanted)));
    } else {
      EXPECT_TRUE(same_value(got, wanted));
    }
  };
  const std::size_t first = expected.inside.front();
  const std::size_t behind = expected.inside.back() + 1;
  if (first > 0) expect_near(reduced.before_smoothed, smoothed[first - 1]);
  if (behind < points.size()) {
    expect_near(reduced.after_smoothed, smoothed[behind]);
  }
}

class ReduceTest : public ::testing::Test {
 protected:
  void check(const Points& points, const Curve& curve,
             const ReduceOptions& options) {
    const Reduced reduced = reduce(curve, options);
    const Expected expected = look_at_all(points, options);
    const bool sorted = options.window.axis == Axis::Step ||
                        options.window.axis == Axis::RelativeStep ||
                        curve.sorted_by_wall;
    expect_neighbours(points, expected, reduced);
    const bool exact = expected.inside.size() <= 2 * options.pixels;
    ASSERT_EQ(reduced.exact, exact);
    if (expected.inside.empty()) {
      EXPECT_EQ(reduced.points.size(), 0u);
      return;
    }
    if (is_smoothed(options) && !is_constant(points)) {
      expect_smoothed_neighbours(points, expected, options, reduced);
    }
    if (exact) {
      expect_points(points, expected.inside, reduced);
    } else if (!is_smoothed(options) || is_constant(points)) {
      expect_points(points, plain_choice(points, expected), reduced);
    } else {
      expect_smoothed(points, expected, options, reduced);
    }
    if (exact && is_smoothed(options)) {
      ASSERT_EQ(reduced.smoothed.size(), expected.inside.size());
      const auto smoothed = smooth_plainly(points, options);
      for (std::size_t k = 0; k < expected.inside.size(); ++k) {
        const double wanted = smoothed[expected.inside[k]];
        if (std::isfinite(wanted)) {
          ASSERT_NEAR(reduced.smoothed[k], wanted, 1e-11 * 10);
        } else {
          ASSERT_TRUE(same_value(reduced.smoothed[k], wanted));
        }
      }
    }
    if (sorted) {
      expect_intervals(plain_intervals(points, expected, options),
                       reduced.non_finite);
    } else {
      expect_unsorted_intervals(points, expected, reduced.non_finite);
    }
  }

  // All shapes, in one part and in several, with random windows.
  template <class ChooseSmoothing>
  void check_all(std::size_t most, int windows, ChooseSmoothing smoothing) {
    RandomWindows random(17);
    for (const Shape& shape : all_shapes(most)) {
      for (const std::size_t parts : {1, 3}) {
        const Points points = make_points(shape, random());
        ColumnMaker maker(random());
        const Curve curve = maker.curve(points, shape.wide, parts);
        for (int round = 0; round < windows; ++round) {
          ReduceOptions options;
          options.window = random.next(points);
          options.pixels = static_cast<std::uint32_t>(1 + random() % 300);
          smoothing(random, options);
          SCOPED_TRACE(shape.name + " in " + std::to_string(parts) +
                       ", window " + std::to_string(round));
          check(points, curve, options);
          if (HasFailure()) return;
        }
      }
    }
  }
};

TEST_F(ReduceTest, AgreesWithALookAtAllPoints) {
  check_all(12'000, support::scaled(25, 8),
            [](RandomWindows&, ReduceOptions&) {});
}

TEST_F(ReduceTest, AgreesWithSmoothingAllPointsOneByOne) {
  check_all(12'000, support::scaled(12, 4),
            [](RandomWindows& random, ReduceOptions& options) {
              constexpr double kWeights[] = {0, 0.3, 0.6, 0.9, 0.99, 0.999, 1};
              options.smoothing = kWeights[random() % 7];
            });
}

TEST_F(ReduceTest, AgreesWithALookAtEachPointsSurroundings) {
  check_all(support::scaled(2'000, 400), support::scaled(12, 2),
            [](RandomWindows& random, ReduceOptions& options) {
              constexpr std::uint32_t kWindows[] = {1,   2,    3,     10,
                                                    101, 1999, 10'001};
              using Kind = WindowSmoothing::Kind;
              options.window_smoothing = {
                  random() % 2 == 0 ? Kind::Mean : Kind::Median,
                  kWindows[random() % 7]};
            });
}

TEST_F(ReduceTest, SmoothsInWindowsThatReachOverWhatIsWorkedOnAtOnce) {
  const Points points = make_points({.points = 1'200'000}, 29);
  ColumnMaker maker(1);
  const Curve curve = maker.curve(points, false, 2);
  ReduceOptions options;
  options.pixels = 300;
  options.window_smoothing = {WindowSmoothing::Kind::Mean, 5};
  check(points, curve, options);
  options.window_smoothing->kind = WindowSmoothing::Kind::Median;
  check(points, curve, options);
}

TEST_F(ReduceTest, ForgetsASpikeThatHasLeftTheWindow) {
  Points points = make_points({.points = 1000}, 5);
  points.values[100] = 1e30f;
  ColumnMaker maker(1);
  const Curve curve = maker.curve(points, false);
  const auto smoothed = smooth(curve, {WindowSmoothing::Kind::Mean, 7});
  for (std::size_t i = 104; i < points.size(); ++i) {
    ASSERT_LT(std::abs(smoothed[i]), 100);
  }
}

TEST_F(ReduceTest, SmoothsLongCurvesSideBySide) {
  RandomWindows random(23);
  for (const bool wide : {false, true}) {
    for (const double odd_share : {0.0, 1e-4}) {
      Points points = make_points({.points = 300'000,
                                   .irregular_steps = true,
                                   .odd_share = odd_share,
                                   .odd_runs = true,
                                   .wide = wide},
                                  random());
      ColumnMaker maker(random());
      const Curve curve = maker.curve(points, wide, 2);
      for (const double weight : {0.5, 0.999, 0.9999}) {
        for (int round = 0; round < support::scaled(3, 1); ++round) {
          ReduceOptions options;
          if (round > 0) options.window = random.next(points);
          options.pixels = static_cast<std::uint32_t>(10 + random() % 500);
          options.smoothing = weight;
          check(points, curve, options);
          ASSERT_FALSE(HasFailure());
        }
      }
    }
  }
}

TEST_F(ReduceTest, SmoothsWhatFollowsAHugeSpikeAsIfItHadSeenIt) {
  Points points = make_points({.points = 100'000}, 5);
  points.values[100] = 1e30f;
  for (std::size_t i = 60'000; i < points.size(); ++i) points.values[i] = 0;
  ColumnMaker maker(1);
  const Curve curve = maker.curve(points, false);
  for (const double from : {0.0, 20e3, 200e3, 590e3}) {
    ReduceOptions options;
    options.window.from = from;
    options.pixels = 100;
    options.smoothing = 0.99;
    check(points, curve, options);
  }
}

TEST_F(ReduceTest, AnswersAboutNothing) {
  const Reduced reduced = reduce(Curve{}, {});
  EXPECT_TRUE(reduced.exact);
  EXPECT_EQ(reduced.points.size(), 0u);
  EXPECT_FALSE(reduced.before);
  EXPECT_FALSE(reduced.after);
}

TEST_F(ReduceTest, NeverLosesASpike) {
  Points points = make_points({.points = 100'000}, 3);
  points.values[54'321] = 1e6;
  points.values[54'323] = -1e6;
  ColumnMaker maker(1);
  const Curve curve = maker.curve(points, false);
  ReduceOptions options;
  options.pixels = 50;
  const Reduced reduced = reduce(curve, options);
  EXPECT_EQ(std::ranges::count(reduced.points.values, 1e6), 1);
  EXPECT_EQ(std::ranges::count(reduced.points.values, -1e6), 1);
}

TEST_F(ReduceTest, TellsNanRangesWithoutTheirPoints) {
  Points points = make_points({.points = 50'000, .constant = true}, 3);
  for (std::size_t i = 10'000; i < 40'000; ++i) {
    points.values[i] = std::numeric_limits<double>::quiet_NaN();
  }
  ColumnMaker maker(1);
  const Reduced reduced = reduce(maker.curve(points, false), {});
  ASSERT_EQ(reduced.non_finite.size(), 1u);
  EXPECT_EQ(reduced.non_finite[0].points, 30'000u);
  EXPECT_EQ(reduced.non_finite[0].first.step, points.steps[10'000]);
  EXPECT_EQ(reduced.non_finite[0].last.step, points.steps[39'999]);
}

TEST(Smooth, AgreesWithTheFormulaToTheLastBit) {
  std::mt19937_64 random(31);
  for (const Shape& shape : all_shapes(5000)) {
    SCOPED_TRACE(shape.name);
    const Points points = make_points(shape, random());
    ColumnMaker maker(random());
    const Curve curve = maker.curve(points, shape.wide, 2);
    for (const double weight : {0.0, 0.3, 0.9, 0.999, 1.0}) {
      const std::vector<double> expected = smooth_plainly(points, weight);
      const std::vector<double> smoothed = smooth(curve, weight);
      ASSERT_EQ(smoothed.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_TRUE(same_value(smoothed[i], expected[i])) << i;
      }
    }
  }
}

}  // namespace
}  // namespace stepline::store
