#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reader/log_tree.h"
#include "stepline/result.h"
#include "storage/file_system.h"
#include "store/store.h"

namespace stepline::store {

struct MemoryStoreOptions {
  std::vector<reader::Root> roots;
  unsigned threads = 0;  // 0: as many as there are cores.
  bool checksum = true;
  bool follow = false;  // Go on watching after everything is loaded.
  // With `follow`: a root that does not exist is waited for. Until it does,
  // that is among the problems.
  bool may_be_missing = false;
  bool poll = false;
  std::chrono::milliseconds poll_interval{1000};
  std::size_t blob_cache_bytes = 64 << 20;
};

// The store over log directories, in memory.
class MemoryStore : public Store {
 public:
  // Begins to load on threads of its own and returns at once. A root that does
  // not exist is an error (but see above), and so is one name for two. `files`
  // must outlive the store.
  static Result<std::unique_ptr<MemoryStore>> open(storage::FileSystem& files,
                                                   MemoryStoreOptions options);

  // Returns when everything that was there at open() has been read.
  virtual void wait_until_loaded() const = 0;

  // Looks for changes now and returns when they are in; does nothing in a store
  // that follows, where they come by themselves. An error means that the roots
  // could not be read.
  virtual Result<void> reload() = 0;

  // As points(), but at the end of `points`: for those who want many series in
  // one piece.
  virtual Result<void> append_points(SeriesId id, std::uint64_t begin,
                                     std::uint64_t count,
                                     std::optional<std::uint32_t> branch,
                                     Points& points) const = 0;
};

}  // namespace stepline::store
