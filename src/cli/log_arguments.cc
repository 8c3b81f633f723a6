#include "cli/log_arguments.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "cli/problem_report.h"
#include "cli/progress.h"

namespace stepline::cli {
namespace {

std::string_view without_slashes(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path;
}

}  // namespace

void LogArguments::declare(Options& options, bool live) {
  Option& logdir = options.add(
      "", "LOGDIR",
      "A directory with event files in it or below it, or one event file. "
      "\"name:path\" puts \"name/\" before the names of its runs.",
      logdirs);
  logdir.required = true;
  logdir.completes = Option::Completes::Directories;
  if (!live) return;
  options.flag("--poll",
               "Look for changes once a second instead of being told of them: "
               "for network file systems whose changes go unnoticed. Where the "
               "system is known not to tell this is done without asking.",
               poll);
}

store::MemoryStoreOptions store_options(Context& context,
                                        const LogArguments& arguments) {
  store::MemoryStoreOptions options;
  for (const std::string& logdir : arguments.logdirs) {
    options.roots.push_back(reader::parse_root(context.files, logdir));
  }
  options.poll = arguments.poll;
  return options;
}

void finish_loading(Context& context, const store::MemoryStore& store) {
  if (context.err.terminal().is_terminal) {
    Progress bar(context.err, "loading");
    for (std::uint64_t cursor = 0;;) {
      const store::Progress progress = store.progress();
      if (progress.loaded) break;
      bar.update(progress.bytes_done, progress.bytes_total);
      store.wait_for_changes(cursor, std::chrono::milliseconds(50));
      cursor = store.changes_since(cursor).cursor;
    }
  }
  store.wait_until_loaded();
}

Result<void> check_roots(const store::Store& store,
                         std::span<const reader::Root> roots) {
  for (const reader::Problem& problem : store.problems()) {
    if (problem.what == reader::Problem::What::Damage) continue;
    const bool asked_for =
        problem.path.empty() ||
        std::ranges::any_of(roots, [&](const reader::Root& root) {
          return without_slashes(root.path) == without_slashes(problem.path);
        });
    if (asked_for) return Error{ErrorCode::Io, problem.message};
  }
  return {};
}

Result<std::unique_ptr<store::MemoryStore>> load_store(
    Context& context, const LogArguments& arguments, const Selection& selection,
    bool follow) {
  store::MemoryStoreOptions options = store_options(context, arguments);
  options.follow = follow;
  const std::vector<reader::Root> roots = options.roots;
  auto store = store::MemoryStore::open(context.files, std::move(options));
  if (!store) return store;
  finish_loading(context, **store);
  if (auto checked = check_roots(**store, roots); !checked) {
    return checked.error();
  }
  ProblemReport(context, &selection).tell(**store);
  return store;
}

bool Loaded::has_series() const {
  return std::any_of(runs.begin(), runs.end(), [](const SelectedRun& run) {
    return !run.series.empty();
  });
}

Result<Loaded> load_selected(Context& context, const LogArguments& arguments,
                             const SelectionArguments& selection, bool follow) {
  const auto chosen = Selection::make(selection);
  if (!chosen) return chosen.error();
  auto store = load_store(context, arguments, *chosen, follow);
  if (!store) return store.error();
  auto runs = select(**store, selection);
  if (!runs) return runs.error();
  return Loaded{*std::move(store), *std::move(runs)};
}

ExitStatus nothing_matches(Context& context, const LogArguments& arguments,
                           std::string_view asked) {
  if (asked.starts_with(' ')) asked.remove_prefix(1);
  if (!asked.empty()) {
    return complain(context, "nothing matches", asked, ExitStatus::Problem);
  }
  std::string where;
  for (const std::string& logdir : arguments.logdirs) {
    where += (where.empty() ? "" : ", ") + logdir;
  }
  return complain(context, "nothing to read", where, ExitStatus::Well);
}

}  // namespace stepline::cli
