#include "store/querying_store.h"

#include "store/catalog.h"
#include "store/catalog_info.h"
#include "store/not_found.h"

namespace stepline::store {

std::vector<RunInfo> QueryingStore::runs() const {
  return catalog_.read([&](const Catalog& catalog) {
    std::vector<RunInfo> infos;
    infos.reserve(catalog.runs().size());
    for (const RunId id : catalog.runs()) {
      infos.push_back(info_of(catalog, id, *catalog.run(id)));
    }
    return infos;
  });
}

Result<RunInfo> QueryingStore::run(RunId id) const {
  return catalog_.read([&](const Catalog& catalog) -> Result<RunInfo> {
    const Run* const run = catalog.run(id);
    if (run == nullptr) return no_run(id);
    return info_of(catalog, id, *run);
  });
}

std::vector<SeriesInfo> QueryingStore::series(
    const SeriesFilter& filter) const {
  return catalog_.read([&](const Catalog& catalog) {
    std::vector<SeriesInfo> infos;
    const auto add_run = [&](const Run& run) {
      for (const SeriesId id : ordered_series(catalog, run)) {
        const Series& series = *catalog.series(id);
        if (filter.kind && *filter.kind != series.kind) continue;
        if (filter.tag && *filter.tag != catalog.tag(series)) continue;
        infos.push_back(info_of(catalog, id, series));
      }
    };
    if (filter.run) {
      if (const Run* const run = catalog.run(*filter.run)) add_run(*run);
      return infos;
    }
    for (const RunId id : catalog.runs()) add_run(*catalog.run(id));
    return infos;
  });
}

Result<SeriesInfo> QueryingStore::find_series(SeriesId id) const {
  return catalog_.read([&](const Catalog& catalog) -> Result<SeriesInfo> {
    const Series* const series = catalog.series(id);
    if (series == nullptr) return no_series(id);
    return info_of(catalog, id, *series);
  });
}

Result<event::Metadata> QueryingStore::metadata(SeriesId id) const {
  return catalog_.read([&](const Catalog& catalog) -> Result<event::Metadata> {
    const Series* const series = catalog.series(id);
    if (series == nullptr) return no_series(id);
    const event::Metadata* const metadata = catalog.metadata(series->metadata);
    return metadata == nullptr ? event::Metadata{} : *metadata;
  });
}

Result<std::vector<BranchInfo>> QueryingStore::branches(SeriesId id) const {
  using Answer = Result<std::vector<BranchInfo>>;
  return catalog_.read([&](const Catalog& catalog) -> Answer {
    const Series* const series = catalog.series(id);
    if (series == nullptr) return no_series(id);
    std::vector<BranchInfo> infos;
    if (series->kind == reader::Kind::Scalar) {
      const ComposedCurve all = catalog.composed(*series);
      for (const auto& one : all->branches) infos.push_back(one.info);
    } else {
      const auto all = catalog.composed_blobs(*series);
      for (const auto& one : all->branches) {
        infos.push_back(one.info);
      }
    }
    return infos;
  });
}

std::vector<reader::Problem> QueryingStore::problems() const {
  return catalog_.read([&](const Catalog& catalog) {
    std::vector<reader::Problem> problems = catalog.tree_problems();
    for (const RunId id : catalog.runs()) {
      for (const auto& [key, file] : catalog.run(id)->files) {
        const auto& of_file = catalog.file(file)->problems;
        problems.insert(problems.end(), of_file.begin(), of_file.end());
      }
    }
    return problems;
  });
}

Changes QueryingStore::changes_since(std::uint64_t cursor) const {
  return catalog_.read(
      [&](const Catalog& catalog) { return catalog.changes().since(cursor); });
}

}  // namespace stepline::store
