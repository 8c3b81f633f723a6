#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/any_event.h"
#include "cli/record_scan.h"
#include "cli/restarts.h"
#include "cli/series_table.h"
#include "reader/kind.h"
#include "reader/log_tree.h"
#include "stepline/result.h"

namespace stepline::cli {

// What `stepline inspect` tells of one file.
struct FileReport {
  struct KindCount {
    reader::Kind kind = reader::Kind::Other;
    std::uint64_t values = 0;
    std::uint64_t tags = 0;
  };
  struct Restart {
    std::int64_t step = 0;
    double wall_secs = 0;
  };

  std::optional<std::string> version;  // "brain.Event:2"; tensor files: none.
  std::string writer;                  // Empty: not said.
  std::uint64_t records = 0;           // Those that are whole.
  // The lowest and the highest of all records, the version apart.
  std::optional<std::int64_t> first_step;
  std::int64_t last_step = 0;
  double first_wall_secs = 0;
  double last_wall_secs = 0;
  std::uint64_t steps_back =
      0;  // Values before the step of their series' last.
  std::uint64_t times_back = 0;  // Records before the time of the last one.
  std::uint64_t restarts = 0;    // Session logs that say START.
  std::vector<Restart> first_restarts;  // At most kRestartsKept.
  // The lowest at which the file takes up again what earlier files of the run
  // had passed.
  std::optional<std::int64_t> taken_up_step;
  std::vector<KindCount> kinds;  // Of which there are any.
  std::uint64_t damaged_places = 0;
  std::uint64_t damaged_bytes = 0;
  std::vector<Damage> first_damage;  // At most kDamageKept.
  ScanEnd end;

  static constexpr std::size_t kRestartsKept = 10;
  static constexpr std::size_t kDamageKept = 10;
};

// What has to be known of a run's earlier event files to tell what a later one
// takes up again. Given to take_census() for one after another.
class RunHistory {
 public:
  // Every event, before its values; `first` of its file.
  void take(const event::EventView& view, bool first);
  // Whether it takes up again what an earlier file had passed.
  bool take(const event::EventView& view, const event::ValueView& value);
  void start(std::int64_t step) { restarts_.add_start(place_++, step); }

 private:
  SeriesTable table_;
  Restarts restarts_;
  std::uint32_t files_ = 0;
  std::uint64_t place_ = 0;
};

// Memory grows with the number of tags only. An error: could not be read.
// `history` may be null: then the file stands for itself.
Result<FileReport> take_census(
    storage::ReadFile& file, reader::LogFile::Kind kind, RunHistory* history,
    const std::function<void(std::uint64_t)>& progress);

}  // namespace stepline::cli
