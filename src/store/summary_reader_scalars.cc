#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "stepline/summary_reader.h"
#include "store/summary_source.h"

namespace stepline {
namespace {

using store::SummarySource;
using Kind = reader::Kind;

// The points that a selection means, at the end of `points`; where there are
// none a warning instead.
void append(const SummarySource& source, store::SeriesId series,
            const std::string& what, const Selection& selection,
            store::Points& points) {
  const auto range = source.select_points(series, selection);
  if (!range) return source.warn(range.error().message + " (" + what + ")");
  const std::uint64_t count = range->end - range->begin;
  if (count == 0) return source.warn_of_nothing(what, selection);
  const auto read = source.store().append_points(series, range->begin, count,
                                                 selection.branch, points);
  if (!read) source.warn(read.error().message + " (" + what + ")");
}

struct ChosenCurve {
  store::RunId run{};
  const std::string* name = nullptr;
  store::SeriesId series{};
};

// By run, then by name; warns of names that nobody has.
std::vector<ChosenCurve> choose_curves(const SummarySource& source,
                                       const TableSelection& selection) {
  const auto& all = source.names().of(Kind::Scalar);
  for (const std::string& name : selection.names) {
    if (!all.contains(name)) source.warn("no scalar \"" + name + '"');
  }
  for (const std::string& run : selection.runs) source.find_run(run);
  const std::set<std::string_view> runs(selection.runs.begin(),
                                        selection.runs.end());
  const std::set<std::string_view> names(selection.names.begin(),
                                         selection.names.end());
  std::unordered_map<store::RunId, std::size_t> order;
  for (const std::string& run : source.names().runs()) {
    if (!runs.empty() && !runs.contains(run)) continue;
    order.emplace(*source.names().find_run(run), order.size());
  }
  std::vector<ChosenCurve> chosen;
  for (const auto& [name, places] : all) {
    if (!names.empty() && !names.contains(name)) continue;
    for (const auto& place : places) {
      if (order.contains(place.run)) {
        chosen.push_back({place.run, &name, place.series});
      }
    }
  }
  std::ranges::stable_sort(chosen, {}, [&](const ChosenCurve& curve) {
    return order.at(curve.run);
  });
  return chosen;
}

}  // namespace

ScalarSeries SummaryReader::read_scalars(std::string_view name,
                                         const Selection& selection) const {
  const auto reading = source_->reading();
  ScalarSeries series;
  series.name = name;
  const auto place = source_->find(Kind::Scalar, name, selection.run);
  if (!place) return series;
  series.run = source_->names().name_of(place->run);
  const std::string what = source_->describe(Kind::Scalar, name, place->run);
  store::Points points;
  append(*source_, place->series, what, selection, points);
  series.steps = std::move(points.steps);
  series.wall_times = std::move(points.wall_secs);
  series.values = std::move(points.values);
  return series;
}

std::optional<ScalarPoint> SummaryReader::read_scalar(
    std::string_view name, std::int64_t step, std::string_view run) const {
  Selection selection = Selection::at(step, std::string(run));
  selection.last = 1;
  const ScalarSeries found = read_scalars(name, selection);
  if (found.size() == 0) return std::nullopt;
  return ScalarPoint{found.steps[0], found.wall_times[0], found.values[0]};
}

ScalarTable SummaryReader::read_scalar_table(
    const TableSelection& selection) const {
  const auto reading = source_->reading();
  auto chosen = choose_curves(*source_, selection);
  Selection steps;
  steps.from = selection.from;
  steps.to = selection.to;
  std::uint64_t total = 0;
  std::erase_if(chosen, [&](const ChosenCurve& curve) {
    const auto range = source_->select_points(curve.series, steps);
    const std::uint64_t count = range ? range->end - range->begin : 0;
    total += count;
    return count == 0;
  });
  store::Points points;
  points.steps.reserve(total);
  points.wall_secs.reserve(total);
  points.values.reserve(total);
  ScalarTable table;
  for (const ChosenCurve& curve : chosen) {
    const std::size_t begin = points.size();
    append(*source_, curve.series,
           source_->describe(Kind::Scalar, *curve.name, curve.run), steps,
           points);
    table.curves.push_back({.run = source_->names().name_of(curve.run),
                            .name = *curve.name,
                            .begin = begin,
                            .end = points.size()});
  }
  table.steps = std::move(points.steps);
  table.wall_times = std::move(points.wall_secs);
  table.values = std::move(points.values);
  return table;
}

std::vector<BranchDescription> SummaryReader::branches(
    std::string_view name, std::string_view run) const {
  const auto reading = source_->reading();
  const auto place = source_->find(Kind::Scalar, name, run);
  if (!place) return {};
  const auto infos = source_->store().branches(place->series);
  if (!infos) return {};
  std::vector<BranchDescription> all;
  for (const store::BranchInfo& info : *infos) {
    all.push_back({.restart_step = info.restart_step,
                   .restart_wall_time = info.restart_wall_secs,
                   .count = info.count,
                   .first_step = info.first_step,
                   .last_step = info.last_step});
  }
  return all;
}

}  // namespace stepline
