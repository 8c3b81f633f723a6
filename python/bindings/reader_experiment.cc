// Reader's hyperparameters, chart layouts and names of embeddings.

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "reader.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "name"_a

namespace stepline::python {
namespace {

using Value = std::variant<bool, double, nb::str>;

Value value_of(const HParamValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    return text_of(*text);
  }
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::get<bool>(value);
}

std::optional<nb::str> status_of(const std::optional<SessionStatus>& status) {
  if (!status) return std::nullopt;
  switch (*status) {
    case SessionStatus::Success:
      return nb::str("success");
    case SessionStatus::Failure:
      return nb::str("failure");
    case SessionStatus::Running:
      return nb::str("running");
  }
  return std::nullopt;
}

auto read_hparams(const Reader& reader, const RunArgument& run) {
  const std::string in = bytes_of(run);
  using Hparams = std::vector<std::tuple<nb::str, Value>>;
  using Metrics = std::vector<std::tuple<nb::str, std::optional<double>>>;
  std::vector<std::tuple<nb::str, Hparams, nb::str, double,
                         std::optional<nb::str>, double, Metrics>>
      all;
  for (const HParamsSession& session : reader.ask(
           [&](const SummaryReader& from) { return from.read_hparams(in); })) {
    Hparams hparams;
    for (const auto& [name, value] : session.hparams) {
      hparams.emplace_back(text_of(name), value_of(value));
    }
    Metrics metrics;
    for (const HParamMetric& metric : session.metrics) {
      metrics.emplace_back(text_of(metric.tag), metric.value);
    }
    all.emplace_back(text_of(session.run), std::move(hparams),
                     text_of(session.group), session.start_time,
                     status_of(session.status), session.end_time,
                     std::move(metrics));
  }
  return all;
}

using Chart = std::tuple<nb::str, nb::str, std::vector<nb::str>>;

Chart chart_of(const MultilineChart& chart) {
  return {text_of(chart.title), nb::str("Multiline"), texts_of(chart.tags)};
}

Chart chart_of(const MarginChart& chart) {
  std::vector<nb::str> tags;
  for (const auto& [value, lower, upper] : chart.series) {
    for (const auto* tag : {&value, &lower, &upper}) {
      tags.push_back(text_of(*tag));
    }
  }
  return {text_of(chart.title), nb::str("Margin"), std::move(tags)};
}

auto read_custom_scalars(const Reader& reader, const RunArgument& run) {
  const std::string in = bytes_of(run);
  std::vector<std::tuple<nb::str, std::vector<Chart>>> categories;
  const auto layout = reader.ask(
      [&](const SummaryReader& from) { return from.read_custom_scalars(in); });
  if (!layout) return categories;
  for (const ChartCategory& category : layout->categories) {
    std::vector<Chart> charts;
    for (const auto& chart : category.charts) {
      charts.push_back(
          std::visit([](const auto& one) { return chart_of(one); }, chart));
    }
    categories.emplace_back(text_of(category.title), std::move(charts));
  }
  return categories;
}

}  // namespace

void bind_experiment(nb::class_<Reader>& reader) {
  reader.def("read_hparams", read_hparams, "run"_a = "")
      .def("read_custom_scalars", read_custom_scalars, "run"_a = "")
      .def(
          "embedding_names",
          [](const Reader& self, const RunArgument& run) {
            const std::string in = bytes_of(run);
            return texts_of(self.ask([&](const SummaryReader& from) {
              return from.embedding_names(in);
            }));
          },
          "run"_a = "");
}

}  // namespace stepline::python
