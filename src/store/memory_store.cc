#include "store/memory_store.h"

#include <algorithm>
#include <map>
#include <utility>

#include "reader/log_follower.h"
#include "store/blob_cache.h"
#include "store/blob_reader.h"
#include "store/catalog.h"
#include "store/catalog_info.h"
#include "store/live_catalog.h"
#include "store/rows.h"

namespace stepline::store {
namespace {

using std::chrono::milliseconds;
using ComposedCurve = std::shared_ptr<const Composition>;
using BranchNumber = std::optional<std::uint32_t>;

class QueryingStore final : public MemoryStore {
 public:
  QueryingStore(storage::FileSystem& files, const MemoryStoreOptions& options,
                std::unique_ptr<reader::LogFollower> follower)
      : files_(files),
        cache_(options.blob_cache_bytes),
        catalog_(files, options, std::move(follower)) {}

  void wait_until_loaded() const override { catalog_.wait_until_loaded(); }
  Result<void> reload() override { return catalog_.reload(); }

  std::vector<RunInfo> runs() const override;
  Result<RunInfo> run(RunId id) const override;
  std::vector<SeriesInfo> series(const SeriesFilter& filter) const override;
  Result<SeriesInfo> find_series(SeriesId id) const override;
  Result<event::Metadata> metadata(SeriesId id) const override;
  Result<std::vector<BranchInfo>> branches(SeriesId id) const override;

  std::vector<RangeAnswer> ranges(const RangeQuery& query) const override;
  Result<Statistics> statistics(SeriesId id,
                                const Window& window) const override;
  Result<std::vector<NonFiniteInterval>> non_finite(
      SeriesId id, const Window& window) const override;
  Aggregate aggregate(const std::string& tag, std::span<const RunId> runs,
                      const AggregateOptions& options) const override;
  Result<Rows> rows(const RowsQuery& query) const override;
  Result<Points> points(SeriesId id, std::uint64_t begin, std::uint64_t count,
                        std::optional<std::uint32_t> branch) const override;
  Result<void> append_points(SeriesId id, std::uint64_t begin,
                             std::uint64_t count, BranchNumber branch,
                             Points& points) const override;
  Result<std::uint64_t> lower_bound(SeriesId id, std::int64_t step,
                                    BranchNumber branch) const override;

  Result<std::vector<BlobInfo>> blobs(SeriesId id,
                                      BranchNumber branch) const override;
  Result<reader::Datum> read_blob(SeriesId id, std::uint64_t index,
                                  BranchNumber branch) const override;
  Result<std::vector<reader::Projector>> projectors(RunId id) const override;

  Progress progress() const override { return catalog_.progress(); }
  std::vector<reader::Problem> problems() const override;
  Changes changes_since(std::uint64_t cursor) const override;
  bool wait_for_changes(std::uint64_t cursor,
                        milliseconds timeout) const override {
    return catalog_.wait_for_changes(cursor, timeout);
  }

 private:
  Result<ComposedCurve> curve_of(SeriesId id) const;
  // Of the live points, or of a branch; it shares what it stands on.
  Result<Curve> curve_of(SeriesId id, BranchNumber branch) const;

