#pragma once

#include <string>
#include <vector>

#include "tally.h"
#include "training.h"

namespace demo {

struct NamedOutcome {
  std::string name;
  Outcome outcome;
};

// Says how the trainings went, what was written and where, and how to look at
// it. Whether all learned and all of the log is there.
bool report(const std::string& logdir, const std::vector<NamedOutcome>& results,
            const Tally& tally);

}  // namespace demo
