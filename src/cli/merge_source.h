#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/any_event.h"
#include "cli/record_scan.h"
#include "cli/series_table.h"
#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::cli {

// One event of a pass over many files.
struct MergeEvent {
  std::uint64_t place = 0;  // Counted over all files, damaged records apart.
  std::uint32_t file = 0;
  bool first = false;        // Of the file.
  bool version_one = false;  // Likewise.
  std::string_view payload;  // As it stands in the file.
  const AnyEvent* event = nullptr;
  SeriesTable* series = nullptr;

  // Calls `take(value, place)` for each value of a summary. Once in a pass: it
  // tells the table what the values say of their tags.
  template <class Take>
  void visit_values(Take take) const {
    for (const event::ValueView& value : event->view().values()) {
      take(value, series->place(value));
    }
  }
};

struct PassVisitor {
  std::function<Result<void>(const MergeEvent&)> event;
  std::function<void(const std::string& path, const Damage&)> damage;
  std::function<void(std::uint64_t bytes_done)> progress;
};

// The events of several files, one file after another, as often as wanted:
// each pass sees the same, as far as the files reached at the first. Series
// keep their numbers from pass to pass.
class MergeSource {
 public:
  // `files` must outlive it.
  MergeSource(storage::FileSystem& files, std::vector<std::string> paths);

  Result<void> pass(const PassVisitor& visitor);

  const SeriesTable& series() const { return table_; }

 private:
  Result<void> pass_file(std::uint32_t number, const PassVisitor& visitor);

  storage::FileSystem& files_;
  const std::vector<std::string> paths_;
  std::vector<std::uint64_t> lengths_;  // Of the files in the first pass.
  SeriesTable table_;
  AnyEvent event_;
  std::uint64_t place_ = 0;
  std::uint64_t bytes_before_ = 0;
};

}  // namespace stepline::cli
