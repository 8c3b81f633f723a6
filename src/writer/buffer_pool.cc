#include "writer/buffer_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace stepline::writer {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

char* allocate(std::size_t capacity) {
  const bool huge = capacity >= kHugePage;
  void* memory = std::aligned_alloc(huge ? kHugePage : kAlignment, capacity);
  if (memory == nullptr) throw std::bad_alloc();
  if (huge) ::madvise(memory, capacity, MADV_HUGEPAGE);
  return static_cast<char*>(memory);
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
  for (const Block& block : free_) std::free(block.data);
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
  std::free(block.data);
}

void BufferPool::trim() {
  std::vector<Block> unused;
  {
    const std::lock_guard guard(mutex_);
    if (std::exchange(used_since_trim_, false)) return;
    unused.swap(free_);
    free_bytes_ = 0;
  }
  for (const Block& block : unused) std::free(block.data);
}

}  // namespace stepline::writer
