#include "base/clock.h"

#include <ctime>

namespace stepline {
namespace {

timespec now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return time;
}

class SystemClock final : public Clock {
 public:
  double wall_secs() override {
    const timespec time = now(CLOCK_REALTIME);
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_nsec) * 1e-9;
  }

  std::chrono::nanoseconds monotonic() override {
    const timespec time = now(CLOCK_MONOTONIC);
    return std::chrono::seconds(time.tv_sec) +
           std::chrono::nanoseconds(time.tv_nsec);
  }
};

}  // namespace

Clock& system_clock() {
  // Never destroyed: a writer may outlive every static object.
  static Clock* const clock = new SystemClock;
  return *clock;
}

}  // namespace stepline
