#include "server/api/percentiles.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stepline::server {
namespace {

using Bucket = reader::HistogramBuckets::Bucket;

std::vector<double> shares_up_to(std::span<const Bucket> buckets) {
  std::vector<double> shares;
  double total = 0;
  for (const Bucket& bucket : buckets) {
    const bool counts = std::isfinite(bucket.count) && bucket.count > 0;
    total += counts ? bucket.count : 0;
    shares.push_back(total);
  }
  for (double& share : shares) {
    share = total > 0 ? share / total * kPercentiles.back() : 0;
  }
  return shares;
}

}  // namespace

std::array<double, kPercentiles.size()> percentiles(
    std::span<const Bucket> buckets) {
  std::array<double, kPercentiles.size()> values{};
  if (buckets.empty()) return values;
  const double low = buckets.front().left;
  const double high = buckets.back().right;
  const std::vector<double> shares = shares_up_to(buckets);
  for (std::size_t i = 0; i < kPercentiles.size(); ++i) {
    const auto reached = std::ranges::upper_bound(shares, kPercentiles[i]);
    if (reached == shares.end()) {
      values[i] = high;
      continue;
    }
    const auto bucket = static_cast<std::size_t>(reached - shares.begin());
    const double before = bucket == 0 ? 0 : shares[bucket - 1];
    const double left =
        before == 0 ? low : std::max(buckets[bucket - 1].right, low);
    const double right = std::min(buckets[bucket].right, high);
    const double part = (kPercentiles[i] - before) / (*reached - before);
    values[i] = left + part * (right - left);
  }
  return values;
}

}  // namespace stepline::server
