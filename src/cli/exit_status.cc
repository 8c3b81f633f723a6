#include "cli/exit_status.h"

#include <algorithm>

namespace stepline::cli {

ExitStatus exit_status(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument:
      return ExitStatus::WrongUsage;
    case ErrorCode::Corrupt:
      return ExitStatus::Problem;
    case ErrorCode::NotFound:
    case ErrorCode::Io:
      break;
  }
  return ExitStatus::CouldNotRun;
}

ExitStatus worse(ExitStatus a, ExitStatus b) { return std::max(a, b); }

}  // namespace stepline::cli
