#include "stepline/summary_reader.h"

#include <set>
#include <utility>

#include "base/natural_order.h"
#include "storage/file_system.h"
#include "store/summary_source.h"

namespace stepline {
namespace {

static_assert(static_cast<int>(SummaryKind::Other) ==
                  static_cast<int>(reader::Kind::Other),
              "the public kinds are the reader's, in the same order");

reader::Kind private_kind(SummaryKind kind) {
  return reader::Kind{static_cast<std::uint8_t>(kind)};
}

SeriesDescription description_of(const store::SummarySource& source,
                                 const store::SeriesInfo& info) {
  SeriesDescription series;
  series.run = source.names().name_of(info.run);
  series.name = info.tag;
  series.kind = SummaryKind{static_cast<std::uint8_t>(info.kind)};
  series.count = info.count;
  series.first_step = info.first_step;
  series.last_step = info.last_step;
  series.first_wall_time = info.first_wall_secs;
  series.last_wall_time = info.last_wall_secs;
  series.branches = info.branches;
  if (auto metadata = source.store().metadata(info.id)) {
    series.display_name = std::move(metadata->display_name);
    series.description = std::move(metadata->description);
  }
  return series;
}

}  // namespace

std::string_view name_of(SummaryKind kind) {
  return reader::name_of(private_kind(kind));
}

SummaryReader::SummaryReader(std::unique_ptr<store::SummarySource> source)
    : source_(std::move(source)) {}
SummaryReader::SummaryReader(SummaryReader&&) noexcept = default;
SummaryReader& SummaryReader::operator=(SummaryReader&&) noexcept = default;
SummaryReader::~SummaryReader() = default;

Result<SummaryReader> SummaryReader::open(std::string_view path,
                                          ReaderOptions options) {
  return open_all({std::string(path)}, std::move(options));
}

Result<SummaryReader> SummaryReader::open_all(
    const std::vector<std::string>& paths, ReaderOptions options) {
  auto source = store::SummarySource::open(storage::local_file_system(), paths,
                                           std::move(options));
  if (!source) return source.error();
  return SummaryReader(std::move(*source));
}

Result<void> SummaryReader::reload() { return source_->reload(); }

std::vector<std::string> SummaryReader::runs() const {
  const auto reading = source_->reading();
  return source_->names().runs();
}

std::vector<RunDescription> SummaryReader::describe_runs() const {
  const auto reading = source_->reading();
  std::vector<RunDescription> runs;
  for (store::RunInfo& info : source_->store().runs()) {
    runs.push_back({.name = std::move(info.name),
                    .directory = std::move(info.directory),
                    .series = info.series,
                    .points = info.points,
                    .first_step = info.first_step,
                    .last_step = info.last_step,
                    .first_wall_time = info.first_wall_secs,
                    .last_wall_time = info.last_wall_secs,
                    .damaged_records = info.damaged_records});
  }
  return runs;
}

std::vector<std::string> SummaryReader::names(SummaryKind kind,
                                              std::string_view run) const {
  const auto reading = source_->reading();
  std::optional<store::RunId> only;
  if (!run.empty()) {
    only = source_->find_run(run);
    if (!only) return {};
  }
  std::vector<std::string> names;
  for (const auto& [name, places] : source_->names().of(private_kind(kind))) {
    if (only &&
        std::ranges::find(places, *only, &store::SummaryNames::Place::run) ==
            places.end()) {
      continue;
    }
    names.push_back(name);
  }
  return names;
}

std::vector<std::string> SummaryReader::scalar_names(
    std::string_view run) const {
  return names(SummaryKind::Scalar, run);
}

std::vector<std::string> SummaryReader::tensor_names(
    std::string_view run) const {
  return names(SummaryKind::Tensor, run);
}

std::vector<SeriesDescription> SummaryReader::describe_series(
    std::string_view run) const {
  const auto reading = source_->reading();
  store::SeriesFilter filter;
  if (!run.empty()) {
    filter.run = source_->find_run(run);
    if (!filter.run) return {};
  }
  std::vector<SeriesDescription> all;
  for (const store::SeriesInfo& info : source_->store().series(filter)) {
    all.push_back(description_of(*source_, info));
  }
  return all;
}

std::vector<LogProblem> SummaryReader::problems() const {
  const auto reading = source_->reading();
  std::vector<LogProblem> problems;
  for (const reader::Problem& problem : source_->store().problems()) {
    problems.push_back(store::public_problem(problem));
  }
  return problems;
}

}  // namespace stepline
