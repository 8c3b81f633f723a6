#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stepline::reader {

// Something in a log directory that could not be read. Reading went on behind
// it: problems are reported, never fatal, and never silent.
struct Problem {
  enum class What {
    Damage,      // Bytes of a file are not what the format promises.
    Unreadable,  // The system refused a file or a directory.
    Skipped,     // Not ours to read: a pipe or socket named like an event file.
  };
  What what = What::Damage;
  std::string path;
  std::optional<std::uint64_t> offset;  // Of the damage, in the file.
  std::string message;                  // As in Error.
  bool operator==(const Problem&) const = default;
};

}  // namespace stepline::reader
