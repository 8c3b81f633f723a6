#pragma once

#include <string>
#include <string_view>

#include "stepline/custom_scalars.h"
#include "stepline/result.h"

namespace stepline::event {

// The custom scalars dashboard's Layout message: the one string of the tensor
// under the tag "custom_scalars__config__".
//
// A chart of neither kind has no place in ChartLayout and is dropped.
std::string encode_layout(const ChartLayout& layout);
Result<ChartLayout> decode_layout(std::string_view bytes);

}  // namespace stepline::event
