#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "store/arena.h"
#include "store/point.h"

namespace stepline::store {

// How many points a full block has.
inline constexpr std::size_t kBlockPoints = 512;

// Up to kBlockPoints consecutive points of a series, packed and immutable, in
// one piece of arena memory: a header of at most 64 bytes, the values (float32,
// or double where the file said so), (min, max) of each 16 of them, and steps
// and wall times each as a line plus bit-packed residuals of fixed width.
//
// Lossless: wall times are kept as the bit patterns of the doubles. Any point
// is got at in constant time. The layout is private to block.cc and
// block_values.h; queries that need speed use the latter.
class Block;

// Room for the work of sealing; one for each thread that seals.
struct SealScratch {
  std::uint64_t steps[kBlockPoints];
  std::uint64_t walls[kBlockPoints];
};

// Packs 1 to kBlockPoints points. Spans have equal length.
const Block* seal_block(Arena& arena, std::span<const std::int64_t> steps,
                        std::span<const double> wall_secs,
                        std::span<const float> values, SealScratch& scratch);
const Block* seal_block(Arena& arena, std::span<const std::int64_t> steps,
                        std::span<const double> wall_secs,
                        std::span<const double> values, SealScratch& scratch);

std::size_t size_of(const Block& block);  // Points.
bool is_wide(const Block& block);         // Whether its values are doubles.
Point point_at(const Block& block, std::size_t index);

// Decodes points [first, first + steps.size()) into columns; an empty span
// leaves its column out, the others have equal length.
void decode_points(const Block& block, std::size_t first,
                   std::span<std::int64_t> steps, std::span<double> wall_secs,
                   std::span<double> values);

}  // namespace stepline::store
