#pragma once

#include <string>
#include <string_view>

#include "stepline/result.h"

namespace stepline::storage {

// An errno as an Error: io_error("create", path, ENOSPC) says
// `cannot create "run/x": No space left on device`. A missing file or
// directory is NotFound, everything else Io.
Error io_error(std::string_view verb, std::string_view path, int error);

}  // namespace stepline::storage
