#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/output.h"

namespace stepline::cli {

// A bar for work that takes long, on a terminal and nowhere else:
//
//   loading  [#########-----------]  45%  1.2 GiB of 2.6 GiB  820 MiB/s
//
// Appears when `patience` is over, so that quick work shows none; wiped
// away at the end. Not thread-safe.
class Progress {
 public:
  // `err` must outlive it.
  Progress(Output& err, std::string_view what,
           std::chrono::milliseconds patience = std::chrono::milliseconds(250));
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap; may be called at every record. A total of 0 is not known yet.
  void update(std::uint64_t bytes_done, std::uint64_t bytes_total);

  // Before anything else is written.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void draw(std::uint64_t done, std::uint64_t total, Clock::time_point now);

  Output& err_;
  const std::string what_;
  const Clock::time_point begin_;
  Clock::time_point next_;
  bool shown_ = false;
};

}  // namespace stepline::cli
