#pragma once

#include <cstddef>
#include <string>

#include "stepline/result.h"

namespace stepline::cli {

// What serving asks of the system.

// So many random bytes, as hexadecimal digits: nobody can guess them.
Result<std::string> random_hex(std::size_t bytes);

std::string machine_name();

// The variable's value; empty where it is not set.
std::string variable(const char* name);

// How many connections there may be at once: raises the limit of open files as
// far as the system lets us, and leaves enough of them for the log.
std::size_t possible_connections(std::size_t wanted);

// Opens the address in the user's browser; false where there is none.
bool open_in_browser(const std::string& address);

}  // namespace stepline::cli
