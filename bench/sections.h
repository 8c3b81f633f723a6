#pragma once

#include <string>

#include "measure.h"

namespace stepline::bench {

struct Setup {
  std::string directory;  // Where files may be written.
  bool smoke;             // A few repetitions, to see that it works.
};

// Each measures one thing and reports it under names that end in their unit.

// What the caller of add_scalar pays, in nanoseconds and in clock_gettimes.
void measure_scalars(const Setup& setup, Report& report);

// Scalars a second through one writer into a file, which is then read.
void measure_throughput(const Setup& setup, Report& report);

// What the caller of add_histogram and add_image pays, without and with flush.
void measure_histogram(const Setup& setup, Report& report);
void measure_image(const Setup& setup, Report& report);

// Resident bytes of an idle writer, and of one whose disk has stalled.
void measure_memory(const Setup& setup, Report& report);

// The caller's time, call by call, while each write takes its time.
void measure_slow_disk(const Setup& setup, Report& report);

// What the background thread does for each summary.
void measure_encode(const Setup& setup, Report& report);

}  // namespace stepline::bench
