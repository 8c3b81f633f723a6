#include "store/querying_store.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "store/catalog.h"
#include "store/catalog_info.h"
#include "store/not_found.h"

namespace stepline::store {
namespace {

bool passes(const SeriesFilter& filter, const SeriesInfo& info) {
  return (!filter.run || *filter.run == info.run) &&
         (!filter.kind || *filter.kind == info.kind) &&
         (!filter.tag || *filter.tag == info.tag);
}

}  // namespace

Result<SeriesInfo> QueryingStore::find_series(SeriesId id) const {
  std::vector<SeriesInfo> found = infos_of({&id, 1}, SeriesFilter{});
  if (found.empty()) return no_series(id);
  return std::move(found.front());
}

std::vector<SeriesInfo> QueryingStore::infos_of(
    std::span<const SeriesId> ids, const SeriesFilter& filter) const {
  struct Unfinished {
    std::size_t info;
    AnyParts parts;
  };
  std::vector<SeriesInfo> infos;
  std::vector<Unfinished> unfinished;
  catalog_.read_each(ids, [&](const Catalog& catalog, SeriesId id) {
    const Series* const series = catalog.series(id);
    if (series == nullptr) return;
    SeriesInfo info = info_of(catalog, id, *series);
    if (!passes(filter, info)) return;
    if (!catalog.is_plain(*series)) {
      unfinished.push_back({infos.size(), catalog.parts(id)});
    }
    infos.push_back(std::move(info));
  });
  for (Unfinished& one : unfinished) {
    std::visit(
        [&](auto& parts) {
          describe(*catalog_.compose(std::move(parts)), infos[one.info]);
        },
        one.parts);
  }
  return infos;
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
  auto parts = catalog_.read([&](const Catalog& catalog) -> Result<AnyParts> {
    if (catalog.series(id) == nullptr) return no_series(id);
    return catalog.parts(id);
  });
  if (!parts) return parts.error();
  return std::visit(
      [&](auto& of_kind) {
        const auto all = catalog_.compose(std::move(of_kind));
        std::vector<BranchInfo> infos;
        for (const auto& one : all->branches) infos.push_back(one.info);
        return infos;
      },
      *parts);
}

std::vector<reader::Problem> QueryingStore::problems() const {
  return catalog_.read(
      [](const Catalog& catalog) { return catalog.problems_since(0); });
}

std::uint64_t QueryingStore::cursor() const {
  return catalog_.read(
      [](const Catalog& catalog) { return catalog.changes().cursor(); });
}

bool QueryingStore::is_known(std::uint64_t cursor) const {
  return catalog_.read(
      [&](const Catalog& catalog) { return catalog.changes().knows(cursor); });
}

Changes QueryingStore::changes_since(std::uint64_t cursor) const {
  return catalog_.read([&](const Catalog& catalog) {
    Changes changes = catalog.changes().since(cursor);
    if (changes.problems_changed) {
      changes.new_problems = catalog.problems_since(cursor);
    }
    return changes;
  });
}

}  // namespace stepline::store
