// Reader's lists: what there is, without the values.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "reader.h"
#include "reader_kinds.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "name"_a

namespace stepline::python {
namespace {

const char* name_of(LogProblem::What what) {
  switch (what) {
    case LogProblem::What::Damage:
      return "damage";
    case LogProblem::What::Unreadable:
      return "unreadable";
    case LogProblem::What::Skipped:
      return "skipped";
  }
  return "";
}

auto names(const Reader& reader, const KindArgument& kind,
           const RunArgument& run) {
  const SummaryKind wanted = kind_named(kind.get());
  const std::string in = bytes_of(run);
  return texts_of(reader.ask(
      [&](const SummaryReader& from) { return from.names(wanted, in); }));
}

auto describe_runs(const Reader& reader) {
  std::vector<
      std::tuple<nb::str, nb::str, std::uint64_t, std::uint64_t, std::int64_t,
                 std::int64_t, double, double, std::uint64_t>>
      all;
  for (const RunDescription& run : reader.ask(
           [](const SummaryReader& from) { return from.describe_runs(); })) {
    all.emplace_back(text_of(run.name), text_of(run.directory), run.series,
                     run.points, run.first_step, run.last_step,
                     run.first_wall_time, run.last_wall_time,
                     run.damaged_records);
  }
  return all;
}

auto describe_series(const Reader& reader, const RunArgument& run) {
  const std::string in = bytes_of(run);
  std::vector<
      std::tuple<nb::str, nb::str, nb::str, std::uint64_t, std::int64_t,
                 std::int64_t, double, double, std::uint32_t, nb::str, nb::str>>
      all;
  for (const SeriesDescription& series :
       reader.ask([&](const SummaryReader& from) {
         return from.describe_series(in);
       })) {
    all.emplace_back(text_of(series.run), text_of(series.name),
                     text_of(std::string(stepline::name_of(series.kind))),
                     series.count, series.first_step, series.last_step,
                     series.first_wall_time, series.last_wall_time,
                     series.branches, text_of(series.display_name),
                     text_of(series.description));
  }
  return all;
}

auto branches(const Reader& reader, const NameArgument& name,
              const RunArgument& run) {
  const std::string what = bytes_of(name), in = bytes_of(run);
  std::vector<std::tuple<std::int64_t, double, std::uint64_t, std::int64_t,
                         std::int64_t>>
      all;
  for (const BranchDescription& branch :
       reader.ask([&](const SummaryReader& from) {
         return from.branches(what, in);
       })) {
    all.emplace_back(branch.restart_step, branch.restart_wall_time,
                     branch.count, branch.first_step, branch.last_step);
  }
  return all;
}

auto problems(const Reader& reader) {
  std::vector<
      std::tuple<nb::str, nb::str, std::optional<std::uint64_t>, nb::str>>
      all;
  for (const LogProblem& problem :
       reader.ask([](const SummaryReader& from) { return from.problems(); })) {
    all.emplace_back(nb::str(name_of(problem.what)), text_of(problem.path),
                     problem.offset, text_of(problem.message));
  }
  return all;
}

}  // namespace

SummaryKind kind_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(SummaryKind::Other); ++i) {
    const auto kind = static_cast<SummaryKind>(i);
    if (stepline::name_of(kind) == name) return kind;
  }
  throw nb::value_error(("no such kind: " + std::string(name)).c_str());
}

void bind_lists(nb::class_<Reader>& reader) {
  reader
      .def("runs",
           [](const Reader& self) {
             return texts_of(self.ask(
                 [](const SummaryReader& from) { return from.runs(); }));
           })
      .def("names", names, "kind"_a, "run"_a = "")
      .def("describe_runs", describe_runs)
      .def("describe_series", describe_series, "run"_a = "")
      .def("branches", branches, "name"_a, "run"_a = "")
      .def("problems", problems);
}

}  // namespace stepline::python
