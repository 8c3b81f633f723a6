#include "report.h"

#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <set>
#include <system_error>

namespace demo {
namespace {

struct Written {
  std::set<std::string> runs;
  int files = 0;
  std::uintmax_t bytes = 0;
};

Written written_below(const std::string& directory) {
  Written written;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(directory, error)) {
    if (!entry.is_regular_file(error)) continue;
    ++written.files;
    written.bytes += entry.file_size(error);
    if (entry.path().filename().string().find("tfevents") !=
        std::string::npos) {
      written.runs.insert(entry.path().parent_path().string());
    }
  }
  return written;
}

}  // namespace

bool report(const std::string& logdir, const std::vector<NamedOutcome>& results,
            const Tally& tally) {
  bool good = true;
  std::printf("\nResults\n");
  for (const auto& [name, outcome] : results) {
    std::printf("  %-24s %s %.4f (%s %.4f counts as learned)%s\n", name.c_str(),
                outcome.measure.c_str(), outcome.value,
                outcome.more_is_better ? "above" : "below", outcome.bound,
                outcome.learned() ? "" : "  DID NOT LEARN");
    good = good && outcome.learned();
  }
  const Written written = written_below(logdir);
  std::printf("\nWritten to %s: %zu runs, %d files, %.1f MB\n", logdir.c_str(),
              written.runs.size(), written.files,
              static_cast<double>(written.bytes) / 1e6);
  for (const auto& [kind, count] : tally.counts()) {
    std::printf("  %8" PRId64 " %s\n", count, kind.c_str());
  }
  std::printf("\nTo look at it:\n  stepline serve %s\n", logdir.c_str());
  if (!tally.first_error().empty()) {
    std::fprintf(stderr, "train_demo: the log is incomplete: %s\n",
                 tally.first_error().c_str());
    good = false;
  }
  return good;
}

}  // namespace demo
