#include <algorithm>
#include <cmath>

#include "store/axis_map.h"
#include "store/pixel_means.h"
#include "store/query.h"

namespace stepline::store {
namespace {

struct Row {
  CurveScan scan;
  AxisMap axis;
};

// The first and last place that any curve has a point at.
Range extent(std::span<const Curve> curves, const std::vector<Row>& rows) {
  Range extent;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [scan, axis] = rows[i];
    if (axis.sorted() && scan.size() > 0) {
      extent.add(axis.x(scan.at(scan.begin())));
      extent.add(axis.x(scan.at(scan.size() - 1)));
    } else if (scan.size() > 0) {
      Points points;
      curves[i].read(0, curves[i].size(), points);
      for (std::size_t k = 0; k < points.size(); ++k) {
        extent.add(axis.x(points[k]));
      }
    }
  }
  return extent;
}

double quantile(const std::vector<double>& sorted, double share) {
  const double place =
      std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double fraction = place - static_cast<double>(below);
  return sorted[below] + (sorted[above] - sorted[below]) * fraction;
}

// Takes the values that the curves have in a pixel, at least one.
void add_pixel(std::vector<double>& values, double x,
               const AggregateOptions& options, Aggregate& aggregate) {
  if (!options.quantiles.empty()) std::ranges::sort(values);
  const auto [min, max] = std::ranges::minmax(values);
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  aggregate.x.push_back(x);
  aggregate.curves.push_back(static_cast<std::uint32_t>(values.size()));
  aggregate.mean.push_back(mean);
  aggregate.deviation.push_back(std::sqrt(squares / count));
  aggregate.min.push_back(min);
  aggregate.max.push_back(max);
  for (std::size_t i = 0; i < options.quantiles.size(); ++i) {
    aggregate.quantiles[i].push_back(quantile(values, options.quantiles[i]));
  }
}

// `pixels` has the values of each pixel in the aggregate.
void add_density(const std::vector<std::vector<double>>& pixels,
                 std::uint32_t bins, Aggregate& aggregate) {
  if (bins == 0 || pixels.empty()) return;
  aggregate.density_low = std::ranges::min(aggregate.min);
  aggregate.density_high = std::ranges::max(aggregate.max);
  aggregate.density.assign(pixels.size() * bins, 0);
  const Window unbounded;
  const PixelGrid grid(Bounds(unbounded), aggregate.density_low,
                       aggregate.density_high, bins);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    for (const double value : pixels[i]) {
      ++aggregate.density[i * bins + grid.pixel(value)];
    }
  }
}

}  // namespace

Aggregate aggregate(std::span<const Curve> curves,
                    const AggregateOptions& options) {
  const auto is_cancelled = [&] {
    return options.is_cancelled && options.is_cancelled();
  };
  std::vector<Row> rows;
  rows.reserve(curves.size());
  for (const Curve& curve : curves) {
    CurveScan scan(curve);
    const AxisMap axis(curve, scan, options.window.axis);
    rows.push_back({std::move(scan), axis});
  }
  Aggregate aggregate;
  aggregate.quantiles.resize(options.quantiles.size());
  const Range ends = extent(curves, rows);
  if (ends.empty()) return aggregate;
  const Bounds bounds(options.window);
  const PixelGrid grid(bounds, ends.min, ends.max, options.pixels);
  std::vector<std::vector<double>> means;
  for (std::size_t i = 0; i < curves.size() && !is_cancelled(); ++i) {
    if (rows[i].scan.size() == 0) continue;
    means.push_back(pixel_means(curves[i], rows[i].scan, rows[i].axis, bounds,
                                grid, options));
  }
  std::vector<std::vector<double>> pixels;
  for (std::uint32_t pixel = 0; pixel < grid.pixels() && !is_cancelled();
       ++pixel) {
    std::vector<double> values;
    for (const std::vector<double>& curve : means) {
      if (!std::isnan(curve[pixel])) values.push_back(curve[pixel]);
    }
    if (values.empty()) continue;
    add_pixel(values, grid.middle(pixel), options, aggregate);
    if (options.density_bins > 0) pixels.push_back(std::move(values));
  }
  add_density(pixels, options.density_bins, aggregate);
  return aggregate;
}

}  // namespace stepline::store
