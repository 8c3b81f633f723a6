#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reader/log_follower.h"
#include "store/blob_cache.h"
#include "store/compose.h"
#include "store/live_catalog.h"
#include "store/memory_store.h"

namespace stepline::store {

// Answers from a live catalog: what is needed is taken under its lock, and
// worked on without it.
class QueryingStore final : public MemoryStore {
 public:
  using BranchNumber = std::optional<std::uint32_t>;

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
  std::vector<RunId> run_ids() const override;
  std::vector<SeriesInfo> infos(std::span<const SeriesId> ids) const override;
  std::vector<SeriesPlace> places(std::string_view tag, reader::Kind kind,
                                  std::span<const RunId> runs) const override;
  std::vector<SeriesName> names(std::span<const SeriesId> ids) const override;
  std::vector<TagInfo> tags(
      std::optional<std::span<const RunId>> runs) const override;
  Result<event::Metadata> metadata(SeriesId id) const override;
  Result<std::vector<BranchInfo>> branches(SeriesId id) const override;

  std::vector<RangeAnswer> ranges(const RangeQuery& query) const override;
  Result<Statistics> statistics(SeriesId id,
                                const Window& window) const override;
  Result<std::vector<NonFiniteInterval>> non_finite(
      SeriesId id, const Window& window) const override;
  Aggregate aggregate(const std::string& tag, std::span<const RunId> runs,
                      const AggregateOptions& options) const override;
  Rows rows(const RowsQuery& query) const override;
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
  Totals totals() const override;
  std::vector<reader::Problem> problems() const override;
  std::uint64_t cursor() const override;
  bool is_known(std::uint64_t cursor) const override;
  Changes changes_since(std::uint64_t cursor) const override;
  bool wait_for_changes(std::uint64_t cursor,
                        std::chrono::milliseconds timeout) const override {
    return catalog_.wait_for_changes(cursor, timeout);
  }

 private:
  using ComposedCurve = std::shared_ptr<const Composition>;

  // What all series of a run amount to.
  struct RunFigures {
    std::uint64_t points = 0;
    std::int64_t first_step = 0;
    std::int64_t last_step = 0;
    double last_wall_secs = 0;

    void add(const SeriesInfo& one);
  };
  struct KeptFigures {
    std::uint64_t version = 0;  // Of the run; 0: none are kept.
    RunFigures figures;
  };
  std::optional<RunFigures> kept_figures(RunId run,
                                         std::uint64_t version) const;
  RunFigures figures_of(std::span<const SeriesId> series) const;
  // Of those that are there and pass the filter, in the same order.
  std::vector<SeriesInfo> infos_of(std::span<const SeriesId> ids,
                                   const SeriesFilter& filter) const;
  Result<ComposedCurve> curve_of(SeriesId id) const;
  Result<BlobRef> find_blob(SeriesId id, std::uint64_t index,
                            BranchNumber branch) const;
  // Of the live points, or of a branch; it shares what it stands on.
  Result<Curve> curve_of(SeriesId id, BranchNumber branch) const;

  storage::FileSystem& files_;
  mutable BlobCache cache_;
  mutable std::mutex figures_mutex_;
  mutable std::vector<KeptFigures> figures_;  // By run; guarded by the mutex.
  LiveCatalog catalog_;
};

}  // namespace stepline::store
