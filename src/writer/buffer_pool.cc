#include "writer/buffer_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

namespace stepline::writer {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
// From here on blocks come from the system and go back to it: between blocks of
// other sizes the allocator could not give them back, and what a writer takes
// would grow past its bound.
constexpr std::size_t kMapped = std::size_t{128} << 10;

char* map(std::size_t capacity) {
  const bool huge = capacity >= kHugePage;
  const std::size_t spare = huge ? kHugePage : 0;
  void* const memory = ::mmap(nullptr, capacity + spare, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  char* const begin = static_cast<char*>(memory);
  if (!huge) return begin;
  const std::size_t before =
      (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) %
      kHugePage;
  if (before > 0) ::munmap(begin, before);
  if (before < spare) {
    ::munmap(begin + before + capacity, spare - before);
  }
  ::madvise(begin + before, capacity, MADV_HUGEPAGE);
  return begin + before;
}

char* allocate(std::size_t capacity) {
  if (capacity >= kMapped) return map(capacity);
  void* const memory = std::aligned_alloc(kAlignment, capacity);
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<char*>(memory);
}

void release(char* data, std::size_t capacity) {
  if (capacity >= kMapped) {
    ::munmap(data, capacity);
  } else {
    std::free(data);
  }
}

// Sizes are rounded so that nearly equal requests can share a block.
std::size_t rounded(std::size_t size) {
  const std::size_t unit = size >= kHugePage ? kHugePage : std::size_t{4096};
  return (std::max<std::size_t>(size, 1) + unit - 1) / unit * unit;
}

}  // namespace

Buffer::Buffer(Buffer&& other) noexcept
    : pool_(std::move(other.pool_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(pool_, other.pool_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

Buffer::~Buffer() {
  if (data_ != nullptr) pool_->give_back({data_, capacity_});
}

BufferPool::~BufferPool() {
  for (const Block& block : free_) release(block.data, block.capacity);
}

Buffer BufferPool::take(std::size_t size) {
  Buffer buffer;
  buffer.pool_ = shared_from_this();
  buffer.size_ = size;
  {
    const std::lock_guard guard(mutex_);
    used_since_trim_ = true;
    // The best fit, unless it would waste more than it holds.
    auto best = free_.end();
    for (auto it = free_.begin(); it != free_.end(); ++it) {
      if (it->capacity < size || it->capacity / 2 > rounded(size)) continue;
      if (best == free_.end() || it->capacity < best->capacity) best = it;
    }
    if (best != free_.end()) {
      buffer.data_ = best->data;
      buffer.capacity_ = best->capacity;
      free_bytes_ -= best->capacity;
      *best = free_.back();
      free_.pop_back();
      return buffer;
    }
  }
  buffer.capacity_ = rounded(size);
  buffer.data_ = allocate(buffer.capacity_);
  return buffer;
}

void BufferPool::give_back(Block block) {
  {
    const std::lock_guard guard(mutex_);
    if (free_bytes_ + block.capacity <= keep_bytes_) {
      free_bytes_ += block.capacity;
      free_.push_back(block);
      return;
    }
  }
  release(block.data, block.capacity);
}

void BufferPool::trim() {
  std::vector<Block> unused;
  {
    const std::lock_guard guard(mutex_);
    if (std::exchange(used_since_trim_, false)) return;
    unused.swap(free_);
    free_bytes_ = 0;
  }
  for (const Block& block : unused) release(block.data, block.capacity);
}

}  // namespace stepline::writer
