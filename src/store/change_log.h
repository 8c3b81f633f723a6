#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "store/store.h"

namespace stepline::store {

// What happened to a store, one entry after another, so that somebody who knows
// everything up to a cursor can be told the rest at a cost that depends on the
// rest alone. Only so many entries are kept; who comes later begins anew.
//
// Not thread-safe.
class ChangeLog {
 public:
  explicit ChangeLog(std::size_t max_entries = 1 << 17)
      : max_entries_(max_entries) {}

  void run_added(RunId run);
  void run_removed(RunId run);
  void run_changed(RunId run);
  void series_added(SeriesId series);
  // Points before `from` are as they were.
  void series_grew(SeriesId series, std::uint64_t from);
  void series_rewritten(SeriesId series);
  void series_removed(SeriesId series);
  void problems_changed();

  std::uint64_t cursor() const { return first_ + entries_.size(); }

  // Whether since() this cursor is no reset.
  bool knows(std::uint64_t cursor) const {
    return cursor >= first_ && cursor <= this->cursor();
  }
  // In the order of the first mention; what came and went since is left out.
  Changes since(std::uint64_t cursor) const;

 private:
  enum class What : std::uint8_t {
    RunAdded,
    RunRemoved,
    RunChanged,
    SeriesAdded,
    SeriesGrew,
    SeriesRewritten,
    SeriesRemoved,
    Problems,
  };
  struct Entry {
    What what;
    std::uint32_t id;
    std::uint64_t from;
  };

  void add(What what, std::uint32_t id, std::uint64_t from = 0);

  std::size_t max_entries_;
  std::uint64_t first_ = 1;  // Cursor before the oldest entry; 0 is nobody's.
  std::deque<Entry> entries_;
};

}  // namespace stepline::store
