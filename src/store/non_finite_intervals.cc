#include "store/axis_map.h"
#include "store/non_finite.h"
#include "store/query.h"

namespace stepline::store {
namespace {

// Collects points of one kind as long as they follow on each other.
class IntervalCollector {
 public:
  explicit IntervalCollector(const CurveScan& scan) : scan_(scan) {}

  void add(NonFinite kind, std::uint64_t first, std::uint64_t points) {
    if (points_ == 0 || kind != kind_ || first != first_ + points_) {
      close();
      kind_ = kind;
      first_ = first;
    }
    points_ += points;
  }

  std::vector<NonFiniteInterval> finish() {
    close();
    return std::move(intervals_);
  }

 private:
  void close() {
    if (points_ == 0) return;
    near_ = scan_.locate(first_, near_);
    const Point first = scan_.at(near_);
    near_ = scan_.locate(first_ + points_ - 1, near_);
    intervals_.push_back({kind_, first, scan_.at(near_), points_});
    points_ = 0;
  }

  const CurveScan& scan_;
  CurveScan::Position near_ = scan_.begin();
  NonFinite kind_ = NonFinite::Nan;
  std::uint64_t first_ = 0;
  std::uint64_t points_ = 0;
  std::vector<NonFiniteInterval> intervals_;
};

// Of a whole block that has points of one kind only.
std::optional<NonFinite> only_kind(const Segments& segments,
                                   std::size_t segment) {
  const Block* const block = segments.block(segment);
  if (block == nullptr || !block->range.empty()) return std::nullopt;
  switch (block->flags & kHasNonFinite) {
    case kHasNan:
      return NonFinite::Nan;
    case kHasPositiveInfinity:
      return NonFinite::PositiveInfinity;
    case kHasNegativeInfinity:
      return NonFinite::NegativeInfinity;
    default:
      return std::nullopt;
  }
}

template <class T>
void collect(std::span<const T> values, std::uint64_t first,
             const AxisMap* axis, const Bounds& bounds,
             const Segments& segments, std::size_t segment, std::size_t low,
             IntervalCollector& into) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    if (axis != nullptr &&
        !bounds.contains(axis->x(segments, segment, low + i))) {
      continue;
    }
    const NonFinite kind = std::isnan(values[i]) ? NonFinite::Nan
                           : values[i] > 0       ? NonFinite::PositiveInfinity
                                                 : NonFinite::NegativeInfinity;
    into.add(kind, first + i, 1);
  }
}

}  // namespace

std::vector<NonFiniteInterval> non_finite_intervals(const Curve& curve,
                                                    const Window& window) {
  const CurveScan scan(curve);
  if (scan.size() == 0) return {};
  const AxisMap axis(curve, scan, window.axis);
  const Bounds bounds(window);
  const Stretch stretch = axis.sorted() ? points_inside(scan, axis, bounds)
                                        : Stretch{scan.begin(), scan.end()};
  IntervalCollector intervals(scan);
  std::uint64_t first = stretch.from.point;
  scan.for_each_stretch(
      stretch.from, stretch.to,
      [&](std::size_t part, std::size_t segment, std::size_t low,
          std::size_t high) {
        const Segments& segments = scan.parts()[part].segments;
        const Block* const block = segments.block(segment);
        const bool finite =
            block != nullptr && (block->flags & kHasNonFinite) == 0;
        if (const auto kind = only_kind(segments, segment);
            kind && axis.sorted()) {
          intervals.add(*kind, first, high - low);
        } else if (!finite) {
          segments.with_values(segment, [&](auto values) {
            collect(values.subspan(low, high - low), first,
                    axis.sorted() ? nullptr : &axis, bounds, segments, segment,
                    low, intervals);
          });
        }
        first += high - low;
      });
  return intervals.finish();
}

}  // namespace stepline::store
