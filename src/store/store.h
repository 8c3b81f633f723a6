#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reader/datum.h"
#include "reader/kind.h"
#include "reader/problem.h"
#include "reader/projector.h"
#include "stepline/result.h"
#include "store/query.h"

namespace stepline::store {

// Numbers that stay the same, and are never given to another, for the life of
// a store.
enum class RunId : std::uint32_t {};
enum class SeriesId : std::uint32_t {};

struct RunInfo {
  RunId id{};
  std::string name;  // Any bytes; "." for the root itself.
  std::string directory;
  std::uint64_t series = 0;
  std::uint64_t points = 0;  // Of all series, superseded ones apart.
  std::uint64_t bytes = 0;   // Of its files, as far as they were read.
  std::uint64_t damaged_records = 0;
  std::int64_t first_step = 0;
  std::int64_t last_step = 0;
  // When it began: the time in the name of its first event file, or else that
  // of its first event.
  double start_secs = 0;
  double first_wall_secs = 0;  // Of the run's first event.
  double last_wall_secs = 0;
};

struct SeriesInfo {
  SeriesId id{};
  RunId run{};
  std::string tag;  // UTF-8.
  reader::Kind kind = reader::Kind::Other;
  std::uint64_t count = 0;  // Points, superseded ones apart.
  std::int64_t first_step = 0;
  std::int64_t last_step = 0;
  double first_wall_secs = 0;
  double last_wall_secs = 0;
  std::uint32_t branches = 0;  // Superseded ones.
  std::uint64_t version = 0;   // Changes when the series does: for ETags.
};

// A series without a look at its points: quick, however many there are.
struct SeriesPlace {
  SeriesId id{};
  RunId run{};
  std::uint64_t version = 0;
  std::uint64_t points = 0;  // As the files hold them, superseded ones, too.
};

struct SeriesName {
  SeriesId id{};
  RunId run{};
  std::string tag;
  reader::Kind kind = reader::Kind::Other;
};

struct TagInfo {
  std::string tag;
  reader::Kind kind = reader::Kind::Other;
  std::uint64_t runs = 0;    // That have it.
  std::uint64_t points = 0;  // As the files hold them, superseded ones, too.
};

// Points that a restart replaced: at `restart_step` the run was taken up again.
struct BranchInfo {
  std::int64_t restart_step = 0;
  double restart_wall_secs = 0;
  std::uint64_t count = 0;
  std::int64_t first_step = 0;
  std::int64_t last_step = 0;
};

struct SeriesFilter {
  std::optional<RunId> run;
  std::optional<reader::Kind> kind;
  std::optional<std::string> tag;  // Exactly.
};

struct RangeQuery {
  std::vector<SeriesId> series;
  ReduceOptions options;
  std::optional<std::uint32_t> branch;  // By number; absent: the live points.
};
struct RangeAnswer {
  SeriesId series{};
  std::uint64_t version = 0;  // Changes when the series does: for ETags.
  Reduced reduced;
};

// One value of a series that is not of scalars.
struct BlobInfo {
  std::int64_t step = 0;
  double wall_secs = 0;
  std::uint32_t bytes = 0;  // Of the record it lies in.
};

enum class Statistic { Last, Min, Max };

struct RowsQuery {
  std::string tag;  // Of scalars; may be empty: no values then.
  Statistic statistic = Statistic::Last;
  enum class Order { Name, Start, Value } order = Order::Name;
  bool descending = false;
  // Of the runs that may be in the answer; null: all. Called without any lock.
  std::function<bool(RunId, const std::string& name)> accepts;
  std::optional<double> at_least;  // Of the value; runs without one are out.
  std::optional<double> at_most;
  std::uint64_t offset = 0;
  std::uint64_t limit = 100;
  std::uint32_t sparkline = 0;  // Values of it wanted.
  // Asked now and then; once true, the answer is of no use. May be empty.
  std::function<bool()> is_cancelled;
};
struct Row {
  RunId run{};
  double start_secs = 0;
  std::optional<double> value;
  std::vector<float> sparkline;
};
struct Rows {
  std::uint64_t total = 0;  // That passed the filter.
  std::vector<Row> rows;    // Runs without a value, or with NaN, come last.
};

struct Progress {
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;
  bool loaded = false;  // Everything that was there at the start has been read.
  std::uint64_t files_done = 0;
  std::uint64_t files_total = 0;
};

struct Totals {
  std::uint64_t runs = 0;
  std::uint64_t series = 0;
  std::uint64_t points = 0;  // As the files hold them, superseded ones, too.
  std::uint64_t damaged_records = 0;
};

struct Changes {
  std::uint64_t cursor = 0;  // To ask with next time.
  // True when the cursor is not of this store or too old: begin anew.
  bool reset = false;
  struct Series {
    SeriesId id{};
    bool added = false;
    // True when it is not just longer: a restart, a replaced file, points in
    // between. False: points before `from` are as they were.
    bool rewritten = false;
    std::uint64_t from = 0;
  };
  std::vector<RunId> runs_added;
  std::vector<RunId> runs_removed;
  // Of which more was read, whether or not that made series change.
  std::vector<RunId> runs_changed;
  std::vector<Series> series;
  std::vector<SeriesId> series_removed;
  bool problems_changed = false;  // Some came or went.
  std::vector<reader::Problem> new_problems;
};

// Every point of every run, and what can be asked about them. The server, the
// data server and the command line know only this.
//
// All functions may be called from any thread at any time, also while loading
// goes on, and neither waits for the other longer than a moment. What is said
// of a series is of one moment; in an answer about many it may be a later one
// for some than for others. An id that is not (or no longer) there is NotFound,
// or is missing in an answer about many.
class Store {
 public:
  virtual ~Store() = default;

