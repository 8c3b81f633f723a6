#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "given.h"
#include "stepline/summary_reader.h"

namespace stepline::python {

// Collects what a reader warns of in this thread while it lives, so that it
// can be told when Python's lock is held again.
class HeardWarnings {
 public:
  HeardWarnings();
  HeardWarnings(const HeardWarnings&) = delete;
  HeardWarnings& operator=(const HeardWarnings&) = delete;
  ~HeardWarnings();

  // For ReaderOptions::on_warning.
  static void hear(const std::string& warning);

  // As UserWarnings, said of the line that called into the package; throws
  // where the user has made errors of them.
  void tell();

 private:
  std::vector<std::string> heard_;
  HeardWarnings* outer_;
};

using NameArgument = Given<nanobind::str, "name">;
using RunArgument = Given<nanobind::str, "run">;
using KindArgument = Given<std::string, "kind">;
using StepArgument = Given<std::int64_t, "step">;
using FromStep = Given<std::optional<std::int64_t>, "from_step">;
using ToStep = Given<std::optional<std::int64_t>, "to_step">;

// A SummaryReader in Python's hands.
class Reader {
 public:
  Reader(const std::vector<std::string>& paths, unsigned threads,
         bool checksum);

  // ask(const SummaryReader&), without Python's lock.
  template <class Ask>
  auto ask(Ask ask) const {
    HeardWarnings warnings;
    auto answer = [&] {
      const nanobind::gil_scoped_release unlocked;
      return ask(std::as_const(*reader_));
    }();
    warnings.tell();
    return answer;
  }

  // `quiet`: warns of nothing.
  void reload(bool quiet);

 private:
  std::unique_ptr<SummaryReader> reader_;
};

// The methods of Reader, by area.
void bind_lists(nanobind::class_<Reader>& reader);
void bind_scalars(nanobind::module_& module, nanobind::class_<Reader>& reader);
void bind_values(nanobind::module_& module, nanobind::class_<Reader>& reader);
void bind_experiment(nanobind::class_<Reader>& reader);

// Names of runs and paths are any bytes, and texts may be: what is not UTF-8
// comes out as Python has it in file names, and finds its way back.
nanobind::str text_of(const std::string& bytes);
std::string bytes_of(const nanobind::str& text);
std::vector<nanobind::str> texts_of(const std::vector<std::string>& all);

inline nanobind::bytes raw(const std::string& bytes) {
  return nanobind::bytes(bytes.data(), bytes.size());
}

template <class T>
using Column = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>,
                                 nanobind::c_contig>;

// The memory that `owner` has part in, as a numpy array that keeps it alive.
template <class T, class Owner>
Column<T> column_of(const std::vector<T>& values,
                    std::shared_ptr<Owner> owner) {
  auto* const kept = new std::shared_ptr<Owner>(std::move(owner));
  const nanobind::capsule capsule(kept, [](void* held) noexcept {
    delete static_cast<std::shared_ptr<Owner>*>(held);
  });
  return Column<T>(const_cast<T*>(values.data()), {values.size()}, capsule);
}

template <class T>
Column<T> column_of(std::vector<T>&& values) {
  auto kept = std::make_shared<std::vector<T>>(std::move(values));
  return column_of(*kept, kept);
}

}  // namespace stepline::python
