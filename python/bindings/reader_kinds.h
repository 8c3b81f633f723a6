#pragma once

#include <string_view>

#include "stepline/summary_values.h"

namespace stepline::python {

// By what name_of() calls it; throws ValueError.
SummaryKind kind_named(std::string_view name);

}  // namespace stepline::python
