#pragma once

#include <string>
#include <vector>

#include "reader/datum.h"

namespace stepline::cli {

// A histogram for people: a line for each bucket that has something in it, with
// its edges, its count and a bar. More than 20 buckets are shown as 20 equal
// ones, each value spread evenly over its own: the exact ones are for programs.
std::vector<std::string> histogram_lines(
    const reader::HistogramBuckets& histogram);

}  // namespace stepline::cli
