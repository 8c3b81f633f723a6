#pragma once

#include <memory>

#include "cli/command.h"

namespace stepline::cli {

// One for each command, in the file of its name; commands.cc lists them.
std::unique_ptr<Command> make_completion();
std::unique_ptr<Command> make_demo();
std::unique_ptr<Command> make_export();
std::unique_ptr<Command> make_inspect();
std::unique_ptr<Command> make_ls();
std::unique_ptr<Command> make_man();
std::unique_ptr<Command> make_merge();
std::unique_ptr<Command> make_plot();
std::unique_ptr<Command> make_read();
std::unique_ptr<Command> make_repair();
std::unique_ptr<Command> make_serve();
std::unique_ptr<Command> make_stats();
std::unique_ptr<Command> make_tail();
std::unique_ptr<Command> make_verify();

}  // namespace stepline::cli