  virtual std::vector<RunInfo> runs() const = 0;  // In natural order.
  virtual Result<RunInfo> run(RunId id) const = 0;
  virtual std::vector<RunId> run_ids() const = 0;  // In natural order.

  // By run, in natural order, then by tag, also in natural order, then kind.
  virtual std::vector<SeriesInfo> series(const SeriesFilter& filter) const = 0;
  virtual Result<SeriesInfo> find_series(SeriesId id) const = 0;
  // Those that are there, in the order of `ids`.
  virtual std::vector<SeriesInfo> infos(
      std::span<const SeriesId> ids) const = 0;
  // The series of one tag in these runs, in their order.
  virtual std::vector<SeriesPlace> places(
      std::string_view tag, reader::Kind kind,
      std::span<const RunId> runs) const = 0;
  // Also of those that were removed.
  virtual std::vector<SeriesName> names(
      std::span<const SeriesId> ids) const = 0;
  // By kind, then in natural order. Without `runs`: of all of them.
  virtual std::vector<TagInfo> tags(
      std::optional<std::span<const RunId>> runs) const = 0;
  virtual Result<event::Metadata> metadata(SeriesId id) const = 0;
  virtual Result<std::vector<BranchInfo>> branches(SeriesId id) const = 0;

  // Scalars.
  virtual std::vector<RangeAnswer> ranges(const RangeQuery& query) const = 0;
  virtual Result<Statistics> statistics(SeriesId id,
                                        const Window& window) const = 0;
  virtual Result<std::vector<NonFiniteInterval>> non_finite(
      SeriesId id, const Window& window) const = 0;
  // Of the series of this tag in the given runs; of all runs when empty.
  virtual Aggregate aggregate(const std::string& tag,
                              std::span<const RunId> runs,
                              const AggregateOptions& options) const = 0;
  virtual Rows rows(const RowsQuery& query) const = 0;
  // Points [begin, begin + count) of a series or of one of its branches,
  // exactly; fewer at the end.
  virtual Result<Points> points(
      SeriesId id, std::uint64_t begin, std::uint64_t count,
      std::optional<std::uint32_t> branch = {}) const = 0;
  // The number of points before the first with at least this step.
  virtual Result<std::uint64_t> lower_bound(
      SeriesId id, std::int64_t step,
      std::optional<std::uint32_t> branch = {}) const = 0;

  // Everything else: places, and what lies there, read when asked for.
  virtual Result<std::vector<BlobInfo>> blobs(
      SeriesId id, std::optional<std::uint32_t> branch = {}) const = 0;
  virtual Result<reader::Datum> read_blob(
      SeriesId id, std::uint64_t index,
      std::optional<std::uint32_t> branch = {}) const = 0;
  virtual Result<std::vector<reader::Projector>> projectors(RunId id) const = 0;

  virtual Progress progress() const = 0;
  virtual Totals totals() const = 0;
  // Those there are: what was mended, removed or replaced has none any more. Of
  // a file the first thousand are listed, and one more says how many follow.
  virtual std::vector<reader::Problem> problems() const = 0;

  // The present cursor: another whenever anything has changed.
  virtual std::uint64_t cursor() const = 0;
  // 0 is nobody's cursor: the answer is `reset`, with the present one.
  virtual Changes changes_since(std::uint64_t cursor) const = 0;
  // Whether changes_since() this cursor is no reset.
  virtual bool is_known(std::uint64_t cursor) const = 0;
  // Returns when there is something after the cursor, or after `timeout`.
  virtual bool wait_for_changes(std::uint64_t cursor,
                                std::chrono::milliseconds timeout) const = 0;
};

}  // namespace stepline::store
