#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "reader/log_tree.h"
#include "reader/problem.h"
#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::cli {

// The files that the arguments of a command name.
struct LogFiles {
  std::vector<reader::LogFile> files;  // Event and tensor files.
  std::vector<std::string> projector_configs;
  std::vector<reader::Problem> problems;
  std::uint64_t bytes = 0;  // Of all event and tensor files.
};

// Declares the arguments that find_log_files() takes; at least one.
void declare_log_files(Options& options, std::vector<std::string>& arguments);

// A file stands for itself, whatever its name; a directory for the event files
// and tensor files anywhere below it, in the order they are read. What does
// not exist is an error.
Result<LogFiles> find_log_files(storage::FileSystem& files,
                                const std::vector<std::string>& arguments);

// The files directly in a directory: one run.
Result<LogFiles> find_run_files(storage::FileSystem& files,
                                const std::string& directory);

// Says on standard error what could not be read; the exit status that calls
// for: entries left out on purpose are none.
ExitStatus tell_problems(Context& context,
                         const std::vector<reader::Problem>& problems);

// Links are followed.
bool is_directory(storage::FileSystem& files, const std::string& path);

}  // namespace stepline::cli
