#pragma once

#include <string_view>

#include "cli/any_event.h"
#include "reader/log_tree.h"
#include "stepline/result.h"

namespace stepline::cli {

// Corrupt when the payload of a record is not what a file of this kind holds.
// `scratch` may be used for many.
Result<void> check_payload(reader::LogFile::Kind kind, std::string_view payload,
                           AnyEvent& scratch);

}  // namespace stepline::cli
