#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reader/log_tree.h"
#include "stepline/result.h"
#include "storage/file_system.h"
#include "store/file_part.h"

namespace stepline::store {

// One file to be read on from `begin`.
struct FileLoad {
  std::uint32_t id = 0;  // The caller's.
  std::string path;
  reader::LogFile::Kind kind = reader::LogFile::Kind::Events;
  std::uint64_t begin = 0;
  Footing footing = Footing::Record;  // At `begin`.
  std::uint64_t size = 0;  // As last seen; it is read to wherever it ends.
};

// Where parts go. Called from several threads at once, but for one file in the
// order of its parts, one at a time.
struct LoadSink {
  std::function<void(std::uint32_t id, FilePart& part)> take;
  // After the last part of a file that was read in several.
  std::function<void(std::uint32_t id)> joined;
  std::function<void(std::uint32_t id, const Error& error)> failed;
  // The first metadata that the parts taken so far had for a tag.
  std::function<const event::Metadata*(std::uint32_t id, std::string_view tag)>
      known_metadata;
};

struct LoadSettings {
  unsigned threads = 1;
  bool checksum = true;
  std::atomic<std::uint64_t>* bytes_done = nullptr;
  std::atomic<bool>* cancelled = nullptr;
};

// Loads files on several threads, over files and inside large ones
// (load_plan.h), and returns when all is taken. A stretch that did not begin
// where the one before it ended, or hung on something known only there, is
// thrown away and read again. No more than one descriptor a thread is open.
void load_files(storage::FileSystem& files, const std::vector<FileLoad>& loads,
                const LoadSettings& settings, const LoadSink& sink);

}  // namespace stepline::store
