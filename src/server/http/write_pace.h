#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "server/http/server.h"

namespace stepline::server {

// How patiently an answer is written, so that nobody pins one by taking it byte
// by byte: a client may fall behind limits.write_rate by limits.write_grace.
// Being ahead of it earns nothing, since what the system buffers is no sign of
// the client.
class WritePace {
 public:
  using Duration = std::chrono::nanoseconds;

  explicit WritePace(const Limits& limits)
      : stall_(limits.write_stall),
        grace_(limits.write_grace),
        rate_(
            static_cast<double>(std::max<std::size_t>(limits.write_rate, 1))) {}

  // How long the next write may take; not positive when it was too slow.
  Duration patience() const { return std::min(stall_, grace_ - behind_); }

  void wrote(std::size_t bytes, Duration took) {
    const std::chrono::duration<double> allowed(static_cast<double>(bytes) /
                                                rate_);
    behind_ += took - std::chrono::duration_cast<Duration>(allowed);
    behind_ = std::max(behind_, Duration::zero());
  }

 private:
  Duration stall_;
  Duration grace_;
  double rate_;
  Duration behind_{0};
};

}  // namespace stepline::server
