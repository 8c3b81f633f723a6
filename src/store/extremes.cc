#include "store/extremes.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

// Where an extreme value was seen. It is made exact in steps, each for all
// candidates at once, so that the memory of the next step can be on its way.
struct Candidate {
  enum class Where : std::uint8_t { Nowhere, Group, Segment, Cell, Point };

  double value = 0;
  Where where = Where::Nowhere;
  std::uint8_t level = 0;
  std::uint32_t part = 0;
  std::uint64_t number = 0;  // Of the group, or the segment.
  std::uint32_t offset = 0;  // Of the cell's first point, or the point.
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

void prefetch(const void* address) { __builtin_prefetch(address); }

class ExtremeFinder {
 public:
  explicit ExtremeFinder(const CurveScan& scan) : scan_(scan) {}

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
                      CandidatePair& pair) const;

  const CurveScan& scan_;
};

template <class T>
void look_at_values(std::span<const T> values, std::size_t low,
                    std::size_t high, Candidate place, CandidatePair& pair) {
  place.where = Where::Point;
  for (std::size_t i = low; i < high; ++i) {
    const T value = values[i];
    if (!(value < pair.min.value) && !(value > pair.max.value)) continue;
    if (!std::isfinite(value)) continue;
    place.offset = static_cast<std::uint32_t>(i);
    pair.add(RangeOf<T>{value, value}, place);
  }
}

template <class T>
void look_at_block(const Block& block, std::size_t low, std::size_t high,
                   Candidate place, CandidatePair& pair) {
  const auto values = block.values<T>();
  const auto cells = block.cells<T>();
  const std::size_t first_cell = (low + kCellPoints - 1) / kCellPoints;
  const std::size_t end_cell =
      high == block.count ? cells.size() : high / kCellPoints;
  if (cells.empty() || first_cell >= end_cell) {
    return look_at_values(values, low, high, place, pair);
  }
  look_at_values(values, low, first_cell * kCellPoints, place, pair);
  place.where = Where::Cell;
  for (std::size_t i = first_cell; i < end_cell; ++i) {
    place.offset = static_cast<std::uint32_t>(i * kCellPoints);
    pair.add(cells[i], place);
  }
  look_at_values(values, std::min(high, end_cell * kCellPoints), high, place,
                 pair);
}

void ExtremeFinder::look_at_segment(std::uint32_t part, std::size_t segment,
                                    std::size_t low, std::size_t high,
                                    CandidatePair& pair) const {
  const Segments& segments = scan_.parts()[part].segments;
  Candidate place{.part = part, .number = segment};
  const Block* const block = segments.block(segment);
  if (block == nullptr) {
    segments.with_values(segment, [&](auto values) {
      look_at_values(values, low, high, place, pair);
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

// Whole segments, all of the index.
void ExtremeFinder::look_at_groups(std::uint32_t part, std::size_t begin,
                                   std::size_t end, CandidatePair& pair) const {
  const BlockIndex& index = scan_.parts()[part].segments.index();
  while (begin < end) {
    std::uint8_t level = 0;
    std::size_t size = 1;
    while (level + 1u < BlockIndex::kLevels &&
           begin % (size * BlockIndex::kFanOut) == 0 &&
           begin + size * BlockIndex::kFanOut <= end) {
      ++level;
      size *= BlockIndex::kFanOut;
    }
    pair.add(index.range(level, begin / size), {.where = Where::Group,
                                                .level = level,
                                                .part = part,
                                                .number = begin / size});
    begin += size;
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
    look_at_groups(small, first_is_whole ? first : first + 1, last, pair);
    if (high > 0) look_at_segment(small, last, 0, high, pair);
  }
  return pair;
}

void ExtremeFinder::to_segment(Candidate& candidate, bool min) const {
  if (candidate.where == Where::Group) {
    const BlockIndex& index = segments(candidate).index();
    for (; candidate.level > 0; --candidate.level) {
      candidate.number *= BlockIndex::kFanOut;
      const auto misses = [&](const Range& range) {
        return (min ? range.min : range.max) != candidate.value;
      };
      while (misses(index.range(candidate.level - 1u, candidate.number))) {
        ++candidate.number;
      }
    }
    candidate.where = Where::Segment;
  }
  if (candidate.where == Where::Nowhere) return;
  prefetch(segments(candidate).block(candidate.number));
}

void ExtremeFinder::fetch_cells(const Candidate& candidate) const {
  if (candidate.where != Where::Segment) return;
  const Block& block = *segments(candidate).block(candidate.number);
  const std::size_t value_bytes = block.wide() ? 8 : 4;
  const char* const cells =
      block.bytes() + block.values_offset + block.count * value_bytes;
  const std::size_t cell_bytes =
      (block.count / kCellPoints + 1) * 2 * value_bytes;
  for (std::size_t i = 0; i < cell_bytes; i += 64) prefetch(cells + i);
}

template <class T>
std::size_t first_cell_with(const Block& block, double value, bool min) {
  const auto cells = block.cells<T>();
  std::size_t i = 0;
  while (i < cells.size() && (min ? cells[i].min : cells[i].max) != value) ++i;
  return i < cells.size() ? i * kCellPoints : 0;
}

void ExtremeFinder::to_cell(Candidate& candidate, bool min) const {
  if (candidate.where == Where::Nowhere) return;
  const Block* const block = segments(candidate).block(candidate.number);
  if (block == nullptr) return;
  if (candidate.where == Where::Segment) {
    candidate.offset = static_cast<std::uint32_t>(
        block->wide() ? first_cell_with<double>(*block, candidate.value, min)
                      : first_cell_with<float>(*block, candidate.value, min));
    candidate.where = Where::Cell;
  }
  const std::size_t i = candidate.offset;
  prefetch(block->bytes() + block->values_offset + i * (block->wide() ? 8 : 4));
  prefetch(block->bytes() + sizeof(Block) + i * block->step_bits / 8);
  prefetch(block->bytes() + block->walls_offset() + i * block->wall_bits / 8);
}

void ExtremeFinder::to_point(Candidate& candidate) const {
  if (candidate.where != Where::Cell) return;
  segments(candidate).with_values(candidate.number, [&](auto values) {
    while (values[candidate.offset] != candidate.value) ++candidate.offset;
  });
  candidate.where = Where::Point;
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
  const ExtremeFinder finder(scan);
  std::vector<CandidatePair> pairs;
  pairs.reserve(bounds.size());
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    pairs.push_back(finder.look(bounds[i], bounds[i + 1]));
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
  std::vector<Extremes> extremes;
  extremes.reserve(pairs.size());
  for (CandidatePair& pair : pairs) {
    finder.to_point(pair.min);
    finder.to_point(pair.max);
    extremes.push_back({finder.position(pair.min),
                        finder.position(pair.max),
                        {pair.min.value, pair.max.value}});
  }
  return extremes;
}

Extremes find_extremes(const CurveScan& scan, const Position& from,
                       const Position& to) {
  const Position bounds[] = {from, to};
  return find_extremes(scan, bounds)[0];
}

}  // namespace stepline::store
