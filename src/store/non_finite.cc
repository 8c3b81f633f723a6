#include "store/non_finite.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

NonFiniteCounts minus(const NonFiniteCounts& a, const NonFiniteCounts& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

bool is_finite(const Segments& segments, std::size_t segment) {
  const Block* const block = segments.block(segment);
  return block != nullptr && (block->flags & kHasNonFinite) == 0;
}

// In a column, before an offset in a segment.
NonFiniteCounts count_in_column(const Segments& segments, std::size_t segment,
                                std::size_t offset) {
  const NonFiniteCounts before = segments.non_finite_before(segment);
  if (offset == 0 || is_finite(segments, segment)) return before;
  return before + segments.with_values(segment, [&](auto values) {
    return count_non_finite(values.first(offset));
  });
}

// The segment at or after this one, up to `last`, that has the kind.
std::size_t next_segment_with(const Segments& segments, std::size_t segment,
                              std::size_t last, std::size_t kind) {
  const std::uint64_t before = segments.non_finite_before(segment)[kind];
  return first_where(segment, last, [&](std::uint64_t s) {
    return segments.non_finite_before(s + 1)[kind] > before;
  });
}

// The segment at or before this one that has the kind; there is one.
std::size_t previous_segment_with(const Segments& segments, std::size_t first,
                                  std::size_t segment, std::size_t kind) {
  const std::uint64_t through = segments.non_finite_before(segment + 1)[kind];
  std::size_t low = first;
  std::size_t high = segment;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (segments.non_finite_before(middle + 1)[kind] == through) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

class KindFinder {
 public:
  KindFinder(const CurveScan& scan, const Position& from, const Position& to)
      : scan_(scan), from_(from), to_(to) {}

  // There must be one.
  std::uint64_t first(NonFinite kind) const;
  std::uint64_t last(NonFinite kind) const;

 private:
  std::uint64_t point(const CurveScan::Part& part, std::size_t segment,
                      std::size_t offset) const {
    return part.offset + part.segments.first_point(segment) + offset -
           part.begin;
  }

  const CurveScan& scan_;
  const Position& from_;
  const Position& to_;
};

std::uint64_t KindFinder::first(NonFinite kind) const {
  for (std::size_t number = from_.part;; ++number) {
    const CurveScan::Part& part = scan_.parts()[number];
    const bool begins_here = number == from_.part;
    const std::size_t last =
        number == to_.part ? to_.segment : part.last_segment;
    std::size_t segment = begins_here ? from_.segment : part.first_segment;
    std::size_t offset = begins_here ? from_.offset : part.low(segment);
    for (; segment <= last; ++segment, offset = 0) {
      segment = offset > 0 ? segment
                           : next_segment_with(part.segments, segment, last,
                                               static_cast<std::size_t>(kind));
      const std::size_t high = part.high(segment);
      const std::size_t found =
          part.segments.with_values(segment, [&](auto values) {
            std::size_t i = offset;
            while (i < high && !is_kind(values[i], kind)) ++i;
            return i;
          });
      if (found < high) return point(part, segment, found);
    }
  }
}

std::uint64_t KindFinder::last(NonFinite kind) const {
  for (std::size_t number = std::min(to_.part, scan_.parts().size() - 1);;
       --number) {
    const CurveScan::Part& part = scan_.parts()[number];
    const bool ends_here = number == to_.part;
    const std::size_t first =
        number == from_.part ? from_.segment : part.first_segment;
    std::size_t segment = ends_here ? to_.segment : part.last_segment;
    std::size_t high = ends_here ? to_.offset : part.high(segment);
    for (;;) {
      const std::size_t low = part.low(segment);
      const std::size_t found =
          part.segments.with_values(segment, [&](auto values) {
            std::size_t i = high;
            while (i > low && !is_kind(values[i - 1], kind)) --i;
            return i;
          });
      if (found > low) return point(part, segment, found - 1);
      if (segment == first) break;
      segment = previous_segment_with(part.segments, first, segment - 1,
                                      static_cast<std::size_t>(kind));
      high = part.high(segment);
    }
  }
}

std::uint64_t finite_before(const CurveScan& scan, const Position& position) {
  const NonFiniteCounts odd = count_non_finite_before(scan, position);
  return position.point - odd[0] - odd[1] - odd[2];
}

// Puts together what goes on across a bound, kind by kind.
class RunJoiner {
 public:
  void add(const NonFiniteRun& run) {
    std::size_t& open = open_[static_cast<std::size_t>(run.kind)];
    if (open < runs_.size() && runs_[open].last + 1 == run.first) {
      runs_[open].last = run.last;
      runs_[open].points += run.points;
      return;
    }
    open = runs_.size();
    runs_.push_back(run);
  }

  std::vector<NonFiniteRun> finish() {
    std::ranges::stable_sort(runs_, {}, &NonFiniteRun::first);
    return std::move(runs_);
  }

 private:
  std::vector<NonFiniteRun> runs_;
  std::array<std::size_t, 3> open_{SIZE_MAX, SIZE_MAX, SIZE_MAX};
};

}  // namespace

NonFiniteCounts count_non_finite_before(const CurveScan& scan,
                                        const Position& position) {
  NonFiniteCounts counts{};
  for (std::size_t i = 0; i < scan.parts().size() && i <= position.part; ++i) {
    const CurveScan::Part& part = scan.parts()[i];
    const bool ends_here = i == position.part;
    const std::size_t segment =
        ends_here ? position.segment : part.last_segment;
    const std::size_t offset =
        ends_here ? position.offset : part.high(part.last_segment);
    counts = counts + minus(count_in_column(part.segments, segment, offset),
                            count_in_column(part.segments, part.first_segment,
                                            part.low(part.first_segment)));
  }
  return counts;
}

std::vector<NonFiniteRun> find_non_finite(const CurveScan& scan,
                                          std::span<const Position> bounds) {
  NonFiniteCounts before = count_non_finite_before(scan, bounds.front());
  if (before == count_non_finite_before(scan, bounds.back())) return {};
  RunJoiner joiner;
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    const std::uint64_t begin = bounds[i].point;
    const std::uint64_t end = bounds[i + 1].point;
    if (begin == end) continue;
    const NonFiniteCounts through =
        count_non_finite_before(scan, bounds[i + 1]);
    const NonFiniteCounts counts = minus(through, before);
    before = through;
    const KindFinder finder(scan, bounds[i], bounds[i + 1]);
    for (const NonFinite kind : kNonFiniteKinds) {
      const std::uint64_t points = counts[static_cast<std::size_t>(kind)];
      if (points == 0) continue;
      const bool all = points == end - begin;
      joiner.add({kind, all ? begin : finder.first(kind),
                  all ? end - 1 : finder.last(kind), points});
    }
  }
  return joiner.finish();
}

Position before_finite(const CurveScan& scan, const Position& from,
                       std::uint64_t count) {
  const std::uint64_t finite = finite_before(scan, from);
  if (finite < count) return scan.begin();
  if (finite == from.point) return scan.locate(from.point - count);
  std::uint64_t low = 0;
  std::uint64_t high = from.point - count + 1;
  while (low + 1 < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const std::uint64_t between =
        finite - finite_before(scan, scan.locate(middle));
    (between >= count ? low : high) = middle;
  }
  return scan.locate(low);
}

std::optional<Position> last_finite_before(const CurveScan& scan,
                                           const Position& position) {
  if (finite_before(scan, position) == 0) return std::nullopt;
  return before_finite(scan, position, 1);
}

std::optional<Position> first_finite_from(const CurveScan& scan,
                                          const Position& position) {
  const std::uint64_t before = finite_before(scan, position);
  if (finite_before(scan, scan.end()) == before) return std::nullopt;
  const std::uint64_t after =
      first_where(position.point + 1, scan.size(), [&](std::uint64_t point) {
        return finite_before(scan, scan.locate(point, position)) > before;
      });
  return scan.locate(after - 1, position);
}

}  // namespace stepline::store
