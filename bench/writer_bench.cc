#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "sections.h"

namespace stepline::bench {
namespace {

struct Section {
  const char* name;
  void (*measure)(const Setup&, Report&);
};

constexpr Section kSections[] = {
    {"scalars", measure_scalars},     {"throughput", measure_throughput},
    {"histogram", measure_histogram}, {"image", measure_image},
    {"memory", measure_memory},       {"slow_disk", measure_slow_disk},
    {"encode", measure_encode},
};

constexpr const char* kUsage =
    "usage: writer_bench [--smoke] [--directory DIR] [SECTION...]\n"
    "Measures each SECTION (all by default) and prints one line of JSON.\n"
    "  --smoke          a few repetitions only, to see that it works\n"
    "  --directory DIR  where to write the files (default: $TMPDIR or /tmp)\n"
    "Sections:";

int usage() {
  std::fputs(kUsage, stderr);
  for (const Section& section : kSections)
    std::fprintf(stderr, " %s", section.name);
  std::fputc('\n', stderr);
  return 2;
}

const Section* find(const char* name) {
  for (const Section& section : kSections)
    if (std::strcmp(section.name, name) == 0) return &section;
  return nullptr;
}

int main(int argc, char** argv) {
  const char* temporary = std::getenv("TMPDIR");
  Setup setup{temporary != nullptr ? temporary : "/tmp", false};
  std::vector<const Section*> chosen;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--smoke") {
      setup.smoke = true;
    } else if (argument == "--directory" && i + 1 < argc) {
      setup.directory = argv[++i];
    } else if (const Section* section = find(argv[i])) {
      chosen.push_back(section);
    } else {
      return usage();
    }
  }
  if (chosen.empty())
    for (const Section& section : kSections) chosen.push_back(&section);
  Report report;
  for (const Section* section : chosen) section->measure(setup, report);
  std::puts(report.to_json().c_str());
  return 0;
}

}  // namespace
}  // namespace stepline::bench

int main(int argc, char** argv) { return stepline::bench::main(argc, argv); }
