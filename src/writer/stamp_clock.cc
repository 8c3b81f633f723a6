#include "writer/stamp_clock.h"

#include <bit>
#include <string>

#include "storage/file_system.h"

namespace stepline::writer {
namespace {

constexpr int kReadings = 5;
constexpr std::uint64_t kTightTicks = 2000;  // Below a microsecond.

// The kernel checks at run time whether the counter is constant, never stops
// and agrees between processors; we take its word.
bool kernel_trusts_tsc() {
#if defined(__x86_64__)
  static const bool trusts = [] {
    const auto source = storage::local_file_system().read(
        "/sys/devices/system/clocksource/clocksource0/current_clocksource", 0,
        16);
    return source && source->starts_with("tsc");
  }();
  return trusts;
#else
  return false;
#endif
}

}  // namespace

StampClock::StampClock(Clock& clock)
    : clock_(clock),
      uses_tsc_(&clock == &system_clock() && kernel_trusts_tsc()) {
  if (uses_tsc_) first_ = read();
  anchor();
}

std::uint64_t StampClock::wall_stamp() const {
  return std::bit_cast<std::uint64_t>(clock_.wall_secs());
}

StampClock::Reading StampClock::read() const {
  Reading best{};
#if defined(__x86_64__)
  // A thread that loses the processor between two clocks would pair readings
  // of different moments; the tightest of several pairs is taken.
  std::uint64_t least = ~std::uint64_t{0};
  for (int i = 0; i < kReadings && least > kTightTicks; ++i) {
    const std::uint64_t before = __rdtsc();
    const auto monotonic = clock_.monotonic();
    const double wall_secs = clock_.wall_secs();
    const std::uint64_t ticks = __rdtsc() - before;
    if (ticks >= least) continue;
    least = ticks;
    best = {before + ticks / 2, monotonic, wall_secs};
  }
#endif
  return best;
}

void StampClock::anchor() {
  if (!uses_tsc_) return;
  const Reading now = read();
  anchor_secs_ = now.wall_secs;
  anchor_tsc_ = now.tsc;
  const std::uint64_t ticks = now.tsc - first_.tsc;
  if (ticks == 0) return;
  secs_per_tick_ =
      std::chrono::duration<double>(now.monotonic - first_.monotonic).count() /
      static_cast<double>(ticks);
  // The rate is that of the last minute or so: a machine that slept has a
  // counter and a clock that went on without each other.
  if (now.monotonic - first_.monotonic > std::chrono::minutes(1)) first_ = now;
}

}  // namespace stepline::writer
