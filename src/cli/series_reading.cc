#include "cli/series_reading.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stepline::cli {
namespace {

constexpr std::uint64_t kPiece = 1 << 16;

struct Interval {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Interval last_of(Interval all, std::optional<std::int64_t> last) {
  if (!last) return all;
  const auto wanted = static_cast<std::uint64_t>(*last);
  if (all.end - all.begin > wanted) all.begin = all.end - wanted;
  return all;
}

using Branch = std::optional<std::uint32_t>;

Result<std::uint64_t> count_of(const store::Store& store, store::SeriesId id,
                               Branch branch) {
  if (!branch) {
    const auto info = store.find_series(id);
    if (!info) return info.error();
    return info->count;
  }
  const auto branches = store.branches(id);
  if (!branches) return branches.error();
  return *branch < branches->size() ? (*branches)[*branch].count : 0;
}

Result<Interval> find_points(const store::Store& store, store::SeriesId id,
                             const ValueRange& range, Branch branch) {
  const auto count = count_of(store, id, branch);
  if (!count) return count.error();
  Interval found{0, *count};
  if (range.from) {
    const auto begin = store.lower_bound(id, *range.from, branch);
    if (!begin) return begin.error();
    found.begin = *begin;
  }
  if (range.to && *range.to < std::numeric_limits<std::int64_t>::max()) {
    const auto end = store.lower_bound(id, *range.to + 1, branch);
    if (!end) return end.error();
    found.end = *end;
  }
  found.end = std::max(found.begin, found.end);
  return last_of(found, range.last);
}

bool inside(const store::BlobInfo& blob, const ValueRange& range) {
  return (!range.from || blob.step >= *range.from) &&
         (!range.to || blob.step <= *range.to);
}

Result<bool> any_inside(const store::Store& store,
                        const store::SeriesInfo& series,
                        const ValueRange& range, Branch branch) {
  if (series.kind == reader::Kind::Scalar) {
    const auto found =
        find_points(store, series.id, {range.from, range.to, {}}, branch);
    if (!found) return found.error();
    return found->begin < found->end;
  }
  const auto blobs = store.blobs(series.id, branch);
  if (!blobs) return blobs.error();
  return std::ranges::any_of(
      *blobs, [&](const store::BlobInfo& blob) { return inside(blob, range); });
}

Result<bool> any_inside(const store::Store& store,
                        const store::SeriesInfo& series,
                        const ValueRange& range, Life life) {
  if (life == Life::Live) return any_inside(store, series, range, Branch());
  for (std::uint32_t branch = 0; branch < series.branches; ++branch) {
    const auto any = any_inside(store, series, range, branch);
    if (!any || *any) return any;
  }
  return false;
}

Result<void> write_values(Context& context, const store::Store& store,
                          const store::SeriesInfo& series,
                          const ValueRange& range, Branch branch,
                          ValueLines& lines) {
  if (series.kind == reader::Kind::Scalar) {
    return read_points(
        store, series.id, range,
        [&](const store::Points& points) {
          for (std::size_t i = 0; i < points.size(); ++i) {
            lines.scalar(points[i]);
          }
        },
        branch);
  }
  return read_data(
      context, store, series.id, range,
      [&](const store::BlobInfo& blob, const reader::Datum& datum) {
        lines.datum(blob.step, blob.wall_secs, datum);
      },
      branch);
}

}  // namespace

void ValueRange::declare(Options& options) {
  options.add("--from", "STEP", "Only from this step on.", from);
  options.add("--to", "STEP", "Only up to this step, itself included.", to);
  options.add("--last", "N", "Of those, only the last N of each series.", last)
      .at_least = 0;
}

Result<void> ValueRange::check() const {
  if (!from || !to || *from <= *to) return {};
  return Error{ErrorCode::InvalidArgument,
               "--from is after --to: " + std::to_string(*from) + " and " +
                   std::to_string(*to)};
}

std::string ValueRange::describe() const {
  std::string out;
  if (from) out += " --from " + std::to_string(*from);
  if (to) out += " --to " + std::to_string(*to);
  return out;
}

Result<void> keep_inside(const store::Store& store, const ValueRange& range,
                         Life life, std::vector<SelectedRun>& runs) {
  if (life == Life::Live && !range.from && !range.to) return {};
  for (SelectedRun& run : runs) {
    std::vector<store::SeriesInfo> kept;
    for (store::SeriesInfo& series : run.series) {
      const auto any = any_inside(store, series, range, life);
      if (!any) return any.error();
      if (*any) kept.push_back(std::move(series));
    }
    run.series = std::move(kept);
  }
  std::erase_if(runs,
                [](const SelectedRun& run) { return run.series.empty(); });
  return {};
}

Result<void> read_points(const store::Store& store, store::SeriesId id,
                         const ValueRange& range,
                         const std::function<void(const store::Points&)>& take,
                         std::optional<std::uint32_t> branch) {
  const auto found = find_points(store, id, range, branch);
  if (!found) return found.error();
  for (std::uint64_t at = found->begin; at < found->end;) {
    const auto points =
        store.points(id, at, std::min(kPiece, found->end - at), branch);
    if (!points) return points.error();
    if (points->size() == 0) break;
    take(*points);
    at += points->size();
  }
  return {};
}

Result<void> read_data(Context& context, const store::Store& store,
                       store::SeriesId id, const ValueRange& range,
                       const std::function<void(const store::BlobInfo&,
                                                const reader::Datum&)>& take,
                       std::optional<std::uint32_t> branch) {
  const auto blobs = store.blobs(id, branch);
  if (!blobs) return blobs.error();
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t i = 0; i < blobs->size(); ++i) {
    if (inside((*blobs)[i], range)) wanted.push_back(i);
  }
  const Interval kept = last_of({0, wanted.size()}, range.last);
  for (std::uint64_t i = kept.begin; i < kept.end; ++i) {
    const auto datum = store.read_blob(id, wanted[i], branch);
    if (datum) {
      take((*blobs)[wanted[i]], *datum);
    } else {
      complain(context, datum.error(), "");
    }
  }
  return {};
}

Result<void> write_series(Context& context, const store::Store& store,
                          std::string_view run, const store::SeriesInfo& series,
                          const ValueRange& range, Life life,
                          ValueLines& lines) {
  if (life == Life::Live) {
    lines.begin_series(run, series);
    return write_values(context, store, series, range, {}, lines);
  }
  const auto branches = store.branches(series.id);
  if (!branches) return branches.error();
  for (std::uint32_t i = 0; i < branches->size(); ++i) {
    lines.begin_branch(run, series, i, (*branches)[i].restart_step);
    auto written = write_values(context, store, series, range, i, lines);
    if (!written) return written;
  }
  return {};
}

}  // namespace stepline::cli
