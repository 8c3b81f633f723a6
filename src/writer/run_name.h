#pragma once

#include <string>
#include <string_view>

#include "stepline/result.h"

namespace stepline::writer {

// Whether `name` names a directory below a run: not empty, not absolute,
// without a ".." that would lead out of it, and of parts that a file system
// takes.
Result<void> check_run_name(std::string_view kind, std::string_view name);

// The directory of one of add_scalars' curves, as torch.utils.tensorboard
// names it: `<main_tag with / as _>_<name>`.
Result<std::string> scalars_run_name(std::string_view main_tag,
                                     std::string_view name);

// The same below a directory of the caller's choice: `<directory>/<name>`.
Result<std::string> scalars_run_name_in(std::string_view directory,
                                        std::string_view name);

}  // namespace stepline::writer
