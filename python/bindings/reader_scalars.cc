// Reader's scalars: one curve, or all of them in the same columns.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "reader.h"
#include "scalar_columns.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "name"_a

namespace stepline::python {
namespace {

using Curve = ScalarTable::Curve;

template <class Code>
std::vector<Code> repeat(const std::vector<Curve>& curves,
                         const std::vector<std::size_t>& codes) {
  std::vector<Code> all;
  all.reserve(curves.empty() ? 0 : curves.back().end);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    all.insert(all.end(), curves[i].end - curves[i].begin,
               static_cast<Code>(codes[i]));
  }
  return all;
}

Categories categorize(const std::vector<Curve>& curves,
                      std::string Curve::*word) {
  Categories categories;
  std::unordered_map<std::string, std::size_t> known;
  std::vector<std::size_t> codes;
  for (const Curve& curve : curves) {
    const auto [place, is_new] = known.emplace(curve.*word, known.size());
    if (is_new) categories.words.push_back(curve.*word);
    codes.push_back(place->second);
  }
  const std::size_t count = known.size();
  if (count < std::numeric_limits<std::int8_t>::max()) {
    categories.codes = repeat<std::int8_t>(curves, codes);
  } else if (count < std::numeric_limits<std::int16_t>::max()) {
    categories.codes = repeat<std::int16_t>(curves, codes);
  } else {
    categories.codes = repeat<std::int32_t>(curves, codes);
  }
  return categories;
}

// None stands for all.
using Words = std::optional<std::vector<nb::str>>;

std::vector<std::string> all_bytes_of(const Words& words) {
  std::vector<std::string> all;
  for (const nb::str& word : words.value_or(std::vector<nb::str>())) {
    all.push_back(bytes_of(word));
  }
  return all;
}

SharedColumns read_table(const Reader& reader, const Words& names,
                         const Words& runs, const FromStep& from_step,
                         const ToStep& to_step) {
  const bool nothing_wanted =
      (names && names->empty()) || (runs && runs->empty());
  // In a TableSelection none stand for all.
  if (nothing_wanted) return {std::make_shared<ScalarColumns>()};
  const TableSelection selection{.names = all_bytes_of(names),
                                 .runs = all_bytes_of(runs),
                                 .from = from_step,
                                 .to = to_step};
  return {reader.ask([&](const SummaryReader& from) {
    auto columns = std::make_shared<ScalarColumns>();
    columns->table = from.read_scalar_table(selection);
    columns->runs = categorize(columns->table.curves, &Curve::run);
    columns->names = categorize(columns->table.curves, &Curve::name);
    return columns;
  })};
}

auto read_scalars(const Reader& reader, const NameArgument& name,
                  const Selection& selection) {
  const std::string what = bytes_of(name);
  ScalarSeries series = reader.ask([&](const SummaryReader& from) {
    return from.read_scalars(what, selection);
  });
  return std::tuple(text_of(series.run), column_of(std::move(series.steps)),
                    column_of(std::move(series.wall_times)),
                    column_of(std::move(series.values)));
}

auto read_scalar(const Reader& reader, const NameArgument& name,
                 const StepArgument& step, const RunArgument& run) {
  const std::string what = bytes_of(name), in = bytes_of(run);
  std::optional<std::tuple<std::int64_t, double, double>> found;
  const auto point = reader.ask([&](const SummaryReader& from) {
    return from.read_scalar(what, step, in);
  });
  if (point) found.emplace(point->step, point->wall_time, point->value);
  return found;
}

auto curves_of(const SharedColumns& shared) {
  std::vector<std::tuple<nb::str, nb::str, std::size_t, std::size_t>> all;
  for (const Curve& curve : shared.columns->table.curves) {
    all.emplace_back(text_of(curve.run), text_of(curve.name), curve.begin,
                     curve.end);
  }
  return all;
}

using CodeColumn = std::variant<Column<std::int8_t>, Column<std::int16_t>,
                                Column<std::int32_t>>;

CodeColumn codes_of(const Categories& categories, const SharedColumns& shared) {
  return std::visit(
      [&](const auto& codes) -> CodeColumn {
        return column_of(codes, shared.columns);
      },
      categories.codes);
}

// The arrays say themselves what keeps them alive.
constexpr auto kShared = nb::rv_policy::automatic;

}  // namespace

void bind_scalars(nb::module_& module, nb::class_<Reader>& reader) {
  nb::class_<SharedColumns>(module, "ScalarColumns",
                            "stepline::ScalarTable: its columns are numpy "
                            "arrays without a copy.")
      .def("__len__",
           [](const SharedColumns& self) { return self.columns->table.size(); })
      .def_prop_ro("curves", curves_of)
      .def_prop_ro("runs",
                   [](const SharedColumns& self) {
                     return texts_of(self.columns->runs.words);
                   })
      .def_prop_ro("names",
                   [](const SharedColumns& self) {
                     return texts_of(self.columns->names.words);
                   })
      .def_prop_ro(
          "run_codes",
          [](const SharedColumns& self) {
            return codes_of(self.columns->runs, self);
          },
          kShared)
      .def_prop_ro(
          "name_codes",
          [](const SharedColumns& self) {
            return codes_of(self.columns->names, self);
          },
          kShared)
      .def_prop_ro(
          "steps",
          [](const SharedColumns& self) {
            return column_of(self.columns->table.steps, self.columns);
          },
          kShared)
      .def_prop_ro(
          "wall_times",
          [](const SharedColumns& self) {
            return column_of(self.columns->table.wall_times, self.columns);
          },
          kShared)
      .def_prop_ro(
          "values",
          [](const SharedColumns& self) {
            return column_of(self.columns->table.values, self.columns);
          },
          kShared)
      .def(
          "__arrow_c_stream__",
          [](const SharedColumns& self, nb::object) {
            return arrow_stream(self);
          },
          "requested_schema"_a = nb::none());
  reader.def("read_scalars", read_scalars, "name"_a, "selection"_a)
      .def("read_scalar", read_scalar, "name"_a, "step"_a, "run"_a = "")
      .def("read_scalar_table", read_table, "names"_a.none(), "runs"_a.none(),
           "from_step"_a = nb::none(), "to_step"_a = nb::none());
}

}  // namespace stepline::python
