// What a store answers about scalars.

#include <algorithm>

#include "store/catalog.h"
#include "store/catalog_info.h"
#include "store/not_found.h"
#include "store/querying_store.h"
#include "store/rows.h"

namespace stepline::store {
namespace {

Error not_scalars(const Catalog& catalog, const Series& series) {
  return {ErrorCode::InvalidArgument,
          "series of kind " + std::string(name_of(series.kind)) +
              ", want scalar (tag \"" + catalog.tag(series) + "\")"};
}

}  // namespace

Result<QueryingStore::ComposedCurve> QueryingStore::curve_of(
    SeriesId id) const {
  return catalog_.read([&](const Catalog& catalog) -> Result<ComposedCurve> {
    const Series* const series = catalog.series(id);
    if (series == nullptr) return no_series(id);
    if (series->kind != reader::Kind::Scalar) {
      return not_scalars(catalog, *series);
    }
    return catalog.composed(*series);
  });
}

std::vector<RangeAnswer> QueryingStore::ranges(const RangeQuery& query) const {
  struct Found {
    SeriesId id;
    std::uint64_t version;
    ComposedCurve curve;
  };
  const auto found = catalog_.read([&](const Catalog& catalog) {
    std::vector<Found> all;
    for (const SeriesId id : query.series) {
      const Series* const series = catalog.series(id);
      if (series == nullptr || series->kind != reader::Kind::Scalar) continue;
      all.push_back({id, series->version, catalog.composed(*series)});
    }
    return all;
  });
  std::vector<RangeAnswer> answers;
  for (const auto& [id, version, all] : found) {
    if (query.branch && *query.branch >= all->branches.size()) continue;
    const Curve& curve =
        query.branch ? all->branches[*query.branch].curve : all->live;
    answers.push_back({id, version, reduce(curve, query.options)});
  }
  return answers;
}

Result<Statistics> QueryingStore::statistics(SeriesId id,
                                             const Window& window) const {
  const auto curve = curve_of(id);
  if (!curve) return curve.error();
  return store::statistics((*curve)->live, window);
}

Result<std::vector<NonFiniteInterval>> QueryingStore::non_finite(
    SeriesId id, const Window& window) const {
  const auto curve = curve_of(id);
  if (!curve) return curve.error();
  return non_finite_intervals((*curve)->live, window);
}

Aggregate QueryingStore::aggregate(const std::string& tag,
                                   std::span<const RunId> runs,
                                   const AggregateOptions& options) const {
  const auto curves = catalog_.read([&](const Catalog& catalog) {
    std::vector<Curve> found;
    for (const RunId run : runs.empty() ? std::span(catalog.runs()) : runs) {
      const auto id = catalog.find_series(run, tag, reader::Kind::Scalar);
      if (id) found.push_back(catalog.composed(*catalog.series(*id))->live);
    }
    return found;
  });
  return store::aggregate(curves, options);
}

Result<Rows> QueryingStore::rows(const RowsQuery& query) const {
  auto candidates = catalog_.read([&](const Catalog& catalog) {
    std::vector<RowCandidate> all;
    for (const RunId id : catalog.runs()) {
      const Run& run = *catalog.run(id);
      RowCandidate candidate{id, run.name, start_secs(catalog, run), nullptr};
      const auto series =
          catalog.find_series(id, query.tag, reader::Kind::Scalar);
      if (series) candidate.curve = catalog.composed(*catalog.series(*series));
      all.push_back(std::move(candidate));
    }
    return all;
  });
  return choose_rows(std::move(candidates), query);
}

Result<Curve> QueryingStore::curve_of(SeriesId id, BranchNumber branch) const {
  const auto all = curve_of(id);
  if (!all) return all.error();
  if (!branch) return (*all)->live;
  const auto& branches = (*all)->branches;
  if (*branch >= branches.size()) return no_branch(*branch, branches.size());
  return branches[*branch].curve;
}

Result<Points> QueryingStore::points(SeriesId id, std::uint64_t begin,
                                     std::uint64_t count,
                                     BranchNumber branch) const {
  Points points;
  const auto read = append_points(id, begin, count, branch, points);
  if (!read) return read.error();
  return points;
}

Result<void> QueryingStore::append_points(SeriesId id, std::uint64_t begin,
                                          std::uint64_t count,
                                          BranchNumber branch,
                                          Points& points) const {
  const auto curve = curve_of(id, branch);
  if (!curve) return curve.error();
  const std::uint64_t size = curve->size();
  begin = std::min(begin, size);
  curve->read(begin, begin + std::min(count, size - begin), points);
  return {};
}

Result<std::uint64_t> QueryingStore::lower_bound(SeriesId id, std::int64_t step,
                                                 BranchNumber branch) const {
  const auto curve = curve_of(id, branch);
  if (!curve) return curve.error();
  return curve->lower_bound_step(step);
}

}  // namespace stepline::store
