#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "cli/terminal.h"
#include "stepline/result.h"

namespace stepline::cli {

// Standard output or standard error, buffered. Not thread-safe.
//
// When whoever read standard output has gone (`stepline ls | head`), the
// program ends at once and quietly, by SIGPIPE, as others do. So whoever has
// something half done should not write to it meanwhile.
class Output {
 public:
  explicit Output(std::FILE* file);
  // Into a string, for tests; no terminal unless told.
  explicit Output(std::string& to, Terminal terminal = {});
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text);
  Output& operator<<(std::string_view text) {
    write(text);
    return *this;
  }

  // In colour where there are colours.
  std::string paint(std::string_view text, Colour colour) const;

  // The first error of all writing so far; an Io error.
  Result<void> flush();

  const Terminal& terminal() const { return terminal_; }

 private:
  void flush_buffer();

  std::FILE* const file_;
  std::string own_;
  std::string& buffer_;
  Terminal terminal_;
  int error_ = 0;
};

}  // namespace stepline::cli
