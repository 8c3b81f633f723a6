#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "event/event.h"
#include "reader/kind.h"
#include "reader/log_tree.h"
#include "reader/problem.h"
#include "reader/restart_rule.h"
#include "store/arena.h"
#include "store/blob_places.h"
#include "store/change_log.h"
#include "store/column.h"
#include "store/compose.h"
#include "store/file_part.h"
#include "store/name_table.h"
#include "store/problem_list.h"
#include "store/series_parts.h"
#include "store/store.h"
#include "store/tag_counts.h"

namespace stepline::store {

using FileId = std::uint32_t;

// The memory that a file's blocks lie in; whoever reads them shares it.
// Full tails are packed into the first one.
struct BlockMemory {
  std::vector<std::unique_ptr<Arena>> arenas;
};

// One file, as far as it has been loaded.
struct LoadedFile {
  RunId run{};
  reader::LogFile file;
  std::uint32_t rank = 0;             // Among the run's files, by name.
  std::uint64_t end = 0;              // Where the next record begins.
  Footing footing = Footing::Record;  // What is there.
  std::optional<std::string> version;
  struct Section {
    std::optional<std::int64_t> restart_step;
    double restart_wall_secs = 0;
  };
  std::vector<Section> sections;
  std::shared_ptr<BlockMemory> memory;
  std::uint64_t damaged_records = 0;
  double first_wall_secs = 0;
  bool begun = false;  // Its first event is here, and with it what follows.
  reader::FileLife life;
  ProblemList problems;
};

// The part of a series that lies in one section of one file.
struct Segment {
  FileId file = 0;
  std::uint32_t section = 0;
  std::uint32_t metadata = 0;  // Number + 1 of the file's first; 0: none.
  std::variant<Column, BlobPlaces> data;
};

struct Series {
  std::uint32_t tag = 0;
  RunId run{};
  reader::Kind kind = reader::Kind::Other;
  bool removed = false;
  std::uint32_t metadata = 0;  // Number + 1 of the series' first; 0: none.
  std::uint32_t version = 0;
  Segment only;
  // Where there is more than one: all of them, in the order of positions, and
  // `only` is empty.
  struct Several {
    std::vector<Segment> segments;
    // Of `version`, or null.
    std::shared_ptr<const Composition> composed;
    std::shared_ptr<const BlobComposition> composed_blobs;
  };
  std::unique_ptr<Several> several;

  std::span<const Segment> segments() const {
    if (several != nullptr) return several->segments;
    return {&only, 1};
  }
};

struct Run {
  std::string name;
  std::string directory;
  bool removed = false;
  // By reading_key(): the order of reading.
  std::map<std::string, FileId> files;
  std::vector<SeriesId> series;  // In the order of their appearance.
  bool has_starts = false;       // Any section with a restart step.
  std::uint64_t version = 0;     // Another whenever what is told of it is.
};

// Points in it, superseded ones, too.
std::uint64_t size_of(const Segment& segment);
std::uint64_t size_of(const Series& series);

// Files in the order of their keys are files in the order of reading: by name,
// a tensor file right behind the event file it belongs to, whatever the
// directory.
std::string reading_key(const reader::LogFile& file);

// What a memory store knows: runs, files, series, and where their points are.
// All its bookkeeping and no threads: the store guards it with its lock.
class Catalog {
 public:
  RunId add_run(const std::string& name, const std::string& directory);
  std::optional<RunId> find_run(std::string_view name) const;

  FileId add_file(RunId run, const reader::LogFile& file);
  std::optional<FileId> find_file(const std::string& path) const;
  // Takes a file's points out; a run without files goes, too.
  void remove_file(FileId id);
  // The same path has other content: a new number, and nothing loaded yet.
  FileId replace_file(FileId id, const reader::LogFile& file);

  // Takes in a part, which begins where the file's last one ended: begin_part()
  // once, then add_series() until it returns true. Each of these takes a
  // limited number of series, so that nobody waits long for the lock.
  struct PartProgress {
    std::size_t section = 0;
    std::size_t series = 0;
    std::size_t first_section = 0;  // Of the file: what section 0 goes to.
    bool kept = false;              // Whether blocks of the part live on.
  };
  PartProgress begin_part(FileId id, FilePart& part);
  bool add_series(FileId id, FilePart& part, PartProgress& progress,
                  std::size_t limit);
  // Makes the most of memory after a file came in several parts. Goes through
  // the run's series from `next` on, as many as the limit says, and returns
  // whether that was all.
  bool settle(FileId id, std::size_t& next, std::size_t limit);

  // Of something that is not a file of a run, one a path.
  void add_problem(reader::Problem problem);
  void withdraw_problem(const std::string& path);
  // Until a part of the file is taken in, or it is removed or replaced.
  void set_unreadable(FileId id, const Error& error);
  // Those there are that came with this entry of changes(), or later.
  std::vector<reader::Problem> problems_since(std::uint64_t change) const;

