#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

namespace stepline::writer {

// What a producer leaves for the background thread: a scalar, or a job too
// large for a slot.
struct Item {
  enum class Kind : std::uint32_t {
    Stamped,  // A scalar whose `when` is a stamp (stamp_clock.h).
    Timed,    // A scalar whose `when` is the bits of its wall time.
    Job,      // `bits` is an owning pointer to a Job.
  };
  Kind kind;
  std::uint32_t tag_id;
  std::uint64_t when;
  std::int64_t step;
  std::uint64_t bits;  // Of a double, or of a pointer.
};

// A queue of fixed size from many producers to one consumer.
//
// A producer draws a ticket from `head_`, fills that slot, and publishes it by
// setting the slot's turn; the consumer takes published slots in ticket order.
// So there is one order over all threads, no lock, and no memory but the slots.
// A slot is 32 bytes: two a cache line.
class Ring {
 public:
  // `capacity` is a power of two. Untouched slots cost no physical memory.
  explicit Ring(std::size_t capacity);
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  std::size_t capacity() const { return mask_ + 1; }

  // Tickets drawn so far: everything put before this call is below it.
  std::uint64_t head() const { return head_.load(std::memory_order_acquire); }
  // Tickets consumed so far.
  std::uint64_t tail() const { return tail_.load(std::memory_order_acquire); }
  // May be stale by the time it is used, and is then too great rather than
  // too small.
  std::uint64_t used() const {
    const std::uint64_t tail = tail_.load(std::memory_order_acquire);
    return head_.load(std::memory_order_relaxed) - tail;
  }

  // Any thread. Returns the item's ticket. When the ring is full it waits for
  // the consumer, so a producer that would rather not tests used() before.
  std::uint64_t put(const Item& item) {
    const std::uint64_t ticket = draw();
    wait_for_slot(ticket);
    fill(ticket, item);
    return ticket;
  }

  // The steps of put(), for whoever wants nothing but these in its hot path.
  std::uint64_t draw() { return head_.fetch_add(1, std::memory_order_relaxed); }
  bool slot_is_free(std::uint64_t ticket) const {
    return ticket - tail_.load(std::memory_order_acquire) <= mask_;
  }
  void wait_for_slot(std::uint64_t ticket) const {
    while (!slot_is_free(ticket)) std::this_thread::yield();
  }
  void fill(std::uint64_t ticket, const Item& item) {
    prefetch_for_writing(&slots_[(ticket + kAhead) & mask_]);
    Slot& slot = slots_[ticket & mask_];
    slot.kind_and_tag =
        static_cast<std::uint32_t>(item.kind) << kKindShift | item.tag_id;
    slot.when = item.when;
    slot.step = item.step;
    slot.bits = item.bits;
    slot.turn.store(static_cast<std::uint32_t>(ticket + 1),
                    std::memory_order_release);
  }

  // The consumer only. Calls take(item) for at most `most` published items,
  // until it returns false, and returns how many there were.
  template <class Take>
  std::size_t drain(std::size_t most, Take&& take) {
    const std::uint64_t begin = tail_.load(std::memory_order_relaxed);
    std::uint64_t at = begin;
    bool more = true;
    for (; more && at - begin < most; ++at) {
      __builtin_prefetch(&slots_[(at + 2 * kAhead) & mask_]);
      Slot& slot = slots_[at & mask_];
      if (slot.turn.load(std::memory_order_acquire) !=
          static_cast<std::uint32_t>(at + 1)) {
        break;
      }
      more = take(Item{static_cast<Item::Kind>(slot.kind_and_tag >> kKindShift),
                       slot.kind_and_tag & kMaxTagId, slot.when, slot.step,
                       slot.bits});
    }
    tail_.store(at, std::memory_order_release);
    return at - begin;
  }

  static constexpr std::uint32_t kMaxTagId = (1u << 30) - 1;

 private:
  static constexpr int kKindShift = 30;

  // A ring in use is larger than a core's own cache, and drawing a ticket waits
  // for the stores before it: so slots are fetched this far ahead.
  static constexpr std::uint64_t kAhead = 8;

  static void prefetch_for_writing(const void* address) {
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0"
                     :
                     : "m"(*static_cast<const char*>(address)));
#else
    __builtin_prefetch(address, 1);
#endif
  }

  struct Slot {
    std::atomic<std::uint32_t> turn;  // Ticket + 1 of what it holds.
    std::uint32_t kind_and_tag;
    std::uint64_t when;
    std::int64_t step;
    std::uint64_t bits;
  };
  static_assert(sizeof(Slot) == 32);

  Slot* slots_;
  std::uint64_t mask_;
  alignas(128) std::atomic<std::uint64_t> head_{0};
  alignas(128) std::atomic<std::uint64_t> tail_{0};
};

}  // namespace stepline::writer
