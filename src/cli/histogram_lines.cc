#include "cli/histogram_lines.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "cli/number_text.h"

namespace stepline::cli {
namespace {

using reader::HistogramBuckets;

constexpr std::size_t kBarColumns = 30;
constexpr std::size_t kShownBuckets = 20;

HistogramBuckets for_people(const HistogramBuckets& histogram) {
  const auto& buckets = histogram.buckets;
  if (buckets.size() <= kShownBuckets) return histogram;
  const double low = buckets.front().left, high = buckets.back().right;
  const double width = (high - low) / kShownBuckets;
  if (!std::isfinite(width) || width <= 0) return histogram;
  HistogramBuckets shown;
  for (std::size_t i = 0; i < kShownBuckets; ++i) {
    const double left = low + width * static_cast<double>(i);
    shown.buckets.push_back({left, left + width, 0});
    for (const auto& bucket : buckets) {
      const double from = std::max(left, bucket.left);
      const double to = std::min(left + width, bucket.right);
      const double whole = bucket.right - bucket.left;
      const bool point = whole <= 0;
      const bool last = i + 1 == kShownBuckets;
      if (point ? bucket.left >= left && (last || bucket.left < left + width)
                : to > from) {
        shown.buckets.back().count +=
            point ? bucket.count : bucket.count * (to - from) / whole;
      }
    }
  }
  for (auto& bucket : shown.buckets) bucket.count = std::round(bucket.count);
  return shown;
}

}  // namespace

std::vector<std::string> histogram_lines(const HistogramBuckets& all) {
  const HistogramBuckets histogram = for_people(all);
  double most = 0;
  std::size_t left = 0, right = 0, counts = 0;
  for (const auto& bucket : histogram.buckets) {
    most = std::max(most, bucket.count);
    left = std::max(left, short_number(bucket.left).size());
    right = std::max(right, short_number(bucket.right).size());
    counts = std::max(counts, short_number(bucket.count).size());
  }
  const auto padded = [](const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
  };
  std::vector<std::string> lines;
  for (const auto& bucket : histogram.buckets) {
    if (bucket.count == 0) continue;
    const double part = bucket.count / most * kBarColumns;
    const auto bar = static_cast<std::size_t>(
        std::isfinite(part) ? std::clamp(part, 0.0, 1.0 * kBarColumns) : 0);
    lines.push_back(padded(short_number(bucket.left), left) + " to " +
                    padded(short_number(bucket.right), right) + "  " +
                    padded(short_number(bucket.count), counts) + "  " +
                    std::string(bar, '#'));
    while (lines.back().back() == ' ') lines.back().pop_back();
  }
  return lines;
}

}  // namespace stepline::cli
