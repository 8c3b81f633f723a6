#pragma once

#include <span>
#include <vector>

#include "reader/log_tree.h"
#include "storage/file_system.h"

namespace stepline::reader {

// The roots with the name of each one's topmost run, as LogRun says, and
// without slashes at the ends of their paths.
std::vector<Root> name_roots(storage::FileSystem& files,
                             std::span<const Root> roots);

}  // namespace stepline::reader
