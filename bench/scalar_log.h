#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepline::bench {

// How steps and wall times go from one step of a log to the next.
enum class Timing {
  Regular,    // Every step, 10 ms apart.
  Jittered,   // Every 100th step, 10 s apart, give or take 5 %.
  Irregular,  // 1 to 200 steps on, 1 s later, give or take 10 %.
};

struct ScalarLog {
  std::uint64_t points = 1'000'000;
  std::uint64_t tags = 10;  // Named "train/loss_0" and so on; taken in turn.
  Timing timing = Timing::Regular;
};

// Writes an event file of simple values in the way training logs them, fast.
// The same arguments give the same bytes. Returns how many.
std::uint64_t write_scalar_log(const std::string& path, const ScalarLog& log);

// One record with one scalar, as such a file has it.
std::string scalar_record(std::string_view tag, double wall_secs,
                          std::int64_t step, double value);

}  // namespace stepline::bench
