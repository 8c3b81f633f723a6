#pragma once

#include <span>

#include "stepline/summary_options.h"

namespace stepline::writer {

// The width of a bin by one of numpy.histogram_bin_edges' estimators; 0 where
// it has no opinion. Needs finite values that are not all equal. The sums are
// taken in numpy's order (pairwise), so that the widths agree to the last bit
// and with them the number of bins. The cost is numpy's too: Stone's rule
// counts the values into up to max(100, sqrt(n)) histograms.
double bin_width(std::span<const double> values, HistogramBins::Rule rule);

}  // namespace stepline::writer
