#pragma once

#include <array>
#include <span>

#include "reader/datum.h"

namespace stepline::server {

// TensorBoard's, in hundredths of a percent: the bounds of one, two and three
// standard deviations of a normal distribution around its median, and the ends.
inline constexpr std::array kPercentiles{0.0,    668.0,  1587.0, 3085.0, 5000.0,
                                         6915.0, 8413.0, 9332.0, 10000.0};

// Where the values of a histogram reach each of these shares, by a straight
// line through the bucket in which they do; at the right end of the last bucket
// where they do not, and 0 without buckets. As TensorBoard does it: values
// before the first bucket that is not empty count as reaching from the left end
// of the very first. Counts that are negative or not finite are none.
std::array<double, kPercentiles.size()> percentiles(
    std::span<const reader::HistogramBuckets::Bucket> buckets);

}  // namespace stepline::server
