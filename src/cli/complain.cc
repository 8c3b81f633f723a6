#include <string>

#include "cli/command.h"
#include "cli/terminal.h"

namespace stepline::cli {
namespace {

bool quotes(std::string_view what, std::string_view where) {
  const std::string quoted = "\"" + std::string(where) + "\"";
  return what.find(quoted) != std::string_view::npos;
}

}  // namespace

ExitStatus complain(Context& context, std::string_view what,
                    std::string_view where, ExitStatus status) {
  std::string line = "stepline: " + printable(what);
  if (!where.empty() && !quotes(what, where)) {
    line += " (" + printable(where) + ")";
  }
  context.err.write(line + "\n");
  context.err.flush();
  return status;
}

ExitStatus complain(Context& context, const Error& error,
                    std::string_view where) {
  return complain(context, error.message, where, exit_status(error.code));
}

ExitStatus complain(Context& context, const reader::Problem& problem,
                    ExitStatus status) {
  std::string where = problem.path;
  if (problem.offset && !quotes(problem.message, where)) {
    where += ":" + std::to_string(*problem.offset);
  }
  return complain(context, problem.message, where, status);
}

}  // namespace stepline::cli
