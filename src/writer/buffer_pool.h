#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace stepline::writer {

class BufferPool;

// Memory lent by a pool; goes back to it at the end of its life.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  char* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  friend class BufferPool;

  std::shared_ptr<BufferPool> pool_;
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// Keeps the buffers that tensors are copied into, because touching fresh
// memory costs many times more than the copy: the system clears each page.
// Large buffers are aligned to 64 bytes and asked for in huge pages.
//
// Thread-safe. Buffers keep their pool alive.
class BufferPool : public std::enable_shared_from_this<BufferPool> {
 public:
  // At most `keep_bytes` are kept while nobody uses them.
  explicit BufferPool(std::size_t keep_bytes) : keep_bytes_(keep_bytes) {}
  ~BufferPool();

  // Room for `size` bytes, not cleared.
  Buffer take(std::size_t size);

  // Gives back to the system what has not been used since the last trim().
  void trim();

  // For fork(): nobody else holds the lock when the process is copied.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  friend class Buffer;
  struct Block {
    char* data;
    std::size_t capacity;
  };

  void give_back(Block block);

  const std::size_t keep_bytes_;

  std::mutex mutex_;  // Guards all below.
  std::vector<Block> free_;
  std::size_t free_bytes_ = 0;
  bool used_since_trim_ = false;
};

}  // namespace stepline::writer
