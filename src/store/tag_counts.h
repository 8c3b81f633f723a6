#pragma once

#include <cstdint>
#include <vector>

#include "reader/kind.h"

namespace stepline::store {

// How many series each tag has, by kind, and how many points they hold: kept
// while series come and go, since asking all of them takes too long. Tags are
// known by their numbers. Not thread-safe.
class TagCounts {
 public:
  struct Count {
    std::uint64_t series = 0;
    std::uint64_t points = 0;
  };

  void add(std::uint32_t tag, reader::Kind kind, const Count& more);
  void subtract(std::uint32_t tag, reader::Kind kind, const Count& fewer);

  // Tags below this number may have counts.
  std::uint32_t end() const { return static_cast<std::uint32_t>(of_.size()); }

  // Calls f(kind, count) for each kind that the tag has series of.
  template <class F>
  void for_each_kind(std::uint32_t tag, F f) const {
    const Entry* entry = &of_[tag];
    while (true) {
      if (entry->count.series > 0) f(entry->kind, entry->count);
      if (entry->next == 0) return;
      entry = &others_[entry->next - 1];
    }
  }

 private:
  // Almost every tag is of one kind.
  struct Entry {
    reader::Kind kind = reader::Kind::Other;
    bool used = false;
    std::uint32_t next = 0;  // Place + 1 in others_; 0: no more.
    Count count;
  };

  Entry& entry_of(std::uint32_t tag, reader::Kind kind);

  std::vector<Entry> of_;  // By tag.
  std::vector<Entry> others_;
};

}  // namespace stepline::store
