#include "store/column.h"

#include <algorithm>
#include <vector>

#include "store/block_index.h"
#include "store/tail.h"

namespace stepline::store {
namespace {

// A block of fewer points is joined with another such next to it.
constexpr std::size_t kShortBlock = kBlockPoints / 2;
constexpr std::uint32_t kFirstTailPoints = 8;

bool is_short(const Block& block) { return block.count < kShortBlock; }

}  // namespace

struct Column::Grown {
  std::shared_ptr<BlockIndex> index;
  std::shared_ptr<Tail> tail;
  std::uint64_t points = 0;
  std::uint32_t blocks = 0;
  std::uint32_t tail_points = 0;
  unsigned flags = 0;      // Of all blocks together.
  bool wide_tail = false;  // Some of its values were doubles.
};

Column::Column() = default;
Column::Column(Column&&) noexcept = default;
Column& Column::operator=(Column&&) noexcept = default;
Column::~Column() = default;

bool Column::append(const Block* block, Arena& arena) {
  if (size() == 0) {
    loose_ = block;
    return true;
  }
  const Point before = last();
  if (grown_ == nullptr) {
    grown_ = std::make_unique<Grown>();
    grown_->flags = loose_->flags;
    grown_->points = loose_->count;
  }
  grown_->flags |= block->flags;
  if (block->step(0) < before.step) grown_->flags |= kStepsGoBack;
  if (!(block->wall_secs(0) >= before.wall_secs)) {
    grown_->flags |= kWallsGoBack;
  }
  grown_->points += block->count;

  const bool joins =
      is_short(*block) && (loose_ == nullptr || is_short(*loose_));
  if (joins) {
    if (loose_ != nullptr) copy_to_tail(*loose_, arena);
    loose_ = nullptr;
    copy_to_tail(*block, arena);
    return false;
  }
  if (loose_ != nullptr) push_to_index(*loose_);
  if (grown_->tail_points > 0) push_to_index(*pack_tail(arena));
  loose_ = block;
  return true;
}

void Column::push_to_index(const Block& block) {
  if (grown_->index == nullptr) grown_->index = std::make_shared<BlockIndex>();
  grown_->index->push(block);
  ++grown_->blocks;
}

void Column::copy_to_tail(const Block& block, Arena& arena) {
  for (std::size_t done = 0; done < block.count;) {
    const std::uint32_t used = grown_->tail_points;
    const std::size_t wanted =
        std::min<std::size_t>(used + block.count - done, kBlockPoints);
    if (grown_->tail == nullptr || grown_->tail->capacity < wanted) {
      std::uint32_t capacity = kFirstTailPoints;
      while (capacity < wanted) capacity *= 2;
      auto larger = std::make_shared<Tail>(capacity);
      if (grown_->tail != nullptr) {
        const Tail& old = *grown_->tail;
        std::copy_n(old.steps.get(), used, larger->steps.get());
        std::copy_n(old.wall_secs.get(), used, larger->wall_secs.get());
        std::copy_n(old.values.get(), used, larger->values.get());
      }
      grown_->tail = std::move(larger);
    }
    Tail& tail = *grown_->tail;
    const std::size_t count = wanted - used;
    decode_points(block, done, {tail.steps.get() + used, count},
                  {tail.wall_secs.get() + used, count},
                  {tail.values.get() + used, count});
    grown_->wide_tail |= block.wide();
    grown_->tail_points += static_cast<std::uint32_t>(count);
    done += count;
    if (grown_->tail_points == kBlockPoints) push_to_index(*pack_tail(arena));
  }
}

const Block* Column::pack_tail(Arena& arena) {
  const std::size_t count = grown_->tail_points;
  const Tail& tail = *grown_->tail;
  const std::span<const std::int64_t> steps{tail.steps.get(), count};
  const std::span<const double> wall_secs{tail.wall_secs.get(), count};
  const std::span<const double> values{tail.values.get(), count};
  SealScratch scratch;
  const Block* packed = nullptr;
  if (grown_->wide_tail) {
    packed = seal_block(arena, steps, wall_secs, values, scratch);
  } else {
    const std::vector<float> narrow(values.begin(), values.end());
    packed = seal_block(arena, steps, wall_secs, std::span<const float>{narrow},
                        scratch);
  }
  grown_->tail = nullptr;
  grown_->tail_points = 0;
  grown_->wide_tail = false;
  return packed;
}

void Column::settle(Arena& arena) {
  if (grown_ == nullptr || grown_->tail_points == 0) return;
  loose_ = pack_tail(arena);
  if (grown_->blocks == 0) grown_ = nullptr;
}

ColumnView Column::view() const {
  ColumnView view;
  view.loose = loose_;
  view.points = size();
  if (grown_ == nullptr) return view;
  view.index = grown_->index;
  view.blocks = grown_->blocks;
  view.tail = grown_->tail;
  view.tail_points = grown_->tail_points;
  return view;
}

std::uint64_t Column::size() const {
  if (grown_ != nullptr) return grown_->points;
  return loose_ == nullptr ? 0 : loose_->count;
}

Point Column::first() const {
  if (grown_ == nullptr) return point_at(*loose_, 0);
  if (grown_->blocks > 0) return point_at(grown_->index->block(0), 0);
  return loose_ != nullptr ? point_at(*loose_, 0) : grown_->tail->at(0);
}

Point Column::last() const {
  if (loose_ != nullptr) return point_at(*loose_, loose_->count - 1u);
  if (grown_->tail_points > 0) {
    return grown_->tail->at(grown_->tail_points - 1);
  }
  const Block& block = grown_->index->block(grown_->blocks - 1);
  return point_at(block, block.count - 1u);
}

bool Column::sorted_by_step() const {
  if (size() == 0) return true;
  return ((grown_ != nullptr ? grown_->flags : loose_->flags) & kStepsGoBack) ==
         0;
}

bool Column::sorted_by_wall() const {
  if (size() == 0) return true;
  return ((grown_ != nullptr ? grown_->flags : loose_->flags) & kWallsGoBack) ==
         0;
}

bool Column::has_non_finite() const {
  if (size() == 0) return false;
  return ((grown_ != nullptr ? grown_->flags : loose_->flags) &
          kHasNonFinite) != 0;
}

std::size_t Column::heap_bytes() const {
  if (grown_ == nullptr) return 0;
  std::size_t bytes = sizeof(Grown);
  if (grown_->index != nullptr) bytes += grown_->index->memory_bytes();
  if (grown_->tail != nullptr) {
    bytes += sizeof(Tail) + grown_->tail->capacity * sizeof(Point);
  }
  return bytes;
}

}  // namespace stepline::store
