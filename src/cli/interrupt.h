#pragma once

namespace stepline::cli {

// While one lives, the first Ctrl-C (SIGINT) or SIGTERM only makes
// interrupted() true, for work that must be ended in good order; a second one
// ends the program at once, as all do without this.
class CatchInterrupts {
 public:
  CatchInterrupts();
  ~CatchInterrupts();
  CatchInterrupts(const CatchInterrupts&) = delete;
  CatchInterrupts& operator=(const CatchInterrupts&) = delete;
};

bool interrupted();

// Ends the program by the signal that came, so that the shell sees it. Does
// nothing when none came.
void end_if_interrupted();

}  // namespace stepline::cli
