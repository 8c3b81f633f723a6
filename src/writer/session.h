#pragma once

#include <cstdint>
#include <string_view>

namespace stepline::writer {

// The number that stands for a session in its files, never 0: the same for the
// same name, another at each call for the empty one.
std::uint64_t session_number(std::string_view name);

}  // namespace stepline::writer
