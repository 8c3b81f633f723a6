#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "event/event.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"
#include "stepline/tensor_view.h"

namespace stepline::writer {

// The most bins a histogram may have. A request for more is refused; a rule
// (which may ask for billions when one value is far out) gets this many.
inline constexpr std::int64_t kMaxHistogramBins = 1 << 20;

Result<void> check_histogram(std::string_view tag, const TensorView& values,
                             const HistogramOptions& options);
Result<void> check_histogram_raw(std::string_view tag,
                                 const RawHistogram& histogram,
                                 std::optional<double> wall_time);

// The histogram of the finite values, for arguments that check_histogram()
// passed. Values are taken as float64; counts and limits equal those of
// numpy.histogram, joined to at most about `max_bins` and cut to the buckets
// that have something in them, with one empty bucket to their left (the one
// whose limit is the left edge of the first).
//
// Where there is no bucket with something in it - no value is finite, or all
// lie outside the edges - the answer has a single empty bucket, which
// TensorBoard shows as an empty histogram. Where numpy would refuse because
// the range is too narrow for so many bins, the edges that coincide are joined.
event::Histogram make_histogram(const TensorView& values,
                                const HistogramOptions& options);
event::Histogram make_histogram_raw(RawHistogram histogram);

}  // namespace stepline::writer
