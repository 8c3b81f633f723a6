#pragma once

#include <atomic>
#include <chrono>

#include "base/clock.h"

namespace stepline {

// A clock for tests: stands still until told otherwise. Thread-safe.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(double wall_secs = 1.7e9) : wall_secs_(wall_secs) {}

  double wall_secs() override { return wall_secs_; }
  std::chrono::nanoseconds monotonic() override {
    return std::chrono::nanoseconds(monotonic_nanos_);
  }

  // Somebody sets the wall clock, forwards or back; monotonic() is not moved.
  void set_wall_secs(double wall_secs) { wall_secs_ = wall_secs; }

  // Time passes, on both clocks; not backwards.
  void advance(std::chrono::nanoseconds time) {
    monotonic_nanos_ += time.count();
    wall_secs_.fetch_add(std::chrono::duration<double>(time).count());
  }

 private:
  std::atomic<double> wall_secs_;
  std::atomic<std::chrono::nanoseconds::rep> monotonic_nanos_{0};
};

}  // namespace stepline