  storage::FileSystem& files_;
  mutable BlobCache cache_;
  LiveCatalog catalog_;
};

Error no_series(SeriesId id) {
  return {ErrorCode::NotFound,
          "no series with the number " + std::to_string(std::uint32_t(id))};
}
Error no_run(RunId id) {
  return {ErrorCode::NotFound,
          "no run with the number " + std::to_string(std::uint32_t(id))};
}
Error not_scalars(const Catalog& catalog, const Series& series) {
  return {ErrorCode::InvalidArgument,
          "series of kind " + std::string(name_of(series.kind)) +
              ", want scalar (tag \"" + catalog.tag(series) + "\")"};
}

Error no_branch(std::uint32_t branch, std::size_t branches) {
  return {ErrorCode::NotFound, "no branch " + std::to_string(branch) +
                                   ", there are " + std::to_string(branches)};
}

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

Result<ComposedCurve> QueryingStore::curve_of(SeriesId id) const {
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

Result<std::vector<BlobInfo>> QueryingStore::blobs(SeriesId id,
                                                   BranchNumber branch) const {
  using Answer = Result<std::vector<BlobInfo>>;
  return catalog_.read([&](const Catalog& catalog) -> Answer {
    const Series* const series = catalog.series(id);
    if (series == nullptr) return no_series(id);
    const auto all = catalog.composed_blobs(*series);
    if (branch && *branch >= all->branches.size()) {
      return no_branch(*branch, all->branches.size());
    }
    std::vector<BlobInfo> infos;
    for (const BlobRef& blob :
         branch ? all->branches[*branch].blobs : all->live) {
      const BlobPlace& place = blob.place;
      infos.push_back({place.step, place.wall_secs, place.bytes});
    }
    return infos;
  });
}

Result<reader::Datum> QueryingStore::read_blob(SeriesId id, std::uint64_t index,
                                               BranchNumber branch) const {
  struct Found {
    BlobRef blob;
    reader::LogFile file;
    const event::Metadata* metadata;  // Never moves, never goes.
  };
  const auto found =
      catalog_.read([&](const Catalog& catalog) -> Result<Found> {
        const Series* const series = catalog.series(id);
        if (series == nullptr) return no_series(id);
        const auto blob = catalog.blob_at(*series, index, branch);
        if (!blob) {
          return Error{ErrorCode::NotFound,
                       "no value " + std::to_string(index) + " of \"" +
                           catalog.tag(*series) + "\""};
        }
        return Found{*blob, catalog.file(blob->file)->file,
                     catalog.metadata(blob->metadata)};
      });
  if (!found) return found.error();
  const BlobPlace& place = found->blob.place;
  const auto payload = cache_.get({found->blob.file, place.offset}, [&] {
    return read_payload(files_, found->file.path, place);
  });
  if (!payload) return payload.error();
  return decode_payload(**payload, place, found->file.kind, found->metadata);
}

Result<std::vector<reader::Projector>> QueryingStore::projectors(
    RunId id) const {
  using Paths = Result<std::vector<std::string>>;
  const auto paths = catalog_.read([&](const Catalog& catalog) -> Paths {
    const Run* const run = catalog.run(id);
    if (run == nullptr) return no_run(id);
    std::vector<std::string> configs;
    for (const auto& [key, id_of_file] : run->files) {
      const reader::LogFile& file = catalog.file(id_of_file)->file;
      if (file.kind == reader::LogFile::Kind::ProjectorConfig) {
        configs.push_back(file.path);
      }
    }
    return configs;
  });
  if (!paths) return paths.error();
  std::vector<reader::Projector> projectors;
  for (const std::string& path : *paths) {
    auto projector = reader::read_projector(files_, path);
    if (!projector) return projector.error();
    projectors.push_back(std::move(*projector));
  }
  return projectors;
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

}  // namespace

Result<std::unique_ptr<MemoryStore>> MemoryStore::open(
    storage::FileSystem& files, MemoryStoreOptions options) {
  std::map<std::string, std::string> named;
  for (const reader::Root& root : options.roots) {
    const auto status = files.status(root.path);
    if (!status) return status.error();
    if (root.name.empty()) continue;
    const auto [other, is_new] = named.emplace(root.name, root.path);
    if (!is_new && other->second != root.path) {
      return Error{ErrorCode::InvalidArgument,
                   "the name \"" + root.name + "\" was given to \"" +
                       other->second + "\" and to \"" + root.path + "\""};
    }
  }
  reader::LogFollower::Options following;
  following.poll = options.poll || !options.follow;
  following.poll_interval =
      options.follow ? options.poll_interval : milliseconds(0);
  auto follower = reader::LogFollower::open(files, options.roots, following);
  if (!follower) return follower.error();
  return std::unique_ptr<MemoryStore>(
      std::make_unique<QueryingStore>(files, options, std::move(*follower)));
}

}  // namespace stepline::store
