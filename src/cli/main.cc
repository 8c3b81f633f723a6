#include <cstdio>
#include <string_view>

// The program `stepline`. Its subcommands come with the reader and the server;
// what is there today is the writer library.
int main(int argc, char** argv) {
  const std::string_view argument = argc == 2 ? argv[1] : "";
  if (argument == "--version") {
    std::puts("stepline " STEPLINE_VERSION);
    return 0;
  }
  constexpr const char* kUsage = "usage: stepline --version | --help";
  if (argument == "--help") {
    std::puts(kUsage);
    return 0;
  }
  std::fprintf(stderr, "stepline: no such command (%s)\n", kUsage);
  return 2;
}
