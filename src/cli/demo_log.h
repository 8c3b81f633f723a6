#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stepline/result.h"
#include "stepline/summary_writer.h"

namespace stepline::cli {

// A small log of every kind, for trying the other commands: curves as trainings
// have them, but invented, from formulas and seeded noise. Three runs, one of
// which diverges and ends in NaN.
class DemoLog {
 public:
  // Runs go to directories below `directory`; steps lie `kSecsAStep` apart, the
  // last of `steps` at `now_secs`.
  DemoLog(const std::string& directory, std::int64_t steps, double now_secs);

  // Everything up to the last step.
  Result<void> write_history();

  // The scalars of the next step, at the present time.
  void add_step();
  Result<void> flush();

  static constexpr double kSecsAStep = 0.1;

 private:
  struct Run {
    std::string name;
    double learning_rate;
    SummaryWriter writer;
    std::uint64_t noise;  // State of its generator.
  };

  double wall_secs(std::int64_t step) const;
  void add_scalars(Run& run, std::int64_t step, double wall_secs);
  Result<void> add_rare(Run& run, std::int64_t step);
  Result<void> add_once(Run& run);

  std::vector<Run> runs_;
  std::int64_t steps_;
  double now_secs_;
};

}  // namespace stepline::cli
