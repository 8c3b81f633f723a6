// What a store answers about scalars.

#include <algorithm>
#include <utility>

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
  auto parts =
      catalog_.read([&](const Catalog& catalog) -> Result<ScalarParts> {
        const Series* const series = catalog.series(id);
        if (series == nullptr) return no_series(id);
        if (series->kind != reader::Kind::Scalar) {
          return not_scalars(catalog, *series);
        }
        return catalog.scalar_parts(id);
      });
  if (!parts) return parts.error();
  return catalog_.compose(*std::move(parts));
}

std::vector<RangeAnswer> QueryingStore::ranges(const RangeQuery& query) const {
  std::vector<ScalarParts> found;
  catalog_.read_each(
      std::span(query.series), [&](const Catalog& catalog, SeriesId id) {
        const Series* const series = catalog.series(id);
        if (series == nullptr || series->kind != reader::Kind::Scalar) return;
        found.push_back(catalog.scalar_parts(id));
      });
  std::vector<RangeAnswer> answers;
  for (ScalarParts& parts : found) {
    const SeriesId id = parts.series;
    const std::uint64_t version = parts.version;
    const ComposedCurve all = catalog_.compose(std::move(parts));
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
  const std::vector<RunId> all =
      runs.empty() ? run_ids() : std::vector(runs.begin(), runs.end());
  std::vector<ScalarParts> found;
  catalog_.read_each(std::span(all), [&](const Catalog& catalog, RunId run) {
    const auto id = catalog.find_series(run, tag, reader::Kind::Scalar);
    if (id) found.push_back(catalog.scalar_parts(*id));
  });
  std::vector<Curve> curves;
  for (ScalarParts& parts : found) {
    if (options.is_cancelled && options.is_cancelled()) return {};
    curves.push_back(catalog_.compose(std::move(parts))->live);
  }
  return store::aggregate(curves, options);
}

Rows QueryingStore::rows(const RowsQuery& query) const {
  struct Found {
    RowCandidate candidate;
    std::optional<ScalarParts> parts;
  };
  const std::vector<RunId> all = run_ids();
  std::vector<Found> found;
  catalog_.read_each(std::span(all), [&](const Catalog& catalog, RunId id) {
    const Run* const run = catalog.run(id);
    if (run == nullptr) return;
    Found& one = found.emplace_back();
    one.candidate = {id, run->name, start_secs(catalog, *run), nullptr};
    const auto series =
        catalog.find_series(id, query.tag, reader::Kind::Scalar);
    if (series) one.parts = catalog.scalar_parts(*series);
  });
  std::vector<RowCandidate> candidates;
  for (Found& one : found) {
    if (query.is_cancelled && query.is_cancelled()) return {};
    const RowCandidate& candidate = one.candidate;
    if (query.accepts && !query.accepts(candidate.run, candidate.name)) {
      continue;
    }
    if (one.parts) {
      one.candidate.curve = catalog_.compose(*std::move(one.parts));
    }
    candidates.push_back(std::move(one.candidate));
  }
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
