#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "measure.h"
#include "scalar_log.h"

namespace stepline::bench {
namespace {

constexpr const char* kUsage =
    "usage: make_log [--runs N] [--tags N] [--points N] [--timing T] DIR\n"
    "Makes a log directory of scalars and prints what is in it as JSON.\n"
    "  --runs N    runs, a directory and an event file each (default: 1)\n"
    "  --tags N    tags a run (default: 10)\n"
    "  --points N  points a run, of all its tags (default: 1000000)\n"
    "  --timing T  of steps and wall times: regular (default), jittered or\n"
    "              irregular\n";

std::optional<Timing> timing_of(const std::string& name) {
  if (name == "regular") return Timing::Regular;
  if (name == "jittered") return Timing::Jittered;
  if (name == "irregular") return Timing::Irregular;
  return {};
}

int usage() {
  std::fputs(kUsage, stderr);
  return 2;
}

int make(const std::string& directory, std::uint64_t runs,
         const ScalarLog& log) {
  std::uint64_t bytes = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const std::string path = directory + "/run_" + std::to_string(run);
    std::filesystem::create_directories(path);
    bytes += write_scalar_log(
        path + "/events.out.tfevents.1700000000.bench.1.0", log);
  }
  std::printf("{\"runs\": %llu, \"points\": %llu, \"bytes\": %llu}\n",
              static_cast<unsigned long long>(runs),
              static_cast<unsigned long long>(runs * log.points),
              static_cast<unsigned long long>(bytes));
  return 0;
}

int main(int argc, char** argv) {
  ScalarLog log;
  std::uint64_t runs = 1;
  int i = 1;
  for (; i + 2 < argc; i += 2) {
    const std::string option = argv[i];
    const std::string value = argv[i + 1];
    if (option == "--timing") {
      const auto timing = timing_of(value);
      if (!timing) return usage();
      log.timing = *timing;
      continue;
    }
    const std::uint64_t number = std::strtoull(value.c_str(), nullptr, 10);
    if (number == 0) return usage();
    if (option == "--runs") {
      runs = number;
    } else if (option == "--tags") {
      log.tags = number;
    } else if (option == "--points") {
      log.points = number;
    } else {
      return usage();
    }
  }
  if (i + 1 != argc || argv[i][0] == '-') return usage();
  return make(argv[i], runs, log);
}

}  // namespace
}  // namespace stepline::bench

int main(int argc, char** argv) { return stepline::bench::main(argc, argv); }
