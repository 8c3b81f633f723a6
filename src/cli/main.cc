#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/program.h"
#include "storage/file_system.h"

int main(int argc, char** argv) {
  using namespace stepline;
  // Output says what becomes of a reader that went away.
  std::signal(SIGPIPE, SIG_IGN);
  cli::Output out(stdout);
  cli::Output err(stderr);
  cli::Context context{storage::local_file_system(), out, err};
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0),
                                           argv + argc);
  return static_cast<int>(cli::run_program(arguments, context));
}
