#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/record_scan.h"
#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::cli {

struct MergeOptions {
  bool drop_superseded = false;
  std::int64_t every = 1;  // Points of a scalar series; 1 keeps all.
  std::function<void(const std::string& path, const Damage&)> damage;
  // Called often; an error ends the merging.
  std::function<Result<void>(std::uint64_t bytes_done)> progress;
};

struct MergeReport {
  std::uint64_t records_read = 0;
  std::uint64_t records_written = 0;
  std::uint64_t superseded_values = 0;  // Left out, or not: as was asked for.
  std::uint64_t thinned_values = 0;     // Left out.
  std::uint64_t bytes_written = 0;
};

// How many times merge_files() reads its inputs.
int passes(const MergeOptions& options);

// Writes the events of event files, in their order, into one new event file,
// which must not exist: the first file's version record, then all other
// records. Records that lose no value are kept byte for byte. Memory grows with
// the number of tags only.
Result<MergeReport> merge_files(storage::FileSystem& files,
                                std::vector<std::string> paths,
                                const std::string& output,
                                const MergeOptions& options);

}  // namespace stepline::cli
