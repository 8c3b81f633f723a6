#include "store/catalog_info.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace stepline::store {
namespace {

template <class PointOrPlace>
void set_ends(SeriesInfo& info, const PointOrPlace& first,
              const PointOrPlace& last) {
  info.first_step = first.step;
  info.first_wall_secs = first.wall_secs;
  info.last_step = last.step;
  info.last_wall_secs = last.wall_secs;
}

// "events.out.tfevents.1700000000.host": ten digits are seconds.
std::optional<double> secs_in_name(std::string_view path) {
  constexpr std::string_view kWord = "tfevents.";
  constexpr std::size_t kDigits = 10;
  const std::size_t word = path.rfind(kWord);
  if (word == std::string_view::npos) return std::nullopt;
  const std::string_view rest = path.substr(word + kWord.size());
  const std::size_t digits =
      std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits != kDigits) return std::nullopt;
  double secs = 0;
  for (const char digit : rest.substr(0, kDigits)) {
    secs = secs * 10 + (digit - '0');
  }
  return secs;
}

double first_event_secs(const Catalog& catalog, const Run& run) {
  double start = 0;
  for (const auto& [key, file] : run.files) {
    const double first = catalog.file(file)->first_wall_secs;
    if (first != 0 && (start == 0 || first < start)) start = first;
  }
  return start;
}

}  // namespace

SeriesInfo info_of(const Catalog& catalog, SeriesId id, const Series& series) {
  SeriesInfo info;
  info.id = id;
  info.run = series.run;
  info.tag = catalog.tag(series);
  info.kind = series.kind;
  info.version = series.version;
  if (catalog.is_plain(series)) describe_plain(series, info);
  return info;
}

void describe_plain(const Series& series, SeriesInfo& info) {
  if (const auto* column = std::get_if<Column>(&series.only.data)) {
    info.count = column->size();
    if (info.count > 0) set_ends(info, column->first(), column->last());
    return;
  }
  const auto places = std::get<BlobPlaces>(series.only.data).view();
  info.count = places.size();
  if (info.count > 0) set_ends(info, places.front(), places.back());
}

void describe(const Composition& all, SeriesInfo& info) {
  info.count = all.live.size();
  info.branches = static_cast<std::uint32_t>(all.branches.size());
  if (info.count == 0) return;
  set_ends(info, all.live.at(0), all.live.at(info.count - 1));
}

void describe(const BlobComposition& all, SeriesInfo& info) {
  info.count = all.live.size();
  info.branches = static_cast<std::uint32_t>(all.branches.size());
  if (info.count == 0) return;
  set_ends(info, all.live.front().place, all.live.back().place);
}

RunInfo info_of(const Catalog& catalog, RunId id, const Run& run) {
  RunInfo info;
  info.id = id;
  info.name = run.name;
  info.directory = run.directory;
  info.series = run.series.size();
  info.start_secs = start_secs(catalog, run);
  info.first_wall_secs = first_event_secs(catalog, run);
  for (const auto& [key, file] : run.files) {
    info.bytes += catalog.file(file)->end;
    info.damaged_records += catalog.file(file)->damaged_records;
  }
  return info;
}

double start_secs(const Catalog& catalog, const Run& run) {
  for (const auto& [key, id] : run.files) {
    const reader::LogFile& file = catalog.file(id)->file;
    if (file.kind != reader::LogFile::Kind::Events) continue;
    if (const auto secs = secs_in_name(file.path)) return *secs;
    break;
  }
  return first_event_secs(catalog, run);
}

}  // namespace stepline::store
