#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepline::cli {

// For people; scripts have --json.

std::string format_count(std::uint64_t count);  // "12,345,678"
// "1 file", "1,000 files": for nouns that take an s.
std::string format_counted(std::uint64_t count, std::string_view noun);
std::string format_bytes(std::uint64_t bytes);  // "512 B", "1.2 MiB"
// As few digits as bring the same number back; "NaN", "Infinity", "-Infinity".
std::string format_number(double number);
std::string format_number(float number);
// "2026-11-15 09:15:16", in local time ($TZ); far off, the number of seconds.
std::string format_time(double wall_secs);
std::string format_duration(double secs);  // "8.1 s", "3 min 20 s", "2 h 5 min"

}  // namespace stepline::cli
