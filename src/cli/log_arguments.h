#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/selection.h"
#include "reader/log_tree.h"
#include "stepline/result.h"
#include "store/memory_store.h"

namespace stepline::cli {

// The arguments of every command that asks the store: which logs, and how to
// watch them.
struct LogArguments {
  std::vector<std::string> logdirs;
  bool poll = false;

  // `live`: the command can follow the logs, and so --poll makes sense.
  void declare(Options& options, bool live = false);
};

store::MemoryStoreOptions store_options(Context& context,
                                        const LogArguments& arguments);

// Returns when everything has been read; shows a progress bar meanwhile.
void finish_loading(Context& context, const store::MemoryStore& store);

// An error when one of `roots` itself was refused by the system, or is neither
// a directory nor a regular file.
Result<void> check_roots(const store::Store& store,
                         std::span<const reader::Root> roots);

// Opens the store over the log directories and finishes loading, with a line on
// standard error for each problem met (ProblemReport). What check_roots()
// says is an error.
Result<std::unique_ptr<store::MemoryStore>> load_store(
    Context& context, const LogArguments& arguments, const Selection& selection,
    bool follow = false);

// What a command works on.
struct Loaded {
  std::unique_ptr<store::MemoryStore> store;
  std::vector<SelectedRun> runs;

  bool has_series() const;
};

// Everything loaded, problems reported, and series chosen. Patterns are looked
// at before anything is read.
Result<Loaded> load_selected(Context& context, const LogArguments& arguments,
                             const SelectionArguments& selection,
                             bool follow = false);

// Says that nothing matches, and which status that is: a problem, as in grep,
// where something was `asked` for (the options, as given); none where the logs
// are just empty.
ExitStatus nothing_matches(Context& context, const LogArguments& arguments,
                           std::string_view asked);

}  // namespace stepline::cli
