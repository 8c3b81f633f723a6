#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/options.h"
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

// Opens the store over the log directories; loading goes on behind.
Result<std::unique_ptr<store::MemoryStore>> open_store(
    Context& context, const LogArguments& arguments, bool follow = false);

// Returns when everything has been read; shows a progress bar meanwhile.
void finish_loading(Context& context, const store::MemoryStore& store);

// Both, and a line on standard error for each problem met (report_problems).
Result<std::unique_ptr<store::MemoryStore>> load_store(
    Context& context, const LogArguments& arguments, bool follow = false);

// One line for each problem beyond the first `known`: ten of them, then how
// many more. Damage is no failure here: everything that could be read was, and
// `stepline verify` is there to judge. Returns how many problems there are.
std::size_t report_problems(Context& context, const store::Store& store,
                            std::size_t known = 0);

}  // namespace stepline::cli
