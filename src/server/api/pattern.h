#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "stepline/result.h"

namespace re2 {
class RE2;
}

namespace stepline::server {

// A regular expression that somebody sent. RE2's: no look-around and no
// back-references, but a time that grows with the text alone and a memory with
// a limit, whatever was sent.
//
// Copies share one compiled form; any thread.
class Pattern {
 public:
  // What is not one is InvalidArgument.
  static Result<Pattern> compile(std::string_view text);

  // Somewhere in `text`, of which what is not UTF-8 counts as U+FFFD.
  bool found_in(std::string_view text) const;

  struct Place {
    std::size_t offset = 0;
    std::size_t length = 0;
  };
  // The first in `text`, which must be UTF-8.
  std::optional<Place> find_in(std::string_view text) const;

 private:
  explicit Pattern(std::shared_ptr<const re2::RE2> compiled)
      : compiled_(std::move(compiled)) {}

  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace stepline::server
