#include "store/extremes.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

// Where an extreme value was seen: not before the group, segment, cell or point
// given here, and not far behind it. It is made exact in steps, each for many
// candidates at once, so that the memory of the next step can be on its way.
struct Candidate {
  enum class Where : std::uint8_t { Nowhere, Groups, Segment, Cells, Values };

  double value = 0;
  Where where = Where::Nowhere;
  std::uint8_t level = 0;
  std::uint32_t part = 0;
  std::uint64_t number = 0;  // Of the group, or the segment.
  std::uint32_t offset = 0;  // In the segment.
};

using Where = Candidate::Where;

struct CandidatePair {
  Candidate min{.value = std::numeric_limits<double>::infinity()};
  Candidate max{.value = -std::numeric_limits<double>::infinity()};

  template <class T>
  void add(const RangeOf<T>& range, const Candidate& place) {
    if (range.min < min.value) {
      min = place;
      min.value = range.min;
    }
    if (range.max > max.value) {
      max = place;
      max.value = range.max;
    }
  }
};

// The empty instruction keeps g++ from taking functions that only prefetch for
// such as do nothing.
void prefetch(const void* address) {
  __builtin_prefetch(address);
  __asm__ volatile("" : : "r"(address));
}

std::size_t value_bytes(const Block& block) { return block.wide() ? 8 : 4; }

void prefetch_cells(const Block& block) {
  const char* const cells =
      block.bytes() + block.values_offset + block.count * value_bytes(block);
  const std::size_t bytes =
      (block.count / kCellPoints + 1) * 2 * value_bytes(block);
  for (std::size_t i = 0; i < bytes; i += 64) prefetch(cells + i);
}

void prefetch_value(const Block& block, std::size_t offset) {
  prefetch(block.bytes() + block.values_offset + offset * value_bytes(block));
}

class ExtremeFinder {
 public:
  explicit ExtremeFinder(const CurveScan& scan) : scan_(scan) {}

  // Sends for the memory that look() reads on both sides of a bound.
  void fetch_around(const Position& bound) const;
  CandidatePair look(const Position& from, const Position& to) const;

  // The steps by which candidates are made exact.
  void to_segment(Candidate& candidate, bool min) const;
  void fetch_cells(const Candidate& candidate) const;
  void to_cell(Candidate& candidate, bool min) const;
  void to_point(Candidate& candidate) const;

  Position position(const Candidate& candidate) const;

 private:
  const Segments& segments(const Candidate& candidate) const {
    return scan_.parts()[candidate.part].segments;
  }

  void look_at_segment(std::uint32_t part, std::size_t segment, std::size_t low,
                       std::size_t high, CandidatePair& pair) const;
  void look_at_groups(std::uint32_t part, std::size_t begin, std::size_t end,
                      std::uint8_t level, CandidatePair& pair) const;

  const CurveScan& scan_;
};

template <class T>
void look_at_values(std::span<const T> values, bool finite, std::size_t low,
                    std::size_t high, Candidate place, CandidatePair& pair) {
  place.where = Where::Values;
  place.offset = static_cast<std::uint32_t>(low);
  const auto some = values.subspan(low, high - low);
  pair.add(finite ? range_of_finite(some) : range_of_any(some), place);
}

template <class T>
void look_at_block(const Block& block, std::size_t low, std::size_t high,
                   Candidate place, CandidatePair& pair) {
  const auto values = block.values<T>();
  const auto cells = block.cells<T>();
  const bool finite = (block.flags & kHasNonFinite) == 0;
  const std::size_t first_cell = (low + kCellPoints - 1) / kCellPoints;
  const std::size_t end_cell =
      high == block.count ? cells.size() : high / kCellPoints;
  if (cells.empty() || first_cell >= end_cell) {
    return look_at_values(values, finite, low, high, place, pair);
  }
  look_at_values(values, finite, low, first_cell * kCellPoints, place, pair);
  place.where = Where::Cells;
  place.offset = static_cast<std::uint32_t>(first_cell * kCellPoints);
  pair.add(join(cells.subspan(first_cell, end_cell - first_cell)), place);
  look_at_values(values, finite, std::min(high, end_cell * kCellPoints), high,
                 place, pair);
}

