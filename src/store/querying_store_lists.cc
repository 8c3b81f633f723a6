// What a store answers about many runs, series or tags at once.

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/natural_order.h"
#include "store/catalog.h"
#include "store/catalog_info.h"
#include "store/not_found.h"
#include "store/querying_store.h"

namespace stepline::store {
namespace {

constexpr auto kKinds = static_cast<int>(reader::Kind::Other) + 1;
constexpr std::uint32_t kTagsAtOnce = 4096;

void sort_by_tag(std::span<SeriesInfo> infos) {
  std::ranges::sort(infos, [](const SeriesInfo& a, const SeriesInfo& b) {
    const auto tags = natural_order(a.tag, b.tag);
    return tags != 0 ? tags < 0 : a.kind < b.kind;
  });
}

void sort_by_kind(std::span<TagInfo> tags) {
  std::ranges::sort(tags, [](const TagInfo& a, const TagInfo& b) {
    if (a.kind != b.kind) return a.kind < b.kind;
    return natural_order(a.tag, b.tag) < 0;
  });
}

std::vector<SeriesId> series_of(const Catalog& catalog, RunId id,
                                const SeriesFilter& filter) {
  const Run* const run = catalog.run(id);
  if (run == nullptr) return {};
  if (!filter.tag) return run->series;
  std::vector<SeriesId> ids;
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto found = catalog.find_series(id, *filter.tag, reader::Kind(kind));
    if (found) ids.push_back(*found);
  }
  return ids;
}

// Appends what `counts`, a TagCounts, has of tags [begin, end).
void append_tags(const Catalog& catalog, const TagCounts& counts,
                 std::uint32_t begin, std::uint32_t end,
                 std::vector<TagInfo>& tags) {
  for (std::uint32_t tag = begin; tag < end; ++tag) {
    counts.for_each_kind(tag, [&](reader::Kind kind,
                                  const TagCounts::Count& count) {
      tags.push_back({catalog.tag_name(tag), kind, count.series, count.points});
    });
  }
}

}  // namespace

std::vector<RunId> QueryingStore::run_ids() const {
  return catalog_.read([](const Catalog& catalog) { return catalog.runs(); });
}

std::vector<RunInfo> QueryingStore::runs() const {
  std::vector<RunInfo> infos;
  for (const RunId id : run_ids()) {
    auto info = run(id);
    if (info) infos.push_back(*std::move(info));
  }
  return infos;
}

Result<RunInfo> QueryingStore::run(RunId id) const {
  struct Found {
    RunInfo info;
    std::uint64_t version;
    std::optional<RunFigures> figures;
    std::vector<SeriesId> series;  // Where there are no figures.
  };
  auto found = catalog_.read([&](const Catalog& catalog) -> Result<Found> {
    const Run* const run = catalog.run(id);
    if (run == nullptr) return no_run(id);
    Found one{info_of(catalog, id, *run),
              run->version,
              kept_figures(id, run->version),
              {}};
    if (!one.figures) one.series = run->series;
    return one;
  });
  if (!found) return found.error();
  if (!found->figures) {
    found->figures = figures_of(found->series);
    const std::lock_guard lock(figures_mutex_);
    if (figures_.size() <= std::uint32_t(id)) {
      figures_.resize(std::uint32_t(id) + std::size_t{1});
    }
    figures_[std::uint32_t(id)] = {found->version, *found->figures};
  }
  RunInfo& info = found->info;
  info.points = found->figures->points;
  info.first_step = found->figures->first_step;
  info.last_step = found->figures->last_step;
  info.last_wall_secs = found->figures->last_wall_secs;
  return std::move(info);
}

std::optional<QueryingStore::RunFigures> QueryingStore::kept_figures(
    RunId run, std::uint64_t version) const {
  const std::lock_guard lock(figures_mutex_);
  if (std::uint32_t(run) >= figures_.size()) return std::nullopt;
  const KeptFigures& kept = figures_[std::uint32_t(run)];
  if (kept.version != version) return std::nullopt;
  return kept.figures;
}

