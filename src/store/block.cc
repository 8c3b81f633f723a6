#include "store/block.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>

#include "store/block_values.h"

namespace stepline::store {
namespace {

struct Fit {
  PackedLine line;
  unsigned bits = 0;
  bool fractional = false;
};

bool has_constant_stride(const std::uint64_t* x, std::size_t count) {
  const std::uint64_t stride = x[1] - x[0];
  std::uint64_t differing = 0;
  for (std::size_t i = 2; i < count; ++i) {
    differing |= (x[i] - x[i - 1]) ^ stride;
  }
  return differing == 0;
}

// Chooses the line from the first to the last, with a fraction where that
// cannot overflow, and leaves the residuals in x.
Fit fit(std::uint64_t* x, std::size_t count) {
  Fit fit;
  fit.line.base = x[0];
  if (count == 1) return fit;
  if (has_constant_stride(x, count)) {
    fit.line.slope = x[1] - x[0];
    return fit;
  }
  constexpr std::int64_t kFractionLimit = std::int64_t{1} << 46;
  const auto rise = static_cast<std::int64_t>(x[count - 1] - x[0]);
  const auto runs = static_cast<std::int64_t>(count - 1);
  fit.fractional = rise < kFractionLimit && rise > -kFractionLimit;
  const std::int64_t scaled =
      fit.fractional ? rise * (std::int64_t{1} << kFractionBits) : rise;
  fit.line.slope = static_cast<std::uint64_t>(scaled / runs);

  std::int64_t low = 0;
  std::int64_t high = 0;
  for (std::size_t i = 0; i < count; ++i) {
    x[i] -= fit.line.base + Block::on_line(fit.line.slope, fit.fractional, i);
    const auto residual = static_cast<std::int64_t>(x[i]);
    low = std::min(low, residual);
    high = std::max(high, residual);
  }
  fit.bits = static_cast<unsigned>(std::bit_width(
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)));
  if (fit.bits > kMaxPackedBits) fit.bits = 64;
  fit.line.base += static_cast<std::uint64_t>(low);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] -= static_cast<std::uint64_t>(low);
  }
  return fit;
}

// Writes Block::packed_bytes(count, bits) bytes.
void pack(const std::uint64_t* x, std::size_t count, unsigned bits, char* to) {
  if (bits == 0) return;
  std::uint64_t word = 0;
  unsigned filled = 0;
  for (std::size_t i = 0; i < count; ++i) {
    word |= x[i] << filled;
    filled += bits;
    if (filled < 64) continue;
    store_le(to, word);
    to += 8;
    filled -= 64;
    word = filled > 0 ? x[i] >> (bits - filled) : 0;
  }
  for (; filled > 0; filled -= std::min(filled, 8u), word >>= 8) {
    *to++ = static_cast<char>(word & 0xff);
  }
}

template <class T>
unsigned kinds_of(std::span<const T> values) {
  unsigned kinds = 0;
  for (const T value : values) {
    if (std::isnan(value)) {
      kinds |= kHasNan;
    } else if (std::isinf(value)) {
      kinds |= value > 0 ? kHasPositiveInfinity : kHasNegativeInfinity;
    }
  }
  return kinds;
}

template <class T>
bool all_finite(std::span<const T> values) {
  // Zero times anything finite is zero; times anything else it is NaN.
  T sums[kCellPoints] = {};
  std::size_t i = 0;
  for (; i + kCellPoints <= values.size(); i += kCellPoints) {
    for (std::size_t k = 0; k < kCellPoints; ++k) {
      sums[k] += values[i + k] * 0;
    }
  }
  for (; i < values.size(); ++i) sums[0] += values[i] * 0;
  return std::ranges::all_of(sums, [](T sum) { return sum == 0; });
}

template <class T>
Range fill_cells(std::span<const T> values, bool finite, RangeOf<T>* cells) {
  Range all;
  for (std::size_t i = 0; i < values.size(); i += kCellPoints) {
    const auto cell =
        values.subspan(i, std::min(kCellPoints, values.size() - i));
    const RangeOf<T> range =
        finite ? range_of_finite(cell) : range_of_any(cell);
    if (cells != nullptr) *cells++ = range;
    all.add(range);
  }
  return all;
}