  // The first metadata that the file had for the tag; null if none.
  const event::Metadata* known_metadata(FileId file,
                                        std::string_view tag) const;
  const event::Metadata* metadata(std::uint32_t number_plus_one) const;

  const std::vector<RunId>& runs() const { return run_order_; }
  const Run* run(RunId id) const;
  const LoadedFile* file(FileId id) const;
  const Series* series(SeriesId id) const;
  Series* series(SeriesId id);
  // Also when it was removed.
  const Series* known_series(SeriesId id) const;
  const std::string& tag(const Series& series) const {
    return tags_[series.tag];
  }
  std::optional<SeriesId> find_series(RunId run, std::string_view tag,
                                      reader::Kind kind) const;

  // Of a series that is there: what composing it takes, or what was composed
  // of it already. Several readers may ask at once.
  ScalarParts scalar_parts(SeriesId id) const;
  BlobParts blob_parts(SeriesId id) const;
  AnyParts parts(SeriesId id) const;  // By its kind.
  // Keeps what was composed for the next who asks, unless the series has
  // changed since its parts were taken. Several readers may do so at once.
  void keep(const ScalarParts& parts) const;
  void keep(const BlobParts& parts) const;

  // Whether the series is one sorted segment that no restart cuts: what
  // Series::only holds is what it shows.
  bool is_plain(const Series& series) const;

  // Of all series that are there.
  const TagCounts& tag_counts() const { return tag_counts_; }
  const std::string& tag_name(std::uint32_t tag) const { return tags_[tag]; }
  Totals totals() const;

  ChangeLog& changes() { return changes_; }
  const ChangeLog& changes() const { return changes_; }

 private:
  struct SeriesKey {
    RunId run;
    std::uint32_t tag;
    reader::Kind kind;
  };

  std::vector<SessionStart> starts(const Run& run) const;
  std::vector<ScalarSegment> scalar_segments(const Series& series) const;
  std::vector<BlobSegment> blob_segments(const Series& series) const;
  // Null when it has changed since, or has nowhere to keep anything.
  Series::Several* still_several(SeriesId id, std::uint32_t version) const;

  Run& mutable_run(RunId id) { return runs_[std::uint32_t(id)]; }
  std::uint32_t known_metadata_number(FileId file, std::string_view tag) const;
  std::uint32_t intern_metadata(const event::Metadata& metadata);
  SeriesId series_of(SeriesKey key);
  // Series of one tag in one run, whatever their kinds, are in the slots from
  // the same first one on, the oldest first; a free slot ends them.
  std::size_t first_slot_of(RunId run, std::uint32_t tag) const;
  std::size_t slot_of(const SeriesKey& key) const;
  void grow_slots();
  bool take_in(SeriesId id, const Segment& place, FilePart::Series& from);
  Segment& segment_for(Series& series, const Segment& place);
  void detach_file(FileId id);
  // A series without segments is marked as removed; the run still lists it.
  void drop_segments(SeriesId id, FileId file);
  void rewritten(SeriesId id);
  void touch(Series& series);
  // By whom and when the file was written, as far as the part tells. Others may
  // turn out to have been written beside it.
  void learn_life(FileId id, const FilePart& part);
  // A tensor file has the session and the beginning of its event file.
  reader::FileLife life_of(const LoadedFile& file) const;
  Position position_of(const Segment& segment) const;
  // Whether a session starts behind the segment, which may cut it.
  bool has_start_behind(const Segment& segment) const;
  // How many points show, where those just taken in are simply more of them at
  // the end; nullopt where they are not, or it is not known without composing.
  std::optional<std::uint64_t> shown_before(const Series& series,
                                            const Segment& place) const;

  NameTable tags_;
  TagCounts tag_counts_;
  Totals totals_;  // But for the runs.
  std::deque<event::Metadata> metadata_;
  std::unordered_map<std::string, std::uint32_t> metadata_numbers_;
  std::deque<Run> runs_;          // By RunId.
  std::vector<RunId> run_order_;  // In natural order; those that are there.
  std::unordered_map<std::string, RunId> run_names_;
  std::deque<LoadedFile> files_;  // By FileId.
  std::unordered_map<std::string, FileId> file_paths_;
  std::deque<Series> series_;         // By SeriesId.
  std::vector<std::uint32_t> slots_;  // SeriesId + 1 by key; 0: free.
  struct TreeProblem {
    std::uint64_t change;
    reader::Problem problem;
  };
  std::map<std::string, TreeProblem> tree_problems_;  // By path.
  ChangeLog changes_;
  mutable std::mutex composed_mutex_;  // Guards what Several composed.
};

}  // namespace stepline::store
