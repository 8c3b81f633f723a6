#pragma once

#include <string>

#include "stepline/result.h"

namespace demo {

struct Options {
  std::string logdir;   // Empty: a fresh one below runs/.
  double seconds = 60;  // Trainings end early where they would take longer.
  int runs = 3;         // Configurations of the classifier, 1 to 3.
  bool quick = false;   // Everything smaller: for tests.
  bool help = false;
};

extern const char* const kUsage;

stepline::Result<Options> parse_options(int argc, char** argv);

// runs/demo, or runs/demo-2 and so on where that is taken.
std::string fresh_logdir();

}  // namespace demo
