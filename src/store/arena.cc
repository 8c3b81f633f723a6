#include "store/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace stepline::store {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kSmallestChunk = 512;
constexpr std::size_t kMappedChunk = 4 * kHugePage;
// From here on a chunk is mapped on huge pages of its own. An untouched huge
// page costs nothing, so what is wasted is at most one of them.
constexpr std::size_t kSmallArena = std::size_t{1} << 20;
constexpr std::size_t kMaxAlignment = 64;

constexpr std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// A multiple of kHugePage bytes at a multiple of kHugePage.
void* map_huge(std::size_t bytes) {
  void* mapping = mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  auto* const begin = static_cast<std::byte*>(mapping);
  const std::size_t before =
      (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) %
      kHugePage;
  std::byte* const aligned = begin + before;
  if (before > 0) munmap(begin, before);
  if (before < kHugePage) munmap(aligned + bytes, kHugePage - before);
  madvise(aligned, bytes, MADV_HUGEPAGE);
  return aligned;
}

bool is_mapped(std::size_t chunk_bytes) { return chunk_bytes >= kHugePage; }

}  // namespace

Arena::~Arena() {
  for (const auto& [chunk, bytes] : chunks_) {
    if (is_mapped(bytes)) {
      munmap(chunk, bytes);
    } else {
      std::free(chunk);
    }
  }
}

void* Arena::allocate(std::size_t bytes, std::size_t alignment) {
  const auto padding = [&] {
    return (alignment - reinterpret_cast<std::uintptr_t>(next_) % alignment) %
           alignment;
  };
  if (padding() + bytes > static_cast<std::size_t>(end_ - next_)) grow(bytes);
  next_ += padding();
  void* const piece = next_;
  next_ += bytes;
  used_ += bytes;
  return piece;
}

void Arena::grow(std::size_t bytes) {
  const std::size_t wanted = bytes + kMaxAlignment;
  std::size_t chunk_bytes =
      std::max({wanted, kSmallestChunk, mapped_ / 4 / 64 * 64});
  if (mapped_ + chunk_bytes > kSmallArena) {
    chunk_bytes = round_up(std::max(wanted, kMappedChunk), kHugePage);
  }
  chunks_.reserve(chunks_.size() + 1);
  void* const chunk =
      is_mapped(chunk_bytes) ? map_huge(chunk_bytes) : std::malloc(chunk_bytes);
  if (chunk == nullptr) throw std::bad_alloc();
  chunks_.emplace_back(chunk, chunk_bytes);
  next_ = static_cast<std::byte*>(chunk);
  end_ = next_ + chunk_bytes;
  mapped_ += chunk_bytes;
}

}  // namespace stepline::store
