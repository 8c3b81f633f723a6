#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <span>
#include <thread>
#include <vector>

#include "base/fair_shared_mutex.h"
#include "reader/log_follower.h"
#include "stepline/result.h"
#include "storage/file_system.h"
#include "store/catalog.h"
#include "store/file_loads.h"
#include "store/memory_store.h"
#include "store/series_parts.h"

namespace stepline::store {

// A catalog that is filled from log directories, and kept up to date, by
// threads of its own. Thread-safe.
class LiveCatalog {
 public:
  // Begins to load at once. `files` must outlive it.
  LiveCatalog(storage::FileSystem& files, MemoryStoreOptions options,
              std::unique_ptr<reader::LogFollower> follower);
  ~LiveCatalog();  // Stops loading.

  // The catalog under a lock that others who read share. Be quick: new data
  // wait meanwhile.
  template <class F>
  auto read(F f) const {
    const std::shared_lock lock(mutex_);
    return f(catalog_);
  }

  // Calls f(catalog, item) for each, so many under one lock that nobody waits
  // long: later ones may see more than earlier ones.
  template <class Item, class F>
  void read_each(std::span<const Item> items, F f) const {
    while (!items.empty()) {
      const auto some = items.first(std::min(items.size(), kReadAtOnce));
      items = items.subspan(some.size());
      const std::shared_lock lock(mutex_);
      for (const Item& item : some) f(catalog_, item);
    }
  }

  // A series put together from its parts, without the lock, and kept for the
  // next who asks.
  template <class Parts>
  auto compose(Parts parts) const {
    if (parts.composed != nullptr) return parts.composed;
    parts.composed = composed_of(parts);
    if (parts.worth_keeping) {
      const std::shared_lock lock(mutex_);
      catalog_.keep(parts);
    }
    return parts.composed;
  }

  void wait_until_loaded() const;
  Result<void> reload();
  Progress progress() const;
  bool wait_for_changes(std::uint64_t cursor,
                        std::chrono::milliseconds timeout) const;

 private:
  static constexpr std::size_t kReadAtOnce = 1024;

  void load_and_follow();
  Result<void> take_changes(std::chrono::milliseconds timeout);
  void note(const reader::LogFollower::Change& change,
            std::vector<FileLoad>& loads);
  void add_failed(std::vector<FileLoad>& loads);
  bool has_failed() const;
  void load(const std::vector<FileLoad>& loads);
  void take_part(FileId id, FilePart& part);
  void settle(FileId id);
  void announce();

  storage::FileSystem& files_;
  MemoryStoreOptions options_;

  std::mutex follower_mutex_;  // Guards the follower, and loading as a whole.
  std::unique_ptr<reader::LogFollower> follower_;
  std::atomic<bool> stopping_{false};

  mutable FairSharedMutex mutex_;  // Guards the two below.
  Catalog catalog_;
  std::set<FileId> failed_;  // Could not be read; guarded by the same.

  std::atomic<std::uint64_t> bytes_done_{0};
  std::atomic<std::uint64_t> bytes_total_{0};
  std::atomic<std::uint64_t> files_done_{0};
  std::atomic<std::uint64_t> files_total_{0};
  mutable std::mutex signal_mutex_;  // Guards the two below.
  mutable std::condition_variable signal_;
  bool loaded_ = false;
  std::uint64_t cursor_ = 0;

  std::thread thread_;
};

}  // namespace stepline::store
