#pragma once

#include <time.h>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace stepline {

// What a victim tells the test that kills it, in memory that both have mapped.
struct Progress {
  static constexpr std::int64_t kMostAdds = 1 << 20;

  std::atomic<std::int64_t> added;
  // Of a thread that does nothing but sleep for half the flush interval and
  // write a byte: how late is a thread in this process on this machine?
  std::atomic<std::int64_t> last_beat;
  std::atomic<std::int64_t> longest_gap;
  std::int64_t times[kMostAdds];  // Of each add, by monotonic_nanos().
};

inline constexpr std::chrono::milliseconds kVictimFlushInterval{200};

// The same for all processes.
inline std::int64_t monotonic_nanos() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace stepline
