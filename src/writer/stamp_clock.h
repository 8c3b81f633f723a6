#pragma once

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include <bit>
#include <chrono>
#include <cstdint>

#include "base/clock.h"

namespace stepline::writer {

// Wall times for the hot path, at less than the price of asking the system.
//
// A producer takes a stamp; the background thread turns it into a wall time.
// Where the kernel itself keeps time by the processor's counter (TSC), a stamp
// is that counter, and is converted with an anchor taken at each drain: the
// counter's rate comes from the monotonic clock, so a wall clock that is set
// back or forth only moves what is stamped after it. Elsewhere, and with a
// clock that a test has put in, a stamp is the wall time itself.
class StampClock {
 public:
  // `clock` must outlive this.
  explicit StampClock(Clock& clock);

  // Any thread.
  std::uint64_t now() const {
#if defined(__x86_64__)
    if (uses_tsc_) [[likely]]
      return __rdtsc();
#endif
    return wall_stamp();
  }

  // Whether now() is the counter and no call.
  bool are_cheap() const { return uses_tsc_; }

  // The background thread only: anchor() from time to time, at least once
  // before to_secs().
  void anchor();
  double to_secs(std::uint64_t stamp) const {
    if (!uses_tsc_) [[unlikely]]
      return std::bit_cast<double>(stamp);
    const auto ticks = static_cast<std::int64_t>(stamp - anchor_tsc_);
    return anchor_secs_ + static_cast<double>(ticks) * secs_per_tick_;
  }

 private:
  struct Reading {
    std::uint64_t tsc;
    std::chrono::nanoseconds monotonic;
    double wall_secs;
  };

  std::uint64_t wall_stamp() const;
  // All clocks at one moment, or as nearly as a busy machine allows.
  Reading read() const;

  Clock& clock_;
  bool uses_tsc_;
  Reading first_{};
  // Written at each anchor(): not in the cache line that now() reads.
  alignas(64) std::uint64_t anchor_tsc_ = 0;
  double anchor_secs_ = 0;
  double secs_per_tick_ = 0;
};

}  // namespace stepline::writer
