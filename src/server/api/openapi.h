#pragma once

#include <string_view>

namespace stepline::server {

// docs/openapi.json, as it was when the program was built.
std::string_view openapi();

}  // namespace stepline::server
