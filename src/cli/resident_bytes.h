#pragma once

#include <cstdint>

#include "storage/file_system.h"

namespace stepline::cli {

// The memory that the process has at present; 0 where the system does not say.
std::uint64_t resident_bytes(storage::FileSystem& files);

}  // namespace stepline::cli
