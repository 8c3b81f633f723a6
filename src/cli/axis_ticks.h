#pragma once

#include <string>
#include <vector>

namespace stepline::cli {

struct Tick {
  double at = 0;
  std::string label;
};

// About `wanted` ticks (at least one where low < high) at round numbers in
// [low, high], all finite, low <= high. Labels differ from each other, have no
// needless digits, and say thousands and millions as k and M.
std::vector<Tick> linear_ticks(double low, double high, int wanted);

// At powers of ten, or at 1, 2 and 5 times those where there is room, for an
// axis whose scale is logarithmic. 0 < low <= high.
std::vector<Tick> log_ticks(double low, double high, int wanted);

// Seconds, at round seconds, minutes, hours or days: "30s", "5m", "2h30m".
std::vector<Tick> duration_ticks(double low, double high, int wanted);

// Seconds since the epoch, at round local times: "18:05", "Jan 31".
std::vector<Tick> time_ticks(double low, double high, int wanted);

}  // namespace stepline::cli
