#include "store/strand.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "store/arena.h"
#include "store/column.h"

namespace stepline::store {
namespace {

bool is_float(double value) {
  return value != value ||
         static_cast<double>(static_cast<float>(value)) == value;
}

// Points in the order of steps, packed into a column of their own.
struct Packed {
  Arena arena;
  Column column;
};

std::shared_ptr<Packed> pack(const Points& points) {
  auto packed = std::make_shared<Packed>();
  const auto scratch = std::make_unique<SealScratch>();
  std::vector<float> narrow;
  for (std::size_t at = 0; at < points.size(); at += kBlockPoints) {
    const std::size_t count = std::min(kBlockPoints, points.size() - at);
    const std::span steps(points.steps.data() + at, count);
    const std::span walls(points.wall_secs.data() + at, count);
    const std::span values(points.values.data() + at, count);
    const Block* block = nullptr;
    if (std::ranges::all_of(values, is_float)) {
      narrow.assign(values.begin(), values.end());
      block = seal_block(packed->arena, steps, walls,
                         std::span<const float>(narrow), *scratch);
    } else {
      block = seal_block(packed->arena, steps, walls, values, *scratch);
    }
    packed->column.append(block, packed->arena);
  }
  return packed;
}

void sort_by_step(Points& points) {
  if (std::ranges::is_sorted(points.steps)) return;
  std::vector<std::size_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) { return points.steps[i]; });
  Points sorted;
  for (const std::size_t i : order) sorted.push_back(points[i]);
  points = std::move(sorted);
}

void read_all(const Strand& strand, Points& points) {
  const Curve curve = strand.curve();
  curve.read(0, curve.size(), points);
}

// The lowest step at which a strand begins though one before it goes on behind:
// up to that step they are in order as they lie. Nullopt: wholly in order.
std::optional<std::int64_t> first_disorder(std::span<const Strand> strands) {
  std::optional<std::int64_t> lowest;
  std::optional<std::int64_t> reached;
  for (const Strand& strand : strands) {
    if (strand.empty()) continue;
    const std::int64_t first = strand.first_step();
    if (reached && first < *reached) {
      lowest = std::min(lowest.value_or(first), first);
    }
    reached = std::max(reached.value_or(first), strand.last_step());
  }
  return lowest;
}

}  // namespace

std::int64_t Strand::first_step() const {
  const Curve::Part& part = pieces_.front().part;
  return part.column.at(part.begin).step;
}

std::int64_t Strand::last_step() const {
  const Curve::Part& part = pieces_.back().part;
  return part.column.at(part.end - 1).step;
}

void Strand::append(Piece piece) { pieces_.push_back(std::move(piece)); }

void Strand::append(Strand&& strand) {
  std::ranges::move(strand.pieces_, std::back_inserter(pieces_));
}

void Strand::merge(Points points) {
  if (points.size() == 0) return;
  Points merged;
  const std::int64_t lowest = std::ranges::min(points.steps);
  if (!empty() && lowest < last_step()) {
    read_all(take_from(lowest + 1), merged);
  }
  for (std::size_t i = 0; i < points.size(); ++i) merged.push_back(points[i]);
  sort_by_step(merged);
  const auto packed = pack(merged);
  pieces_.push_back({{packed->column.view(), 0, packed->column.size()},
                     packed,
                     packed->column.sorted_by_wall()});
}

Strand Strand::take_from(std::int64_t step) {
  Strand taken;
  while (!empty() && last_step() >= step) {
    Piece whole = std::move(pieces_.back());
    pieces_.pop_back();
    Curve curve;
    curve.parts.push_back(whole.part);
    const std::uint64_t begin = whole.part.begin + curve.lower_bound_step(step);
    if (begin > whole.part.begin) {
      pieces_.push_back(whole);
      pieces_.back().part.end = begin;
    }
    whole.part.begin = begin;
    taken.pieces_.insert(taken.pieces_.begin(), std::move(whole));
  }
  return taken;
}

Curve Strand::curve() const {
  Curve curve;
  double latest = -std::numeric_limits<double>::infinity();
  for (const Piece& piece : pieces_) {
    const Curve::Part& part = piece.part;
    curve.parts.push_back(part);
    if (piece.owner != nullptr) curve.owners.push_back(piece.owner);
    curve.sorted_by_wall = curve.sorted_by_wall && piece.sorted_by_wall &&
                           part.column.at(part.begin).wall_secs >= latest;
    latest = part.column.at(part.end - 1).wall_secs;
  }
  return curve;
}

std::optional<Curve> join_strands(std::span<const Strand> strands,
                                  bool may_copy, bool& copied) {
  const auto disorder = first_disorder(strands);
  if (disorder && !may_copy) return std::nullopt;
  Strand joined;
  Points behind;
  for (Strand strand : strands) {
    if (disorder) read_all(strand.take_from(*disorder + 1), behind);
    joined.append(std::move(strand));
  }
  copied = copied || disorder.has_value();
  joined.merge(std::move(behind));
  return joined.curve();
}

}  // namespace stepline::store
