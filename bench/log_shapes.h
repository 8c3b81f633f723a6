#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace stepline::bench {

// Event files that hold `points` scalars in one of the ways they are written.
struct LogShape {
  const char* name;
  const char* description;
};

std::span<const LogShape> log_shapes();

// Writes such a file. The same arguments give the same bytes.
void write_log(const std::string& path, const std::string& shape,
               std::uint64_t points);

}  // namespace stepline::bench
