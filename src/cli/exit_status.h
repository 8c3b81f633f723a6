#pragma once

#include "stepline/result.h"

namespace stepline::cli {

// What the program ends with: the same four for every command.
enum class ExitStatus : int {
  Well = 0,
  Problem = 1,      // Something is wrong in the data.
  WrongUsage = 2,   // Something is wrong in the command line.
  CouldNotRun = 3,  // The system refused: no such file, no permission, no room.
};

// The one table of which error ends the program how.
ExitStatus exit_status(ErrorCode code);

// The graver of two, for commands that go on to the next file.
ExitStatus worse(ExitStatus a, ExitStatus b);

}  // namespace stepline::cli
