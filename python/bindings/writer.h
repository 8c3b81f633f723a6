#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "arrays.h"
#include "bindings.h"
#include "given.h"
#include "stepline/summary_writer.h"

namespace stepline::python {

using Step = std::int64_t;
using WallTime = Given<std::optional<double>, "walltime">;

// A SummaryWriter that several Python objects share. Whoever lets go of it last
// waits for its end, without Python's lock.
struct Writer {
  std::shared_ptr<SummaryWriter> shared;
};

// The methods of Writer, by area.
void bind_numbers(nanobind::class_<Writer>& writer);
void bind_media(nanobind::class_<Writer>& writer);

// Below this a copy is over before another thread could have used Python's
// lock, and getting it back may take a whole switching interval.
inline constexpr std::size_t kWorthUnlocking = 256 << 10;

// Calls `add_to(SummaryWriter&)`, without Python's lock where it copies much or
// has to wait, and raises what it answers.
template <class Add>
void add(Writer& writer, std::size_t bytes, Add add_to) {
  Result<void> result;
  if (bytes >= kWorthUnlocking || writer.shared->would_wait(bytes + 1)) {
    const nanobind::gil_scoped_release unlocked;
    result = add_to(*writer.shared);
  } else {
    result = add_to(*writer.shared);
  }
  raise_if_failed(result);
}

inline std::size_t bytes_of(const Array& array) { return array.view().bytes(); }
inline std::size_t bytes_of(const Array* array) {
  return array == nullptr ? 0 : bytes_of(*array);
}

inline std::optional<TensorView> view_of(const Array* array) {
  if (array == nullptr) return {};
  return array->view();
}

}  // namespace stepline::python
