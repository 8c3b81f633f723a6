#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace stepline::writer {

// Names made into small numbers, so that a queued scalar carries no string.
//
// A tag belongs to a run: run 0 is the writer's own directory, others are
// directories below it. Thread-safe. Names are kept for the table's lifetime,
// because a number may be in use anywhere.
class TagTable {
 public:
  struct Tag {
    std::string name;  // Valid UTF-8.
    std::uint32_t run;
  };

  TagTable();

  // The number of a tag of run 0. The hot path: a lookup in a cache of the
  // calling thread, a few nanoseconds when the tag is known there.
  std::uint32_t id(std::string_view tag);

  std::uint32_t id_in_run(std::uint32_t run, std::string_view tag);

  // The number of the run in this directory below the writer's own.
  std::uint32_t run_id(std::string_view directory);

  Tag tag(std::uint32_t id);
  std::string run_directory(std::uint32_t run);

  // For fork(): nobody else holds the lock when the process is copied.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  // "run/tag" and the number; stays where it is for the table's lifetime.
  using Known = std::pair<const std::string, std::uint32_t>;

  const Known& find(std::uint32_t run, std::string_view tag);

  const std::uint64_t uid_;  // Never used twice in a process: keys the caches.

  std::mutex mutex_;  // Guards all below.
  std::deque<Tag> tags_;
  std::deque<std::string> runs_;
  std::unordered_map<std::string, std::uint32_t> tag_ids_;
  std::unordered_map<std::string, std::uint32_t> run_ids_;
};

}  // namespace stepline::writer
