#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/bytes.h"
#include "store/block.h"
#include "store/range_of.h"

namespace stepline::store {

// How many values share a (min, max) cell inside a block.
inline constexpr std::size_t kCellPoints = 16;

// Flags of a block.
inline constexpr unsigned kHasNan = 1;
inline constexpr unsigned kHasPositiveInfinity = 2;
inline constexpr unsigned kHasNegativeInfinity = 4;
inline constexpr unsigned kHasNonFinite = 7;
inline constexpr unsigned kIsWide = 8;
inline constexpr unsigned kStepsGoBack = 16;
inline constexpr unsigned kWallsGoBack = 32;
inline constexpr unsigned kFractionalSteps = 64;
inline constexpr unsigned kFractionalWalls = 128;

// Consecutive integers as a line and what is to be added to it, the latter
// packed in `bits` bits each. All is modulo 2^64: any integers can be kept.
struct PackedLine {
  std::uint64_t base = 0;
  std::uint64_t slope = 0;  // With kFractionBits if flagged as fractional.
};

inline constexpr unsigned kFractionBits = 16;
// A residual of more than this is kept as 64 bits, so that one load of eight
// bytes always has all of it.
inline constexpr unsigned kMaxPackedBits = 57;

// In memory: this header; packed residuals of the steps, then of the wall
// times, each in whole bytes; the values, at their alignment, so that a load of
// eight bytes at the last residual stays inside; the cells, where there is more
// than one.
class Block {
 public:
  std::uint16_t count;
  std::uint16_t values_offset;  // From the beginning of the header.
  std::uint8_t flags;           // kHasNan and so on.
  std::uint8_t step_bits;
  std::uint8_t wall_bits;
  PackedLine steps;
  PackedLine walls;
  Range range;

  bool wide() const { return (flags & kIsWide) != 0; }

  // float for narrow blocks, double for wide ones.
  template <class T>
  std::span<const T> values() const {
    return {reinterpret_cast<const T*>(bytes() + values_offset), count};
  }
  // Empty when the block has just one: that is `range`.
  template <class T>
  std::span<const RangeOf<T>> cells() const {
    if (count <= kCellPoints) return {};
    return {reinterpret_cast<const RangeOf<T>*>(values<T>().data() + count),
            (count + kCellPoints - 1) / kCellPoints};
  }

  double value(std::size_t i) const {
    return wide() ? values<double>()[i]
                  : static_cast<double>(values<float>()[i]);
  }
  std::int64_t step(std::size_t i) const {
    return static_cast<std::int64_t>(integer(
        steps, (flags & kFractionalSteps) != 0, step_bits, sizeof(Block), i));
  }
  double wall_secs(std::size_t i) const {
    return std::bit_cast<double>(integer(walls, (flags & kFractionalWalls) != 0,
                                         wall_bits, walls_offset(), i));
  }

  std::size_t walls_offset() const {
    return sizeof(Block) + packed_bytes(count, step_bits);
  }
  static std::size_t packed_bytes(std::size_t count, unsigned bits) {
    return (count * bits + 7) / 8;
  }

  // The line alone at point i.
  static std::uint64_t on_line(std::uint64_t slope, bool fractional,
                               std::size_t i) {
    const auto rise = static_cast<std::int64_t>(slope * i);
    return static_cast<std::uint64_t>(fractional ? rise >> kFractionBits
                                                 : rise);
  }

  const char* bytes() const { return reinterpret_cast<const char*>(this); }

 private:
  std::uint64_t integer(const PackedLine& line, bool fractional, unsigned bits,
                        std::size_t offset, std::size_t i) const {
    std::uint64_t value = line.base + on_line(line.slope, fractional, i);
    if (bits == 0) return value;
    const std::size_t bit = i * bits;
    const auto word = load_le<std::uint64_t>(bytes() + offset + bit / 8);
    return value + (bits == 64
                        ? word
                        : word >> bit % 8 & ((std::uint64_t{1} << bits) - 1));
  }
};

static_assert(sizeof(Block) <= 64);

}  // namespace stepline::store
