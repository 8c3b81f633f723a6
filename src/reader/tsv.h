#pragma once

#include <string_view>
#include <vector>

#include "event/array.h"
#include "stepline/result.h"

namespace stepline::reader {

// Tab-separated text, as the projector's files are.

// Lines that are not blank, without their ends ("\n" or "\r\n").
std::vector<std::string_view> lines_of(std::string_view text);
std::vector<std::string_view> cells_of(std::string_view line);

// A matrix of float32, a row on each line. Numbers as Python's float() reads
// them, rounded to float32 from double as numpy does. Lines of different
// lengths and cells that are no numbers are ErrorCode::Corrupt, and the message
// names the line.
Result<event::Array> parse_matrix(std::string_view text);

}  // namespace stepline::reader