void ExtremeFinder::look_at_segment(std::uint32_t part, std::size_t segment,
                                    std::size_t low, std::size_t high,
                                    CandidatePair& pair) const {
  const Segments& segments = scan_.parts()[part].segments;
  Candidate place{.part = part, .number = segment};
  const Block* const block = segments.block(segment);
  if (block == nullptr) {
    segments.with_values(segment, [&](auto values) {
      look_at_values(values, false, low, high, place, pair);
    });
  } else if (low == 0 && high == block->count) {
    place.where = Where::Segment;
    pair.add(block->range, place);
  } else if (block->wide()) {
    look_at_block<double>(*block, low, high, place, pair);
  } else {
    look_at_block<float>(*block, low, high, place, pair);
  }
}

// Whole segments, all of the index: as many as there are before and after the
// next larger groups, and those groups between.
void ExtremeFinder::look_at_groups(std::uint32_t part, std::size_t begin,
                                   std::size_t end, std::uint8_t level,
                                   CandidatePair& pair) const {
  const BlockIndex& index = scan_.parts()[part].segments.index();
  const auto look = [&](std::size_t first, std::size_t last) {
    if (first == last) return;
    pair.add(index.range(level, first, last), {.where = Where::Groups,
                                               .level = level,
                                               .part = part,
                                               .number = first});
  };
  const std::size_t inner_begin =
      (begin + BlockIndex::kFanOut - 1) / BlockIndex::kFanOut;
  const std::size_t inner_end = end / BlockIndex::kFanOut;
  if (inner_begin >= inner_end || level + 1u == BlockIndex::kLevels) {
    return look(begin, end);
  }
  look(begin, inner_begin * BlockIndex::kFanOut);
  look_at_groups(part, inner_begin, inner_end, level + 1, pair);
  look(inner_end * BlockIndex::kFanOut, end);
}

void ExtremeFinder::fetch_around(const Position& bound) const {
  if (bound.part == scan_.parts().size()) return;
  const Segments& segments = scan_.parts()[bound.part].segments;
  if (const Block* const block = segments.block(bound.segment)) {
    prefetch_cells(*block);
    prefetch_value(*block, bound.offset);
  }
}

CandidatePair ExtremeFinder::look(const Position& from,
                                  const Position& to) const {
  CandidatePair pair;
  for (std::size_t number = from.part;
       number < scan_.parts().size() && number <= to.part; ++number) {
    const CurveScan::Part& part = scan_.parts()[number];
    const auto small = static_cast<std::uint32_t>(number);
    const bool begins_here = number == from.part;
    const bool ends_here = number == to.part;
    const std::size_t first = begins_here ? from.segment : part.first_segment;
    const std::size_t last = ends_here ? to.segment : part.last_segment;
    const std::size_t low = begins_here ? from.offset : part.low(first);
    const std::size_t high = ends_here ? to.offset : part.high(last);
    if (first == last) {
      look_at_segment(small, first, low, high, pair);
      continue;
    }
    const bool first_is_whole = low == 0 && first < part.segments.indexed();
    if (!first_is_whole) {
      look_at_segment(small, first, low, part.high(first), pair);
    }
    look_at_groups(small, first_is_whole ? first : first + 1, last, 0, pair);
    if (high > 0) look_at_segment(small, last, 0, high, pair);
  }
  return pair;
}

void ExtremeFinder::to_segment(Candidate& candidate, bool min) const {
  if (candidate.where == Where::Groups) {
    const BlockIndex& index = segments(candidate).index();
    for (;; --candidate.level) {
      const auto misses = [&](const Range& range) {
        return (min ? range.min : range.max) != candidate.value;
      };
      while (misses(index.range(candidate.level, candidate.number))) {
        ++candidate.number;
      }
      if (candidate.level == 0) break;
      candidate.number *= BlockIndex::kFanOut;
    }
    candidate.where = Where::Segment;
  }
  if (candidate.where == Where::Nowhere) return;
  prefetch(segments(candidate).block(candidate.number));
}

