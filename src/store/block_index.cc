#include "store/block_index.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace stepline::store {
namespace {

NonFiniteCounts count_in(const Block& block) {
  if ((block.flags & kHasNonFinite) == 0) return {};
  return block.wide() ? count_non_finite(block.values<double>())
                      : count_non_finite(block.values<float>());
}

}  // namespace

NonFiniteCounts operator+(const NonFiniteCounts& a, const NonFiniteCounts& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

BlockIndex::~BlockIndex() {
  for (std::byte* const chunk : chunks_) std::free(chunk);
}

void BlockIndex::push(const Block& block) {
  const std::size_t i = size_;
  const Place place = locate(i);
  if (chunks_[place.chunk] == nullptr) {
    const std::size_t bytes = kEntryBytes * (kFirstChunk << place.chunk);
    auto* const chunk = static_cast<std::byte*>(std::malloc(bytes));
    if (chunk == nullptr) throw std::bad_alloc();
    chunks_[place.chunk] = chunk;
    memory_bytes_ += bytes;
  }
  at<const Block*>(i, kBlocks) = &block;
  at<std::uint64_t>(i, kEndPoints) = first_point(i) + block.count;
  at<std::int64_t>(i, kFirstSteps) = block.step(0);
  at<double>(i, kFirstWalls) = block.wall_secs(0);
  at<Range>(i, kRanges) = block.range;
  at<NonFiniteCounts>(i, kCounts) =
      count_in(block) +
      (i == 0 ? NonFiniteCounts{} : non_finite_through(i - 1));
  ++size_;
  std::size_t groups = size_;
  for (std::size_t level = 1; level < kLevels && groups % kFanOut == 0;
       ++level) {
    groups /= kFanOut;
    push_group(level, groups - 1);
  }
}

Range BlockIndex::range(std::size_t level, std::size_t begin,
                        std::size_t end) const {
  Range all;
  while (begin < end) {
    const Place place = locate(begin);
    const std::size_t chunk_size = kFirstChunk << place.chunk;
    const std::size_t count = std::min(end - begin, chunk_size - place.slot);
    all.add(join(std::span(&range(level, begin), count)));
    begin += count;
  }
  return all;
}

void BlockIndex::push_group(std::size_t level, std::size_t group) {
  Range all;
  for (std::size_t i = 0; i < kFanOut; ++i) {
    all.add(range(level - 1, group * kFanOut + i));
  }
  std::unique_ptr<Level>& owner = levels_[level - 1];
  if (owner == nullptr) {
    owner = std::make_unique<Level>();
    memory_bytes_ += sizeof(Level);
  }
  const Place place = locate(group);
  std::unique_ptr<Range[]>& chunk = owner->chunks[place.chunk];
  if (chunk == nullptr) {
    const std::size_t entries = kFirstChunk << place.chunk;
    chunk = std::make_unique_for_overwrite<Range[]>(entries);
    memory_bytes_ += entries * sizeof(Range);
  }
  chunk[place.slot] = all;
}

}  // namespace stepline::store
