#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "store/point.h"

namespace stepline::store {

struct Curve;

enum class Axis {
  Step,
  WallTime,      // Seconds since the epoch.
  RelativeTime,  // Seconds since the curve's first point.
  RelativeStep,  // Steps since then.
};

// A part of an axis, both ends included; what is absent is unbounded.
struct Window {
  Axis axis = Axis::Step;
  std::optional<double> from;
  std::optional<double> to;
};

enum class NonFinite : std::uint8_t { Nan, PositiveInfinity, NegativeInfinity };

// Consecutive points with the same kind of non-finite value.
struct NonFiniteInterval {
  NonFinite kind = NonFinite::Nan;
  Point first;
  Point last;
  std::uint64_t points = 0;
};

// A window of a curve, reduced to what a screen can show.
struct Reduced {
  // Every point of the window, exactly; otherwise, for each pixel, the points
  // with the smallest and the largest finite value, in their order, and also
  // the window's first and last point: no spike is lost. Non-finite points are
  // in `points` only when exact, or when first or last.
  bool exact = false;
  Points points;
  std::vector<double>
      smoothed;  // Beside points.values; empty if not asked for.
  std::uint64_t points_in_window = 0;
  // The neighbours outside, so that a line can go on to the edge: of a window
  // without points the nearest on either side.
  std::optional<Point> before;
  std::optional<Point> after;
  double before_smoothed = 0;  // Where there is one, and smoothing.
  double after_smoothed = 0;
  // At most one for each pixel and kind: closer ones are joined, and counted
  // are only points of the kind.
  std::vector<NonFiniteInterval> non_finite;
};

// The mean or the median of the finite points around each: half of the rest of
// `points` on each side, rounded up. Where a side has fewer, at the ends of the
// curve, the window is that much smaller. Non-finite values are passed through.
struct WindowSmoothing {
  enum class Kind { Mean, Median } kind = Kind::Mean;
  std::uint32_t points = 1;
};

struct ReduceOptions {
  Window window;
  std::uint32_t pixels = 1000;
  // Exact when the window has at most 2 * pixels points.
  // Weight of TensorBoard's smoothing, 0 to 1: a running mean over all points
  // of the curve, corrected for its start, non-finite values passed through and
  // a constant curve left alone. Reduced are then the smoothed values: points
  // are those where they are smallest and largest in a pixel.
  std::optional<double> smoothing;
  // In place of that one.
  std::optional<WindowSmoothing> window_smoothing;
};

Reduced reduce(const Curve& curve, const ReduceOptions& options);

// Smoothed values of all points, as above.
std::vector<double> smooth(const Curve& curve, double weight);
std::vector<double> smooth(const Curve& curve,
                           const WindowSmoothing& smoothing);

struct Statistics {
  std::uint64_t count = 0;
  std::uint64_t finite = 0;
  std::optional<Point> first;
  std::optional<Point> last;
  std::optional<Point> min;  // Of the finite values; the earliest of equals.
  std::optional<Point> max;
  double mean = 0;       // Of the finite values; NaN without any.
  double deviation = 0;  // Population standard deviation of the same.
};
Statistics statistics(const Curve& curve, const Window& window);

// Without mean and deviation, which are NaN: the rest needs no look at every
// point.
Statistics quick_statistics(const Curve& curve);

// All intervals in a window, exactly.
std::vector<NonFiniteInterval> non_finite_intervals(const Curve& curve,
                                                    const Window& window);

// A value for each of `count` stretches that end at steps evenly spread from
// first to last: of its finite points the one farthest from the value before,
// so that spikes remain, or the smallest where there is none before; NaN where
// none is finite. A stretch without a point has the value before. Fewer when
// the curve has fewer points.
std::vector<float> sparkline(const Curve& curve, std::size_t count);

// Many runs of one tag over a shared axis.
struct AggregateOptions {
  Window window;  // Unbounded sides: from the first to the last of all curves.
  std::uint32_t pixels = 500;
  std::vector<double> quantiles;   // Each in [0, 1].
  std::uint32_t density_bins = 0;  // 0: no density.
  // Of each curve, before it counts: one of the two, as in ReduceOptions.
  std::optional<double> smoothing;
  std::optional<WindowSmoothing> window_smoothing;
  // Asked now and then; once true, the answer is of no use. May be empty.
  std::function<bool()> is_cancelled;
};
struct Aggregate {
  // One for each pixel that any curve reaches. The value of a curve in a pixel
  // is the mean of its finite points there; where it has none, but some before
  // and after, the line between those neighbours at the pixel's middle.
  std::vector<double> x;  // Middles of the pixels, on the axis.
  std::vector<std::uint32_t> curves;
  std::vector<double> mean;
  std::vector<double> deviation;
  std::vector<double> min;
  std::vector<double> max;
  std::vector<std::vector<double>> quantiles;  // [quantile][pixel], by linear
                                               // interpolation.
  // Curves in each bin of values, pixel by pixel: [pixel * bins + bin].
  double density_low = 0;
  double density_high = 0;
  std::vector<std::uint32_t> density;
};
Aggregate aggregate(std::span<const Curve> curves,
                    const AggregateOptions& options);

}  // namespace stepline::store
