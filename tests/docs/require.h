#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

#include "stepline/result.h"

namespace stepline::docs {

// Ends the program when a call of the documentation is refused. extract.py
// writes `stepline::docs::require(), ` before each such statement: the comma
// below takes a Result, and where the call returns nothing the built-in one
// does nothing.
struct Require {
  std::source_location where;
};

inline Require require(
    std::source_location where = std::source_location::current()) {
  return {where};
}

inline void operator,(Require require, const Result<void>& result) {
  if (result) return;
  std::fprintf(stderr, "%s:%d: refused: %s\n", require.where.file_name(),
               static_cast<int>(require.where.line()),
               result.error().message.c_str());
  std::exit(1);
}

}  // namespace stepline::docs
