#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stepline/summary_options.h"

namespace stepline::writer {

// The part of numpy.histogram that TensorFlow's fixed bins do not need, for
// float64 values that are all finite. Same arithmetic, same order of
// operations: the answers are equal, not close.

// numpy.histogram_bin_edges' number of bins for this rule, at most `most`.
// Needs at least one value.
std::int64_t count_bins(std::span<const double> values,
                        HistogramBins::Rule rule, std::int64_t most);

// `count` + 1 edges at equal distances from the least to the greatest value, or
// half a unit to either side where those are equal. Edges that coincide, which
// numpy refuses, are joined: then there are fewer.
std::vector<double> equal_edges(double min, double max, std::int64_t count);

// How many values lie in each bin of equal_edges().
std::vector<double> count_in_equal_bins(std::span<const double> values,
                                        std::span<const double> edges);

// How many values lie in each bin between edges that never decrease. The last
// bin is closed on the right; values outside are not counted.
std::vector<double> count_between_edges(std::span<const double> values,
                                        std::span<const double> edges);

}  // namespace stepline::writer
