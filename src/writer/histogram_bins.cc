#include "writer/histogram_bins.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "writer/histogram_rules.h"

namespace stepline::writer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void widen_if_equal(double& first, double& last) {
  if (first != last) return;
  first -= 0.5;
  last += 0.5;
}

std::vector<double> spaced_edges(double first, double last,
                                 std::int64_t count) {
  std::vector<double> edges(static_cast<std::size_t>(count) + 1);
  const double delta = last - first;
  const double bins = static_cast<double>(count);
  const double step = delta / bins;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double position = static_cast<double>(i);
    if (delta == kInfinity) {
      edges[i] = first * (1 - position / bins) + last * (position / bins);
    } else if (step == 0) {
      edges[i] = position / bins * delta + first;
    } else {
      edges[i] = position * step + first;
    }
  }
  edges.back() = last;
  return edges;
}

}  // namespace

std::int64_t count_bins(std::span<const double> values,
                        HistogramBins::Rule rule, std::int64_t most) {
  const auto [min, max] = std::ranges::minmax(values);
  const double delta = max - min;
  if (delta == 0) return 1;
  const double width = bin_width(values, rule);
  const double count = std::ceil(delta / width);
  if (!(width > 0) || !(count >= 1)) return 1;
  return count >= static_cast<double>(most) ? most
                                            : static_cast<std::int64_t>(count);
}

std::vector<double> equal_edges(double min, double max, std::int64_t count) {
  widen_if_equal(min, max);
  std::vector<double> edges = spaced_edges(min, max, count);
  std::ranges::sort(edges);
  edges.erase(std::ranges::unique(edges).begin(), edges.end());
  if (edges.size() == 1) {
    edges = {std::nextafter(min, -kInfinity), std::nextafter(max, kInfinity)};
  }
  return edges;
}

std::vector<double> count_in_equal_bins(std::span<const double> values,
                                        std::span<const double> edges) {
  const std::size_t bins = edges.size() - 1;
  const double first = edges.front();
  const double last = edges.back();
  const double range = last - first;
  if (range == kInfinity) return count_between_edges(values, edges);
  std::vector<double> counts(bins);
  for (const double value : values) {
    if (!(value >= first && value <= last)) continue;
    auto bin = static_cast<std::size_t>((value - first) / range *
                                        static_cast<double>(bins));
    if (bin == bins) --bin;
    // The division is off by one in the last place near an edge.
    if (value < edges[bin]) --bin;
    if (value >= edges[bin + 1] && bin != bins - 1) ++bin;
    ++counts[bin];
  }
  return counts;
}

std::vector<double> count_between_edges(std::span<const double> values,
                                        std::span<const double> edges) {
  const std::size_t bins = edges.size() - 1;
  std::vector<double> counts(bins);
  for (const double value : values) {
    if (!(value >= edges.front() && value <= edges.back())) continue;
    const auto above = static_cast<std::size_t>(
        std::ranges::upper_bound(edges, value) - edges.begin());
    ++counts[std::min(above, bins) - 1];
  }
  return counts;
}

}  // namespace stepline::writer
