#pragma once

#include <string>
#include <string_view>

namespace stepline {

// `data` as a gzip file, quickly rather than small.
std::string gzip(std::string_view data);

}  // namespace stepline