void QueryingStore::RunFigures::add(const SeriesInfo& one) {
  if (one.count == 0) return;
  const bool first = points == 0;
  points += one.count;
  first_step = first ? one.first_step : std::min(first_step, one.first_step);
  last_step = first ? one.last_step : std::max(last_step, one.last_step);
  last_wall_secs = std::max(last_wall_secs, one.last_wall_secs);
}

QueryingStore::RunFigures QueryingStore::figures_of(
    std::span<const SeriesId> series) const {
  RunFigures figures;
  std::vector<AnyParts> unfinished;
  catalog_.read_each(series, [&](const Catalog& catalog, SeriesId id) {
    const Series* const one = catalog.series(id);
    if (one == nullptr) return;
    if (catalog.is_plain(*one)) {
      SeriesInfo info;
      describe_plain(*one, info);
      figures.add(info);
    } else {
      unfinished.push_back(catalog.parts(id));
    }
  });
  for (AnyParts& parts : unfinished) {
    SeriesInfo info;
    std::visit(
        [&](auto& one) { describe(*catalog_.compose(std::move(one)), info); },
        parts);
    figures.add(info);
  }
  return figures;
}

std::vector<SeriesInfo> QueryingStore::series(
    const SeriesFilter& filter) const {
  std::vector<SeriesInfo> infos;
  for (const RunId id :
       filter.run ? std::vector<RunId>{*filter.run} : run_ids()) {
    const auto ids = catalog_.read(
        [&](const Catalog& catalog) { return series_of(catalog, id, filter); });
    std::vector<SeriesInfo> of_run = infos_of(ids, filter);
    sort_by_tag(of_run);
    std::ranges::move(of_run, std::back_inserter(infos));
  }
  return infos;
}

std::vector<SeriesInfo> QueryingStore::infos(
    std::span<const SeriesId> ids) const {
  return infos_of(ids, SeriesFilter{});
}

std::vector<SeriesPlace> QueryingStore::places(
    std::string_view tag, reader::Kind kind,
    std::span<const RunId> runs) const {
  std::vector<SeriesPlace> found;
  catalog_.read_each(runs, [&](const Catalog& catalog, RunId run) {
    const auto id = catalog.find_series(run, tag, kind);
    if (!id) return;
    const Series& series = *catalog.series(*id);
    found.push_back({*id, run, series.version, size_of(series)});
  });
  return found;
}

std::vector<SeriesName> QueryingStore::names(
    std::span<const SeriesId> ids) const {
  std::vector<SeriesName> found;
  catalog_.read_each(ids, [&](const Catalog& catalog, SeriesId id) {
    const Series* const series = catalog.known_series(id);
    if (series == nullptr) return;
    found.push_back({id, series->run, catalog.tag(*series), series->kind});
  });
  return found;
}

std::vector<TagInfo> QueryingStore::tags(
    std::optional<std::span<const RunId>> runs) const {
  TagCounts of_runs;
  for (const RunId id : runs.value_or(std::span<const RunId>())) {
    catalog_.read([&](const Catalog& catalog) {
      const Run* const run = catalog.run(id);
      if (run == nullptr) return;
      for (const SeriesId one : run->series) {
        const Series& series = *catalog.series(one);
        of_runs.add(series.tag, series.kind, {1, size_of(series)});
      }
    });
  }
  std::vector<TagInfo> tags;
  bool done = false;
  for (std::uint32_t begin = 0; !done; begin += kTagsAtOnce) {
    done = catalog_.read([&](const Catalog& catalog) {
      const TagCounts& counts = runs ? of_runs : catalog.tag_counts();
      const std::uint32_t end = std::min(begin + kTagsAtOnce, counts.end());
      append_tags(catalog, counts, begin, end, tags);
      return end == counts.end();
    });
  }
  sort_by_kind(tags);
  return tags;
}

Totals QueryingStore::totals() const {
  return catalog_.read([](const Catalog& catalog) { return catalog.totals(); });
}

}  // namespace stepline::store
