#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace stepline::cli {

// "0.1.0".
std::string_view version();

// The whole program: `arguments` without the program's own name.
ExitStatus run_program(const std::vector<std::string>& arguments,
                       Context& context);

}  // namespace stepline::cli