void ExtremeFinder::fetch_cells(const Candidate& candidate) const {
  if (candidate.where != Where::Segment) return;
  prefetch_cells(*segments(candidate).block(candidate.number));
}

// The first point of the first cell from `offset` on that has the value.
template <class T>
std::size_t find_cell(const Block& block, std::size_t offset, double value,
                      bool min) {
  const auto cells = block.cells<T>();
  if (cells.empty()) return offset;
  std::size_t i = offset / kCellPoints;
  while ((min ? cells[i].min : cells[i].max) != value) ++i;
  return i * kCellPoints;
}

void ExtremeFinder::to_cell(Candidate& candidate, bool min) const {
  if (candidate.where == Where::Nowhere) return;
  const Block* const block = segments(candidate).block(candidate.number);
  if (block == nullptr) return;
  if (candidate.where != Where::Values) {
    candidate.offset = static_cast<std::uint32_t>(
        block->wide()
            ? find_cell<double>(*block, candidate.offset, candidate.value, min)
            : find_cell<float>(*block, candidate.offset, candidate.value, min));
    candidate.where = Where::Values;
  }
  const std::size_t i = candidate.offset;
  prefetch_value(*block, i);
  prefetch(block->bytes() + sizeof(Block) + i * block->step_bits / 8);
  prefetch(block->bytes() + block->walls_offset() + i * block->wall_bits / 8);
}

void ExtremeFinder::to_point(Candidate& candidate) const {
  if (candidate.where == Where::Nowhere) return;
  segments(candidate).with_values(candidate.number, [&](auto values) {
    while (values[candidate.offset] != candidate.value) ++candidate.offset;
  });
}

Position ExtremeFinder::position(const Candidate& candidate) const {
  if (candidate.where == Where::Nowhere) return {};
  const CurveScan::Part& part = scan_.parts()[candidate.part];
  return {part.offset + part.segments.first_point(candidate.number) +
              candidate.offset - part.begin,
          candidate.part, candidate.number, candidate.offset};
}

}  // namespace

std::vector<Extremes> find_extremes(const CurveScan& scan,
                                    std::span<const Position> bounds) {
  // As many as the nearest cache has room for what they need.
  constexpr std::size_t kBatch = 64;
  const ExtremeFinder finder(scan);
  std::vector<Extremes> extremes;
  extremes.reserve(bounds.size());
  std::vector<CandidatePair> pairs;
  pairs.reserve(kBatch);
  for (std::size_t done = 0; done + 1 < bounds.size(); done += kBatch) {
    const auto batch =
        bounds.subspan(done, std::min(kBatch + 1, bounds.size() - done));
    pairs.clear();
    for (const Position& bound : batch) finder.fetch_around(bound);
    for (std::size_t i = 0; i + 1 < batch.size(); ++i) {
      pairs.push_back(finder.look(batch[i], batch[i + 1]));
    }
    for (CandidatePair& pair : pairs) {
      finder.to_segment(pair.min, true);
      finder.to_segment(pair.max, false);
    }
    for (const CandidatePair& pair : pairs) {
      finder.fetch_cells(pair.min);
      finder.fetch_cells(pair.max);
    }
    for (CandidatePair& pair : pairs) {
      finder.to_cell(pair.min, true);
      finder.to_cell(pair.max, false);
    }
    for (CandidatePair& pair : pairs) {
      finder.to_point(pair.min);
      finder.to_point(pair.max);
      extremes.push_back({finder.position(pair.min),
                          finder.position(pair.max),
                          {pair.min.value, pair.max.value}});
    }
  }
  return extremes;
}

Extremes find_extremes(const CurveScan& scan, const Position& from,
                       const Position& to) {
  const Position bounds[] = {from, to};
  return find_extremes(scan, bounds)[0];
}

}  // namespace stepline::store
