#include "reader.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "name"_a

namespace stepline::python {
namespace {

thread_local HeardWarnings* innermost = nullptr;

// Of the caller of the package's own method.
constexpr Py_ssize_t kCallersLine = 2;

void make_selection(
    Selection* self, const RunArgument& run, const FromStep& from,
    const ToStep& to, const Given<std::optional<std::uint64_t>, "last">& last,
    const Given<std::optional<std::uint32_t>, "branch">& branch) {
  new (self) Selection{bytes_of(run), from, to, last, branch};
}

}  // namespace

HeardWarnings::HeardWarnings() : outer_(innermost) { innermost = this; }

HeardWarnings::~HeardWarnings() { innermost = outer_; }

void HeardWarnings::hear(const std::string& warning) {
  if (innermost != nullptr) innermost->heard_.push_back(warning);
}

void HeardWarnings::tell() {
  for (const std::string& warning : std::exchange(heard_, {})) {
    const nb::str text = text_of(warning);
    const int failed =
        PyErr_WarnFormat(PyExc_UserWarning, kCallersLine, "%U", text.ptr());
    if (failed != 0) throw nb::python_error();
  }
}

Reader::Reader(const std::vector<std::string>& paths, unsigned threads,
               bool checksum) {
  HeardWarnings warnings;
  Result<void> result;
  {
    const nb::gil_scoped_release unlocked;
    const ReaderOptions options{.threads = threads,
                                .checksum = checksum,
                                .on_warning = HeardWarnings::hear};
    auto opened = paths.size() == 1
                      ? SummaryReader::open(paths.front(), options)
                      : SummaryReader::open_all(paths, options);
    if (opened) {
      reader_ = std::make_unique<SummaryReader>(*std::move(opened));
    } else {
      result = opened.error();
    }
  }
  raise_if_failed(result);
  warnings.tell();
}

void Reader::reload(bool quiet) {
  HeardWarnings warnings;
  Result<void> result;
  {
    const nb::gil_scoped_release unlocked;
    result = reader_->reload();
  }
  raise_if_failed(result);
  if (!quiet) warnings.tell();
}

nb::str text_of(const std::string& bytes) {
  PyObject* const text = PyUnicode_DecodeUTF8(
      bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogateescape");
  if (text == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(text);
}

std::string bytes_of(const nb::str& text) {
  PyObject* const encoded =
      PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape");
  if (encoded == nullptr) throw nb::python_error();
  const auto bytes = nb::steal<nb::bytes>(encoded);
  return {bytes.c_str(), bytes.size()};
}

std::vector<nb::str> texts_of(const std::vector<std::string>& all) {
  std::vector<nb::str> texts;
  texts.reserve(all.size());
  for (const std::string& one : all) texts.push_back(text_of(one));
  return texts;
}

void bind_reader(nb::module_& module) {
  nb::class_<Selection>(module, "Selection",
                        "Which values of a name are wanted.")
      .def("__init__", make_selection, "run"_a = "", "from_step"_a = nb::none(),
           "to_step"_a = nb::none(), "last"_a = nb::none(),
           "branch"_a = nb::none());

  nb::class_<Reader> reader(module, "Reader",
                            "stepline::SummaryReader, as it is in C++.");
  reader
      .def(
          "__init__",
          [](Reader* self, const std::vector<nb::bytes>& paths,
             const Given<unsigned, "threads">& threads,
             const Given<bool, "checksum">& checksum) {
            std::vector<std::string> all;
            for (const nb::bytes& path : paths) {
              all.emplace_back(path.c_str(), path.size());
            }
            new (self) Reader(all, threads, checksum);
          },
          "paths"_a, nb::kw_only(), "threads"_a = 0, "checksum"_a = true)
      .def("reload", &Reader::reload, "quiet"_a = false);
  bind_lists(reader);
  bind_scalars(module, reader);
  bind_values(module, reader);
  bind_experiment(reader);
}

}  // namespace stepline::python
