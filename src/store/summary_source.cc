#include "store/summary_source.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "reader/log_tree.h"

namespace stepline::store {
namespace {

constexpr std::int64_t kMaxStep = std::numeric_limits<std::int64_t>::max();

std::string in_quotes(std::string_view text) {
  return '"' + std::string(text) + '"';
}

bool needs_new_names(const Changes& changes) {
  return changes.reset || !changes.runs_added.empty() ||
         !changes.runs_removed.empty() || !changes.series_removed.empty() ||
         std::ranges::any_of(changes.series, &Changes::Series::added);
}

// The last of `count`, at most, of [begin, end).
void keep_last(SummarySource::Range& range,
               const std::optional<std::uint64_t>& count) {
  range.begin = std::min(range.begin, range.end);
  if (count)
    range.begin =
        std::max(range.begin, range.end - std::min(range.end, *count));
}

// Of a root that cannot be read at all; directories below it are problems.
const reader::Problem* find_unreadable_root(
    const std::vector<reader::Problem>& problems,
    const std::vector<reader::Root>& roots) {
  for (const reader::Problem& problem : problems) {
    if (problem.what != reader::Problem::What::Unreadable) continue;
    if (problem.path.empty() ||
        std::ranges::find(roots, problem.path, &reader::Root::path) !=
            roots.end()) {
      return &problem;
    }
  }
  return nullptr;
}

}  // namespace

LogProblem public_problem(const reader::Problem& problem) {
  using From = reader::Problem::What;
  using To = LogProblem::What;
  const To what = problem.what == From::Damage       ? To::Damage
                  : problem.what == From::Unreadable ? To::Unreadable
                                                     : To::Skipped;
  return {.what = what,
          .path = problem.path,
          .offset = problem.offset,
          .message = problem.message};
}

SummarySource::SummarySource(storage::FileSystem& files,
                             std::unique_ptr<MemoryStore> store,
                             ReaderOptions options)
    : files_(files),
      warnings_(std::make_unique<Warnings>(std::move(options.on_warning))),
      on_problem_(std::move(options.on_problem)),
      store_(std::move(store)) {}

Result<std::unique_ptr<SummarySource>> SummarySource::open(
    storage::FileSystem& files, const std::vector<std::string>& paths,
    ReaderOptions options) {
  if (paths.empty()) {
    return Error{ErrorCode::InvalidArgument, "no path to read"};
  }
  MemoryStoreOptions wanted;
  for (const std::string& path : paths) {
    wanted.roots.push_back(reader::parse_root(files, path));
  }
  wanted.threads = options.threads;
  wanted.checksum = options.checksum;
  auto store = MemoryStore::open(files, wanted);
  if (!store) return store.error();
  (*store)->wait_until_loaded();
  const auto problems = (*store)->problems();
  if (const auto* problem = find_unreadable_root(problems, wanted.roots)) {
    return Error{ErrorCode::Io, problem->message};
  }
  std::unique_ptr<SummarySource> source(
      new SummarySource(files, std::move(*store), std::move(options)));
  source->take_changes();
  if (source->names_.runs().empty()) {
    source->warn("no event files in " + in_quotes(paths.front()) +
                 (paths.size() > 1 ? " and the other paths" : ""));
  }
  return source;
}

Result<void> SummarySource::reload() {
  const std::unique_lock lock(mutex_);
  const auto reloaded = store_->reload();
  if (!reloaded) return reloaded.error();
  take_changes();
  return {};
}

void SummarySource::take_changes() {
  const Changes changes = store_->changes_since(cursor_);
  cursor_ = changes.cursor;
  if (needs_new_names(changes)) names_ = SummaryNames(*store_);
  report(changes.reset ? store_->problems() : changes.new_problems);
}

void SummarySource::report(const std::vector<reader::Problem>& problems) const {
  for (const reader::Problem& problem : problems) {
    if (on_problem_) {
      on_problem_(public_problem(problem));
    } else {
      warn(problem.message);
    }
  }
}

std::optional<RunId> SummarySource::find_run(std::string_view run) const {
  const auto id = names_.find_run(run);
  if (!id) warn("no run named " + in_quotes(run));
  return id;
}

std::string SummarySource::describe(Kind kind, std::string_view name,
                                    RunId run) const {
  return std::string(reader::name_of(kind)) + " " + in_quotes(name) +
         " of run " + in_quotes(names_.name_of(run));
}

std::string SummarySource::other_kinds_of(Kind kind,
                                          std::string_view name) const {
  std::string others;
  for (int i = 0; i <= static_cast<int>(Kind::Other); ++i) {
    const Kind other{static_cast<std::uint8_t>(i)};
    if (other == kind || names_.find(other, name) == nullptr) continue;
    others += others.empty() ? "; there is the " : " and the ";
    others += std::string(reader::name_of(other));
  }
  return others;
}

std::optional<RunId> SummarySource::choose_run(const std::string& what,
                                               const std::vector<RunId>& runs,
                                               std::string_view run) const {
  if (run.empty()) {
    if (runs.empty()) {
      warn("no " + what);
      return std::nullopt;
    }
    if (runs.size() > 1) {
      warn(what + " is in " + std::to_string(runs.size()) +
           " runs, reading that of run " + in_quotes(names_.name_of(runs[0])));
    }
    return runs[0];
  }
  const auto id = find_run(run);
  if (!id) return std::nullopt;
  if (std::ranges::find(runs, *id) == runs.end()) {
    warn("no " + what + " in run " + in_quotes(run));
    return std::nullopt;
  }
  return id;
}

std::optional<SummarySource::Place> SummarySource::find(
    Kind kind, std::string_view name, std::string_view run) const {
  const std::string what =
      std::string(reader::name_of(kind)) + " " + in_quotes(name);
  const auto* const places = names_.find(kind, name);
  if (places == nullptr) {
    warn("no " + what + other_kinds_of(kind, name));
    return std::nullopt;
  }
  std::vector<RunId> runs;
  for (const Place& place : *places) runs.push_back(place.run);
  const auto chosen = choose_run(what, runs, run);
  if (!chosen) return std::nullopt;
  return *std::ranges::find(*places, *chosen, &Place::run);
}

void SummarySource::warn_of_nothing(const std::string& what,
                                    const Selection& selection) const {
  std::string where;
  if (selection.from && selection.from == selection.to) {
    where = " at step " + std::to_string(*selection.from);
  } else {
    if (selection.from)
      where += " from step " + std::to_string(*selection.from);
    if (selection.to) where += " to step " + std::to_string(*selection.to);
  }
  warn("no value of " + what + where);
}

Result<std::uint64_t> SummarySource::count_points(
    SeriesId series, std::optional<std::uint32_t> branch) const {
  if (!branch) {
    const auto info = store_->find_series(series);
    if (!info) return info.error();
    return info->count;
  }
  const auto branches = store_->branches(series);
  if (!branches) return branches.error();
  if (*branch >= branches->size()) {
    return Error{ErrorCode::NotFound, "no branch " + std::to_string(*branch) +
                                          ", there are " +
                                          std::to_string(branches->size())};
  }
  return (*branches)[*branch].count;
}

Result<SummarySource::Range> SummarySource::select_points(
    SeriesId series, const Selection& selection) const {
  const auto count = count_points(series, selection.branch);
  if (!count) return count.error();
  Range range{0, *count};
  if (selection.from) {
    const auto begin =
        store_->lower_bound(series, *selection.from, selection.branch);
    if (!begin) return begin.error();
    range.begin = *begin;
  }
  if (selection.to && *selection.to < kMaxStep) {
    const auto end =
        store_->lower_bound(series, *selection.to + 1, selection.branch);
    if (!end) return end.error();
    range.end = *end;
  }
  keep_last(range, selection.last);
  return range;
}

void SummarySource::for_each_value(Kind kind, std::string_view name,
                                   const Selection& selection,
                                   const Take& take) const {
  const auto place = find(kind, name, selection.run);
  if (!place) return;
  for_each_value(*place, describe(kind, name, place->run), selection, take);
}

void SummarySource::for_each_value(const Place& place, const std::string& what,
                                   const Selection& selection,
                                   const Take& take) const {
  const auto blobs = store_->blobs(place.series, selection.branch);
  if (!blobs) return warn(blobs.error().message + " (" + what + ")");
  Range range{0, blobs->size()};
  const auto index_of = [&](auto found) {
    return static_cast<std::uint64_t>(found - blobs->begin());
  };
  if (selection.from) {
    range.begin = index_of(
        std::ranges::lower_bound(*blobs, *selection.from, {}, &BlobInfo::step));
  }
  if (selection.to) {
    range.end = index_of(
        std::ranges::upper_bound(*blobs, *selection.to, {}, &BlobInfo::step));
  }
  keep_last(range, selection.last);
  if (range.begin == range.end) warn_of_nothing(what, selection);
  for (std::uint64_t i = range.begin; i < range.end; ++i) {
    auto datum = store_->read_blob(place.series, i, selection.branch);
    Result<void> taken;
    if (datum) taken = take((*blobs)[i], *datum);
    if (datum && taken) continue;
    const Error& error = datum ? taken.error() : datum.error();
    warn(what + " at step " + std::to_string((*blobs)[i].step) +
         " cannot be read: " + error.message);
  }
}

}  // namespace stepline::store
