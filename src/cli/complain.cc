#include <string>

#include "cli/command.h"
#include "cli/terminal.h"

namespace stepline::cli {

ExitStatus complain(Context& context, std::string_view what,
                    std::string_view where, ExitStatus status) {
  std::string line = "stepline: " + printable(what);
  if (!where.empty()) line += " (" + printable(where) + ")";
  context.err.write(line + "\n");
  context.err.flush();
  return status;
}

ExitStatus complain(Context& context, const Error& error,
                    std::string_view where) {
  return complain(context, error.message, where, exit_status(error.code));
}

}  // namespace stepline::cli
