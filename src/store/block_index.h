#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "store/block_values.h"

namespace stepline::store {

// The number of points with each kind of non-finite value, as in NonFinite.
using NonFiniteCounts = std::array<std::uint64_t, 3>;

NonFiniteCounts operator+(const NonFiniteCounts& a, const NonFiniteCounts& b);

template <class T>
NonFiniteCounts count_non_finite(std::span<const T> values) {
  NonFiniteCounts counts{};
  for (const T value : values) {
    if (std::isfinite(value)) continue;
    ++counts[std::isnan(value) ? 0 : value > 0 ? 1 : 2];
  }
  return counts;
}

// The blocks of a long column, with what searching needs of each, and the
// ranges of groups of them.
//
// Entries lie in chunks that never move, each in arrays of its own, and are
// never changed. One thread may push while others read entries that were there
// before: how many those may read, they must know from elsewhere.
class BlockIndex {
 public:
  // A group of level k is kFanOut^k blocks; level 0 is the blocks themselves.
  static constexpr std::size_t kFanOut = 16;
  static constexpr std::size_t kLevels = 8;

  BlockIndex() = default;
  BlockIndex(const BlockIndex&) = delete;
  BlockIndex& operator=(const BlockIndex&) = delete;
  ~BlockIndex();

  void push(const Block& block);

  const Block& block(std::size_t i) const {
    return *at<const Block*>(i, kBlocks);
  }
  std::uint64_t end_point(std::size_t i) const {  // One past its last point.
    return at<std::uint64_t>(i, kEndPoints);
  }
  std::uint64_t first_point(std::size_t i) const {
    return i == 0 ? 0 : end_point(i - 1);
  }
  std::int64_t first_step(std::size_t i) const {
    return at<std::int64_t>(i, kFirstSteps);
  }
  double first_wall_secs(std::size_t i) const {
    return at<double>(i, kFirstWalls);
  }
  // Of the points of block i and of all before it.
  const NonFiniteCounts& non_finite_through(std::size_t i) const {
    return at<NonFiniteCounts>(i, kCounts);
  }
  // Of a group, all of whose blocks the reader may read.
  const Range& range(std::size_t level, std::size_t group) const {
    if (level == 0) return at<Range>(group, kRanges);
    const Place place = locate(group);
    return levels_[level - 1]->chunks[place.chunk][place.slot];
  }

  // Of groups [begin, end) of a level together.
  Range range(std::size_t level, std::size_t begin, std::size_t end) const;

  std::size_t memory_bytes() const { return memory_bytes_; }

 private:
  // Chunk k has kFirstChunk << k entries; this many are more than can be.
  static constexpr std::size_t kFirstChunk = 4;
  static constexpr std::size_t kChunks = 28;

  // Where in a chunk an array begins, in bytes for each entry of the chunk.
  static constexpr std::size_t kBlocks = 0;
  static constexpr std::size_t kEndPoints = 8;
  static constexpr std::size_t kFirstSteps = 16;
  static constexpr std::size_t kFirstWalls = 24;
  static constexpr std::size_t kRanges = 32;
  static constexpr std::size_t kCounts = 48;
  static constexpr std::size_t kEntryBytes = 72;

  struct Place {
    std::size_t chunk;
    std::size_t slot;
  };
  struct Level {
    std::array<std::unique_ptr<Range[]>, kChunks> chunks;
  };

  static Place locate(std::size_t i) {
    const std::size_t chunk =
        static_cast<std::size_t>(std::bit_width(i / kFirstChunk + 1)) - 1;
    return {chunk, i - kFirstChunk * ((std::size_t{1} << chunk) - 1)};
  }
  template <class T>
  T& at(std::size_t i, std::size_t array) const {
    const Place place = locate(i);
    return reinterpret_cast<T*>(chunks_[place.chunk] +
                                array *
                                    (kFirstChunk << place.chunk))[place.slot];
  }

  void push_group(std::size_t level, std::size_t group);

  std::array<std::byte*, kChunks> chunks_{};
  std::array<std::unique_ptr<Level>, kLevels - 1> levels_;
  std::size_t size_ = 0;
  std::size_t memory_bytes_ = sizeof(BlockIndex);
};

}  // namespace stepline::store
