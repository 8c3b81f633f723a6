#pragma once

#include <string>
#include <vector>

#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::cli {

// What is wrong with a projector configuration: that it is not one, or that
// files it names are missing, lie elsewhere or hold something else. Empty: what
// the projector would show is all there. Points that are in a checkpoint are
// not looked for. An error means that the configuration could not be read.
//
// The points of one embedding are in memory at a time.
Result<std::vector<std::string>> check_projector(
    storage::FileSystem& files, const std::string& config_path);

}  // namespace stepline::cli