template <class T>
const Block* seal(Arena& arena, std::span<const std::int64_t> steps,
                  std::span<const double> wall_secs, std::span<const T> values,
                  SealScratch& scratch) {
  const std::size_t count = values.size();
  assert(count >= 1 && count <= kBlockPoints);
  unsigned flags = sizeof(T) == sizeof(double) ? kIsWide : 0;
  if (!std::ranges::is_sorted(steps)) flags |= kStepsGoBack;
  if (std::isnan(wall_secs[0]) ||
      std::ranges::adjacent_find(wall_secs, [](double a, double b) {
        return !(a <= b);
      }) != wall_secs.end()) {
    flags |= kWallsGoBack;
  }
  for (std::size_t i = 0; i < count; ++i) {
    scratch.steps[i] = static_cast<std::uint64_t>(steps[i]);
    scratch.walls[i] = std::bit_cast<std::uint64_t>(wall_secs[i]);
  }
  const Fit step_fit = fit(scratch.steps, count);
  const Fit wall_fit = fit(scratch.walls, count);
  if (step_fit.fractional) flags |= kFractionalSteps;
  if (wall_fit.fractional) flags |= kFractionalWalls;
  const bool finite = all_finite(values);
  if (!finite) flags |= kinds_of(values);

  const std::size_t walls_offset =
      sizeof(Block) + Block::packed_bytes(count, step_fit.bits);
  const std::size_t packed_end =
      walls_offset + Block::packed_bytes(count, wall_fit.bits);
  const std::size_t values_offset =
      (packed_end + sizeof(T) - 1) / sizeof(T) * sizeof(T);
  const std::size_t values_end = values_offset + count * sizeof(T);
  const std::size_t cells =
      count > kCellPoints ? (count + kCellPoints - 1) / kCellPoints : 0;

  auto* const bytes = static_cast<char*>(
      arena.allocate(values_end + cells * sizeof(RangeOf<T>), alignof(Block)));
  pack(scratch.steps, count, step_fit.bits, bytes + sizeof(Block));
  pack(scratch.walls, count, wall_fit.bits, bytes + walls_offset);
  std::memcpy(bytes + values_offset, values.data(), values.size_bytes());
  auto* const cell =
      cells > 0 ? reinterpret_cast<RangeOf<T>*>(bytes + values_end) : nullptr;
  auto* const block = new (bytes) Block;
  block->range = fill_cells(values, finite, cell);
  block->count = static_cast<std::uint16_t>(count);
  block->values_offset = static_cast<std::uint16_t>(values_offset);
  block->flags = static_cast<std::uint8_t>(flags);
  block->step_bits = static_cast<std::uint8_t>(step_fit.bits);
  block->wall_bits = static_cast<std::uint8_t>(wall_fit.bits);
  block->steps = step_fit.line;
  block->walls = wall_fit.line;
  return block;
}

}  // namespace

const Block* seal_block(Arena& arena, std::span<const std::int64_t> steps,
                        std::span<const double> wall_secs,
                        std::span<const float> values, SealScratch& scratch) {
  return seal(arena, steps, wall_secs, values, scratch);
}

const Block* seal_block(Arena& arena, std::span<const std::int64_t> steps,
                        std::span<const double> wall_secs,
                        std::span<const double> values, SealScratch& scratch) {
  return seal(arena, steps, wall_secs, values, scratch);
}

std::size_t size_of(const Block& block) { return block.count; }

bool is_wide(const Block& block) { return block.wide(); }

Point point_at(const Block& block, std::size_t index) {
  return {block.step(index), block.wall_secs(index), block.value(index)};
}

void decode_points(const Block& block, std::size_t first,
                   std::span<std::int64_t> steps, std::span<double> wall_secs,
                   std::span<double> values) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i] = block.step(first + i);
  }
  for (std::size_t i = 0; i < wall_secs.size(); ++i) {
    wall_secs[i] = block.wall_secs(first + i);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = block.value(first + i);
  }
}

}  // namespace stepline::store
