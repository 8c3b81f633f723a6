#pragma once

#include <string>

namespace stepline::cli {

// Scripts that complete commands, options, their choices and paths, made from
// the table of commands.
std::string bash_completion();
std::string zsh_completion();

}  // namespace stepline::cli
