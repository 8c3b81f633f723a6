#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepline {

// JSON's spelling of a value, at the end of `out`.
//
// Text that is not UTF-8 is repaired with U+FFFD. Numbers that JSON cannot hold
// are TensorBoard's strings "NaN", "Infinity" and "-Infinity"; all others have
// as few digits as bring the same number back.
void append_json(std::string& out, std::string_view text);
void append_json(std::string& out, bool truth);
void append_json(std::string& out, std::int64_t number);
void append_json(std::string& out, std::uint64_t number);
void append_json(std::string& out, double number);
// Shortest as a float: 0.1, not 0.10000000149.
void append_json(std::string& out, float number);

}  // namespace stepline
