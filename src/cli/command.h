#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "cli/exit_status.h"
#include "cli/options.h"
#include "cli/output.h"
#include "reader/problem.h"
#include "storage/file_system.h"

namespace stepline::cli {

// What a command may touch.
struct Context {
  storage::FileSystem& files;
  Output& out;
  Output& err;
};

// What --help, the man page and the completion say of a command.
struct Manual {
  struct Example {
    std::string_view command;
    std::string_view what;
  };

  std::string_view name;     // "inspect"
  std::string_view summary;  // One line, a verb first, no period.
  // Paragraphs parted by empty lines; they are wrapped when shown.
  std::string_view description;
  // What status 1 means here; empty where it does not occur.
  std::string_view problem;
  std::vector<Example> examples;
};

// One subcommand: a file of this folder defines it and a function that makes
// it, and commands.cc lists that. Made for one run.
class Command {
 public:
  virtual ~Command() = default;
  virtual const Manual& manual() const = 0;
  virtual void declare(Options& options) = 0;
  // Called after the options have been taken.
  virtual ExitStatus run(Context& context) = 0;
};

using MakeCommand = std::unique_ptr<Command> (*)();

// All commands, in the order of --help.
std::span<const MakeCommand> commands();

// Writes `stepline: <what> (<where>)` and returns `status`. `where` is the path
// (`path:byte`), the options or the help that this is about; it is left out
// where it is empty, or where `what` has it in quotes already.
ExitStatus complain(Context& context, std::string_view what,
                    std::string_view where, ExitStatus status);
// An error of a command, by the table of exit_status.h.
ExitStatus complain(Context& context, const Error& error,
                    std::string_view where);
ExitStatus complain(Context& context, const reader::Problem& problem,
                    ExitStatus status);

}  // namespace stepline::cli
