#include "writer/ring.h"

#include <sys/mman.h>

#include <bit>
#include <cassert>
#include <new>

namespace stepline::writer {

// Anonymous memory is zero, which is what an empty ring is made of, and is
// given by the system page by page as the ring is first used.
Ring::Ring(std::size_t capacity) : mask_(capacity - 1) {
  assert(std::has_single_bit(capacity) && "slots are found by a mask");
  void* memory =
      ::mmap(nullptr, capacity * sizeof(Slot), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  slots_ = static_cast<Slot*>(memory);
}

Ring::~Ring() { ::munmap(slots_, capacity() * sizeof(Slot)); }

}  // namespace stepline::writer
