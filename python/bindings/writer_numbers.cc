// Writer's scalars, histograms, tensors and precision-recall curves.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arrays.h"
#include "bindings.h"
#include "writer.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "tag"_a

namespace stepline::python {
namespace {

// "tensorflow", a rule of numpy's, a number of bins, or edges.
using BinsArgument = std::variant<std::string, Step, std::vector<double>>;

HistogramBins bins_of(const BinsArgument& bins) {
  using Rule = HistogramBins::Rule;
  constexpr std::pair<std::string_view, Rule> kRules[] = {
      {"auto", Rule::Auto},   {"fd", Rule::Fd},          {"doane", Rule::Doane},
      {"scott", Rule::Scott}, {"stone", Rule::Stone},    {"rice", Rule::Rice},
      {"sqrt", Rule::Sqrt},   {"sturges", Rule::Sturges}};
  if (const auto* count = std::get_if<Step>(&bins))
    return HistogramBins::equal(*count);
  if (const auto* edges = std::get_if<std::vector<double>>(&bins))
    return HistogramBins::edges(*edges);
  const std::string& name = std::get<std::string>(bins);
  if (name == "tensorflow") return {};
  for (const auto& [known, rule] : kRules)
    if (known == name) return rule;
  throw nb::value_error(
      ("'" + name + "' is not a valid estimator for `bins`").c_str());
}

}  // namespace

void bind_numbers(nb::class_<Writer>& writer) {
  writer
      .def(
          "add_scalar",
          [](Writer& self, std::string_view tag, double value, Step step,
             const WallTime& wall_time) {
            add(self, 0, [&](SummaryWriter& to) {
              to.add_scalar(tag, value, step, wall_time.get().value_or(NAN));
              return Result<void>();
            });
          },
          "tag"_a, "value"_a, "step"_a = 0, "wall_time"_a = nb::none())
      .def(
          "add_scalars",
          [](Writer& self, std::string_view main_tag,
             const std::vector<std::pair<std::string_view, double>>& values,
             Step step, const WallTime& wall_time, std::string_view directory) {
            add(self, 0, [&](SummaryWriter& to) {
              return to.add_scalars(
                  main_tag, std::span(values), step,
                  {.directory = directory, .wall_time = wall_time});
            });
          },
          "main_tag"_a, "values"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "directory"_a = "")
      .def(
          "add_histogram",
          [](Writer& self, std::string_view tag, const Array& values, Step step,
             const WallTime& wall_time, const BinsArgument& bins,
             const Given<Step, "max_bins">& max_bins) {
            const HistogramOptions options{.bins = bins_of(bins),
                                           .max_bins = max_bins,
                                           .wall_time = wall_time};
            add(self, bytes_of(values), [&](SummaryWriter& to) {
              return to.add_histogram(tag, values.view(), step, options);
            });
          },
          "tag"_a, "values"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "bins"_a = "tensorflow", "max_bins"_a = 0)
      .def(
          "add_histogram_raw",
          [](Writer& self, std::string_view tag,
             const Given<double, "min">& min, const Given<double, "max">& max,
             const Given<double, "num">& num, const Given<double, "sum">& sum,
             const Given<double, "sum_squares">& sum_squares,
             std::vector<double> limits, std::vector<double> counts, Step step,
             const WallTime& wall_time) {
            add(self, 0, [&](SummaryWriter& to) {
              return to.add_histogram_raw(
                  tag,
                  {min, max, num, sum, sum_squares, std::move(limits),
                   std::move(counts)},
                  step, wall_time);
            });
          },
          "tag"_a, "min"_a, "max"_a, "num"_a, "sum"_a, "sum_squares"_a,
          "bucket_limits"_a, "bucket_counts"_a, "step"_a = 0,
          "wall_time"_a = nb::none())
      .def(
          "add_tensor",
          [](Writer& self, std::string_view tag, const Array& tensor, Step step,
             const WallTime& wall_time, bool tensorboard) {
            add(self, bytes_of(tensor), [&](SummaryWriter& to) {
              return to.add_tensor(
                  tag, tensor.view(), step,
                  {.tensorboard = tensorboard, .wall_time = wall_time});
            });
          },
          "tag"_a, "tensor"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "tensorboard"_a = false)
      .def(
          "add_pr_curve",
          [](Writer& self, std::string_view tag, const Array& labels,
             const Array& predictions, Step step, const WallTime& wall_time,
             const Given<Step, "num_thresholds">& num_thresholds,
             const Array* weights) {
            const PrCurveOptions options{.num_thresholds = num_thresholds,
                                         .weights = view_of(weights),
                                         .wall_time = wall_time};
            add(self, bytes_of(labels) + bytes_of(predictions),
                [&](SummaryWriter& to) {
                  return to.add_pr_curve(tag, labels.view(), predictions.view(),
                                         step, options);
                });
          },
          "tag"_a, "labels"_a, "predictions"_a, "step"_a = 0,
          "wall_time"_a = nb::none(), "num_thresholds"_a = 127,
          "weights"_a = nb::none());
}

}  // namespace stepline::python
