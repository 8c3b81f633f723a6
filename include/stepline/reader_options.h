#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepline {

// Something in a log directory that could not be read. Reading went on behind
// it.
struct LogProblem {
  enum class What {
    Damage,      // Bytes of a file are not what the format promises.
    Unreadable,  // The system refused a file or a directory.
    Skipped,     // Not to be read: hidden, or a pipe named like an event file.
  };
  What what = What::Damage;
  std::string path;
  std::optional<std::uint64_t> offset;  // Of the damage, in the file.
  std::string message;                  // Lower case, with place and path.
  bool operator==(const LogProblem&) const = default;
};

struct ReaderOptions {
  // That load, while open() and reload() last; 0: as many as there are cores.
  unsigned threads = 0;

  // False trusts the files: a little faster, and damage may go unnoticed.
  bool checksum = true;

  // Given each warning, in the thread of the call it is about, so possibly by
  // several at once. Must neither call into the reader nor throw. Empty: a line
  // on standard error, each different one once.
  std::function<void(const std::string&)> on_warning = {};

  // Given each problem of the files once, by open() and reload(); the same
  // rules. Empty: it is a warning.
  std::function<void(const LogProblem&)> on_problem = {};
};

// Which values of a name are wanted.
struct Selection {
  // Empty: the run that has the name; of several the first, in natural order,
  // with a warning.
  std::string run = {};

  // By step, both ends included; what is absent is unbounded.
  std::optional<std::int64_t> from = {};
  std::optional<std::int64_t> to = {};

  // Of those, at most so many from the end.
  std::optional<std::uint64_t> last = {};

  // A superseded branch, by its place in branches(); absent: what is valid now.
  std::optional<std::uint32_t> branch = {};

  static Selection at(std::int64_t step, std::string run = {}) {
    Selection selection;
    selection.run = std::move(run);
    selection.from = step;
    selection.to = step;
    return selection;
  }
};

// Which curves of a whole log are wanted. Empty lists mean all.
struct TableSelection {
  std::vector<std::string> names = {};
  std::vector<std::string> runs = {};
  std::optional<std::int64_t> from = {};
  std::optional<std::int64_t> to = {};
};

}  // namespace stepline
