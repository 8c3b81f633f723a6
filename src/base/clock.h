#pragma once

#include <chrono>

namespace stepline {

// Where code gets the time from, so that a test can decide what time it is.
// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;

  // Seconds since the epoch. May jump either way when somebody sets the clock.
  virtual double wall_secs() = 0;

  // Time since some fixed moment: never goes back.
  virtual std::chrono::nanoseconds monotonic() = 0;
};

// The machine's clocks. Lives as long as the process.
Clock& system_clock();

}  // namespace stepline
