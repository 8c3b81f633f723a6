#include "writer/histogram_rules.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "writer/histogram_bins.h"

namespace stepline::writer {
namespace {

using Values = std::span<const double>;

double size_of(Values values) { return static_cast<double>(values.size()); }

double range_of(Values values) {
  const auto [min, max] = std::ranges::minmax(values);
  return max - min;
}

double pairwise_sum(const double* v, std::size_t n) {
  if (n < 8) {
    double sum = -0.0;
    for (std::size_t i = 0; i < n; ++i) sum += v[i];
    return sum;
  }
  if (n > 128) {
    const std::size_t half = n / 2 / 8 * 8;
    return pairwise_sum(v, half) + pairwise_sum(v + half, n - half);
  }
  double r[8];
  std::copy_n(v, 8, r);
  std::size_t i = 8;
  for (; i < n / 8 * 8; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) r[lane] += v[i + lane];
  }
  double sum =
      ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
  for (; i < n; ++i) sum += v[i];
  return sum;
}

double mean_of(Values values) {
  return pairwise_sum(values.data(), values.size()) / size_of(values);
}

double deviation_of(Values values, double mean) {
  std::vector<double> squares(values.begin(), values.end());
  for (double& x : squares) x = (x - mean) * (x - mean);
  return std::sqrt(mean_of(squares));
}

// numpy.percentile's default, linear interpolation. Reorders `values`.
double quantile(std::vector<double>& values, double q) {
  const double place = static_cast<double>(values.size() - 1) * q;
  const auto below = static_cast<std::size_t>(place);
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::ranges::nth_element(values, nth);
  const double a = *nth;
  if (below + 1 == values.size()) return a;
  const double b = *std::min_element(nth + 1, values.end());
  const double t = place - std::floor(place);
  return t >= 0.5 ? b - (b - a) * (1 - t) : a + (b - a) * t;
}

double sqrt_width(Values values) {
  return range_of(values) / std::sqrt(size_of(values));
}

double sturges_width(Values values) {
  return range_of(values) / (std::log2(size_of(values)) + 1.0);
}

double rice_width(Values values) {
  return range_of(values) / (2.0 * std::pow(size_of(values), 1.0 / 3));
}

double scott_width(Values values) {
  const double factor =
      24.0 * std::pow(std::numbers::pi, 0.5) / size_of(values);
  return std::pow(factor, 1.0 / 3.0) * deviation_of(values, mean_of(values));
}

double doane_width(Values values) {
  if (values.size() <= 2) return 0;
  const double n = size_of(values);
  const double mean = mean_of(values);
  const double sigma = deviation_of(values, mean);
  if (!(sigma > 0)) return 0;
  std::vector<double> cubes(values.begin(), values.end());
  for (double& x : cubes) x = std::pow((x - mean) / sigma, 3.0);
  const double skewness = mean_of(cubes);
  const double sg1 = std::sqrt(6.0 * (n - 2) / ((n + 1.0) * (n + 3)));
  return range_of(values) /
         (1.0 + std::log2(n) + std::log2(1.0 + std::abs(skewness) / sg1));
}

double fd_width(Values values) {
  std::vector<double> scratch(values.begin(), values.end());
  const double upper = quantile(scratch, 0.75);
  const double range = upper - quantile(scratch, 0.25);
  return 2.0 * range * std::pow(size_of(values), -1.0 / 3.0);
}

double auto_width(Values values) {
  const double fd = std::max(fd_width(values), sqrt_width(values) / 2);
  return std::min(fd, sturges_width(values));
}

double stone_width(Values values) {
  const double n = size_of(values);
  const double range = range_of(values);
  const auto [min, max] = std::ranges::minmax(values);
  const auto most =
      std::max<std::int64_t>(100, static_cast<std::int64_t>(std::sqrt(n)));
  double least_risk = std::numeric_limits<double>::infinity();
  std::int64_t best = 1;
  for (std::int64_t bins = 1; bins <= most; ++bins) {
    double squares = 0;
    const std::vector<double> edges = equal_edges(min, max, bins);
    for (const double count : count_in_equal_bins(values, edges)) {
      squares += count / n * (count / n);
    }
    const double risk =
        (2 - (n + 1) * squares) / (range / static_cast<double>(bins));
    if (risk < least_risk) {
      least_risk = risk;
      best = bins;
    }
  }
  return range / static_cast<double>(best);
}

}  // namespace

double bin_width(Values values, HistogramBins::Rule rule) {
  using Rule = HistogramBins::Rule;
  switch (rule) {
    case Rule::Auto:
      return auto_width(values);
    case Rule::Fd:
      return fd_width(values);
    case Rule::Doane:
      return doane_width(values);
    case Rule::Scott:
      return scott_width(values);
    case Rule::Sturges:
      return sturges_width(values);
    case Rule::Sqrt:
      return sqrt_width(values);
    case Rule::Rice:
      return rice_width(values);
    case Rule::Stone:
      return stone_width(values);
  }
  return 0;
}

}  // namespace stepline::writer
