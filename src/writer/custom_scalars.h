#pragma once

#include "event/event.h"
#include "stepline/custom_scalars.h"
#include "stepline/result.h"

namespace stepline::writer {

// Refuses what would show as nothing: a layout without categories, a category
// without charts, a chart without curves, a curve without a tag.
Result<void> check_custom_scalars(const ChartLayout& layout);

// The layout as the one string that the custom scalars dashboard reads.
event::Value make_custom_scalars(const ChartLayout& layout);

}  // namespace stepline::writer
