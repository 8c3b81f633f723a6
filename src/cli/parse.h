#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "stepline/result.h"

namespace stepline::cli {

struct Parsed {
  bool help = false;  // Asked for; nothing has been taken then.
};

// Gives the arguments of a command to its options. What does not fit is
// InvalidArgument, with a guess at what was meant.
Result<Parsed> parse(const std::vector<std::string>& arguments,
                     const Options& options);

// The one of `names` that `got` is most likely a slip of; empty when none is
// close.
std::string_view closest(std::string_view got,
                         const std::vector<std::string_view>& names);

}  // namespace stepline::cli
