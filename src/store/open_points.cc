#include "store/open_points.h"

#include <cstring>
#include <new>

#include "store/block.h"

namespace stepline::store {
namespace {

// Columns of equal length a power of two apart would all fall into the same few
// sets of the processor's caches; a cache line between them spreads them.
constexpr std::size_t kGapBytes = 64;

std::size_t column_bytes(std::size_t capacity, std::size_t element_bytes) {
  return capacity * element_bytes + kGapBytes;
}

std::size_t room_bytes(std::size_t capacity) {
  return 2 * column_bytes(capacity, 8) + column_bytes(capacity, 4);
}

template <class T>
T* moved(const T* from, std::size_t count, void* to) {
  auto* const column = static_cast<T*>(to);
  if (count > 0) std::memcpy(column, from, count * sizeof(T));
  return column;
}

}  // namespace

bool OpenPoints::grow(TagState& tag) {
  static_assert(kSizes.back() == kBlockPoints);
  const std::size_t index = tag.capacity == 0 ? 0 : index_of(tag.capacity) + 1;
  if (index == kSizes.size()) return false;
  const std::size_t capacity = kSizes[index];
  auto* room = reinterpret_cast<char*>(free_[index]);
  if (room != nullptr) {
    free_[index] = free_[index]->next;
  } else if (capacity == kBlockPoints && arena_.used_bytes() > kPlentyBytes) {
    return false;
  } else {
    room = static_cast<char*>(arena_.allocate(room_bytes(capacity), 64));
  }
  auto* const old_room = tag.steps;
  tag.steps = moved(tag.steps, tag.count, room);
  room += column_bytes(capacity, sizeof(std::int64_t));
  tag.wall_secs = moved(tag.wall_secs, tag.count, room);
  room += column_bytes(capacity, sizeof(double));
  tag.values = moved(tag.values, tag.count, room);
  if (tag.capacity > 0) {
    free_[index - 1] = new (old_room) Free{free_[index - 1]};
  }
  tag.capacity = static_cast<std::uint32_t>(capacity);
  return true;
}

void OpenPoints::release(TagState& tag) {
  if (tag.capacity > 0) {
    const std::size_t index = index_of(tag.capacity);
    free_[index] = new (tag.steps) Free{free_[index]};
  }
  tag.capacity = 0;
  tag.count = 0;
}

std::size_t OpenPoints::index_of(std::size_t capacity) {
  std::size_t index = 0;
  while (kSizes[index] != capacity) ++index;
  return index;
}

}  // namespace stepline::store
