#include "store/catalog_info.h"

#include <algorithm>

#include "base/natural_order.h"

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

void describe_scalars(const Catalog& catalog, const Series& series,
                      SeriesInfo& info) {
  if (catalog.is_plain(series)) {
    const Column& column = std::get<Column>(series.only.data);
    info.count = column.size();
    if (info.count > 0) set_ends(info, column.first(), column.last());
    return;
  }
  const auto all = catalog.composed(series);
  info.count = all->live.size();
  info.branches = static_cast<std::uint32_t>(all->branches.size());
  if (info.count == 0) return;
  set_ends(info, all->live.at(0), all->live.at(info.count - 1));
}

void describe_blobs(const Catalog& catalog, const Series& series,
                    SeriesInfo& info) {
  if (catalog.is_plain(series)) {
    const auto& places = std::get<std::vector<BlobPlace>>(series.only.data);
    info.count = places.size();
    if (info.count > 0) set_ends(info, places.front(), places.back());
    return;
  }
  const auto all = catalog.composed_blobs(series);
  info.count = all->live.size();
  info.branches = static_cast<std::uint32_t>(all->branches.size());
  if (info.count == 0) return;
  set_ends(info, all->live.front().place, all->live.back().place);
}

}  // namespace

SeriesInfo info_of(const Catalog& catalog, SeriesId id, const Series& series) {
  SeriesInfo info;
  info.id = id;
  info.run = series.run;
  info.tag = catalog.tag(series);
  info.kind = series.kind;
  if (series.kind == reader::Kind::Scalar) {
    describe_scalars(catalog, series, info);
  } else {
    describe_blobs(catalog, series, info);
  }
  return info;
}

RunInfo info_of(const Catalog& catalog, RunId id, const Run& run) {
  RunInfo info;
  info.id = id;
  info.name = run.name;
  info.directory = run.directory;
  info.series = run.series.size();
  info.first_wall_secs = start_secs(catalog, run);
  for (const auto& [key, file] : run.files) {
    info.bytes += catalog.file(file)->end;
    info.damaged_records += catalog.file(file)->damaged_records;
  }
  bool any = false;
  for (const SeriesId series_id : run.series) {
    const SeriesInfo one =
        info_of(catalog, series_id, *catalog.series(series_id));
    info.points += one.count;
    if (one.count == 0) continue;
    info.first_step =
        any ? std::min(info.first_step, one.first_step) : one.first_step;
    info.last_step =
        any ? std::max(info.last_step, one.last_step) : one.last_step;
    info.last_wall_secs = std::max(info.last_wall_secs, one.last_wall_secs);
    any = true;
  }
  return info;
}

double start_secs(const Catalog& catalog, const Run& run) {
  double start = 0;
  for (const auto& [key, file] : run.files) {
    const double first = catalog.file(file)->first_wall_secs;
    if (first != 0 && (start == 0 || first < start)) start = first;
  }
  return start;
}

std::vector<SeriesId> ordered_series(const Catalog& catalog, const Run& run) {
  std::vector<SeriesId> ids = run.series;
  std::ranges::sort(ids, [&](SeriesId a, SeriesId b) {
    const Series& first = *catalog.series(a);
    const Series& second = *catalog.series(b);
    if (first.tag == second.tag) return first.kind < second.kind;
    return NaturalLess{}(catalog.tag(first), catalog.tag(second));
  });
  return ids;
}

}  // namespace stepline::store
