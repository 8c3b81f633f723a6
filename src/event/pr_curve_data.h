#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "stepline/result.h"

namespace stepline::event {

// PrCurvePluginData: Metadata::plugin_content of the "pr_curves" plugin.
struct PrCurveData {
  std::int32_t version = 0;
  std::uint32_t num_thresholds = 0;
  bool operator==(const PrCurveData&) const = default;
};

std::string encode_pr_curve_data(const PrCurveData& data);
Result<PrCurveData> decode_pr_curve_data(std::string_view bytes);

}  // namespace stepline::event
