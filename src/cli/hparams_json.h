#pragma once

#include "cli/json.h"
#include "event/hparams_data.h"
#include "stepline/custom_scalars.h"

namespace stepline::cli {

// The dashboards' own messages as JSON, each as one value. Names are those of
// the messages' fields; what is not set is left out.
void write_hparams(Json& json, const event::HParamsData& data);
void write_layout(Json& json, const ChartLayout& layout);

}  // namespace stepline::cli
