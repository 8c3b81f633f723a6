#include "cli/commands.h"

#include <array>

namespace stepline::cli {

std::span<const MakeCommand> commands() {
  static constexpr std::array kCommands = std::to_array<MakeCommand>({
      make_serve,
      make_ls,
      make_inspect,
      make_read,
      make_plot,
      make_tail,
      make_export,
      make_stats,
      make_verify,
      make_repair,
      make_merge,
      make_demo,
      make_completion,
      make_man,
  });
  return kCommands;
}

}  // namespace stepline::cli
