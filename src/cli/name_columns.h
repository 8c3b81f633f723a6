#pragma once

#include <algorithm>
#include <cstddef>

#include "cli/terminal.h"

namespace stepline::cli {

// The widths of the two columns that hold names of any length, a run's and a
// tag's.
struct NameColumns {
  std::size_t run = 3;
  std::size_t tag = 3;

  // Makes both fit beside `others` columns on a terminal. Elsewhere nothing is
  // cut: somebody may want to search it.
  void fit(const Terminal& terminal, std::size_t others) {
    constexpr std::size_t kLeast = 8;
    if (!terminal.is_terminal) return;
    const auto columns = static_cast<std::size_t>(terminal.columns);
    const std::size_t room =
        std::max(columns > others ? columns - others : 0, 2 * kLeast);
    if (run + tag <= room) return;
    if (tag <= room * 2 / 3) {
      run = room - tag;
    } else {
      run = std::min(run, std::max(kLeast, room / 3));
      tag = room - run;
    }
  }
};

}  // namespace stepline::cli
