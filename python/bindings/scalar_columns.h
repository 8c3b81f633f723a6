#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "stepline/summary_values.h"

namespace stepline::python {

// A column of words that repeat: for each point the place of its word. Codes
// are as narrow as they can be, which is pandas' own rule: it makes no copy.
struct Categories {
  std::vector<std::string> words;
  std::variant<std::vector<std::int8_t>, std::vector<std::int16_t>,
               std::vector<std::int32_t>>
      codes;
};

// A table of scalars in long form: run, name, step, wall time, value.
struct ScalarColumns {
  ScalarTable table;
  Categories runs;
  Categories names;
};

// One that arrays and data frames share, as long as any of them lives.
struct SharedColumns {
  std::shared_ptr<const ScalarColumns> columns;
};

// A capsule with an ArrowArrayStream of one batch, which shares the memory.
nanobind::object arrow_stream(const SharedColumns& shared);

}  // namespace stepline::python
