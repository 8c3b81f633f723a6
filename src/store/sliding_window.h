#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stepline::store {

// Of each of `values` [begin, end): the mean, or the median, of those at most
// `half` places from it, as far as there are any. All are finite.
//
// The time does not depend on the window's width, or little.
std::vector<double> sliding_mean(std::span<const double> values,
                                 std::size_t half, std::size_t begin,
                                 std::size_t end);
std::vector<double> sliding_median(std::span<const double> values,
                                   std::size_t half, std::size_t begin,
                                   std::size_t end);

}  // namespace stepline::store
