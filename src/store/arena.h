#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace stepline::store {

// Memory for what lives as long as a file is loaded: given out piece by piece,
// given back all at once. Large arenas are on huge pages, because touching a
// fresh small page costs as much as loading a hundred points; small ones stay
// small, because there may be ten thousand of them.
//
// Not thread-safe. Running out of memory throws std::bad_alloc.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  // `alignment` is a power of two, at most 64.
  void* allocate(std::size_t bytes, std::size_t alignment = 8);

  std::size_t used_bytes() const { return used_; }      // Given out.
  std::size_t mapped_bytes() const { return mapped_; }  // Taken.

 private:
  void grow(std::size_t bytes);

  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  std::size_t used_ = 0;
  std::size_t mapped_ = 0;
  std::vector<std::pair<void*, std::size_t>> chunks_;
};

}  // namespace stepline::store
