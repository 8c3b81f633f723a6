#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "measure.h"
#include "scalar_log.h"
#include "storage/file_system.h"
#include "store/memory_store.h"

namespace stepline::bench {
namespace {

using std::chrono::milliseconds;
using store::MemoryStore;

constexpr const char* kUsage =
    "usage: live_bench [--smoke] LOGDIR SECTION...\n"
    "Measures what following a log directory of make_log costs; appends to "
    "it.\n"
    "Prints one line of JSON.\n"
    "  --smoke  a few repetitions only, to see that it works\n"
    "Sections: open watch poll reload\n";

constexpr const char* kTag = "train/loss_0";

std::uint64_t processor_nanos() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto nanos = [](const timeval& time) {
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(time.tv_usec) * 1000;
  };
  return nanos(usage.ru_utime) + nanos(usage.ru_stime);
}

double millis_since(std::uint64_t begin_nanos) {
  return static_cast<double>(now_nanos() - begin_nanos) * 1e-6;
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    count += entry.exists() ? 1 : 0;
  return count;
}

class LiveBench {
 public:
  LiveBench(std::string logdir, bool smoke)
      : logdir_(std::move(logdir)), smoke_(smoke) {
    for (const auto& entry : std::filesystem::directory_iterator(logdir_))
      for (const auto& file : std::filesystem::directory_iterator(entry))
        files_.push_back(file.path().string());
    require(!files_.empty(), "nothing in " + logdir_);
  }

  bool measure(const std::string& section, Report& report) {
    if (section == "open") {
      measure_open(report);
    } else if (section == "watch") {
      measure_following(report, false, "watch");
    } else if (section == "poll") {
      measure_following(report, true, "poll");
    } else if (section == "reload") {
      measure_reload(report);
    } else {
      return false;
    }
    return true;
  }

 private:
  std::unique_ptr<MemoryStore> open(bool follow, bool poll) const {
    store::MemoryStoreOptions options;
    options.roots = {{"", logdir_}};
    options.follow = follow;
    options.poll = poll;
    auto opened =
        MemoryStore::open(storage::local_file_system(), std::move(options));
    require(opened.has_value(), opened ? "" : opened.error().message);
    return std::move(*opened);
  }

  // How long it takes until every run is listed, and until all is loaded.
  void measure_open(Report& report) const {
    std::vector<double> listed, loaded;
    for (int i = 0; i < (smoke_ ? 1 : 5); ++i) {
      const std::uint64_t begin = now_nanos();
      const auto store = open(false, false);
      while (store->runs().size() < files_.size())
        std::this_thread::sleep_for(milliseconds(5));
      listed.push_back(millis_since(begin));
      store->wait_until_loaded();
      loaded.push_back(millis_since(begin));
    }
    report.add("runs_listed_ms", std::move(listed));
    report.add("runs_loaded_ms", std::move(loaded));
  }

  // What the processor does while nothing happens; then how long it takes
  // until a point, appended to one of the files, is seen.
  void measure_following(Report& report, bool poll, const std::string& name) {
    const auto store = open(true, poll);
    store->wait_until_loaded();
    std::uint64_t cursor = store->changes_since(0).cursor;
    std::this_thread::sleep_for(milliseconds(500));
    report.add(name + "_descriptors", static_cast<double>(open_descriptors()));

    const auto idle = milliseconds(smoke_ ? 100 : 5000);
    const std::uint64_t before = processor_nanos();
    std::this_thread::sleep_for(idle);
    report.add(name + "_idle_processor_ms_per_s",
               static_cast<double>(processor_nanos() - before) * 1e-6 /
                   std::chrono::duration<double>(idle).count());

    const int appends = smoke_ ? 2 : poll ? 5 : 50;
    std::vector<double> seen, processor;
    for (int i = 0; i < appends; ++i) {
      std::this_thread::sleep_for(milliseconds(37));
      cursor = store->changes_since(cursor).cursor;
      const std::uint64_t spent = processor_nanos();
      const std::uint64_t begin = now_nanos();
      append_point();
      require(store->wait_for_changes(cursor, milliseconds(10'000)),
              "an appended point was not seen");
      seen.push_back(millis_since(begin));
      processor.push_back(static_cast<double>(processor_nanos() - spent) *
                          1e-6);
      const store::Changes changes = store->changes_since(cursor);
      require(changes.series.size() == 1 && !changes.series[0].rewritten,
              "one point was appended, and something else was seen");
      cursor = changes.cursor;
    }
    report.add(name + "_point_seen_ms", std::move(seen));
    report.add(name + "_point_processor_ms", std::move(processor));
  }

  // The cost of looking, for a store that does not follow.
  void measure_reload(Report& report) {
    const auto store = open(false, false);
    store->wait_until_loaded();
    std::vector<double> nothing, one;
    for (int i = 0; i < (smoke_ ? 1 : 10); ++i) {
      nothing.push_back(reload(*store));
      append_point();
      one.push_back(reload(*store));
    }
    report.add("reload_nothing_ms", std::move(nothing));
    report.add("reload_point_ms", std::move(one));
  }

  static double reload(MemoryStore& store) {
    const std::uint64_t begin = now_nanos();
    const auto reloaded = store.reload();
    require(bool(reloaded), reloaded ? "" : reloaded.error().message);
    return millis_since(begin);
  }

  // Behind all that make_log has written, to another file each time.
  void append_point() {
    const std::string& path = files_[appended_ * 7919 % files_.size()];
    ++appended_;
    const std::string record = scalar_record(
        kTag, 1.8e9, 1'000'000'000 + static_cast<std::int64_t>(appended_), 1);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        std::fopen(path.c_str(), "ab"), &std::fclose);
    require(file && std::fwrite(record.data(), 1, record.size(), file.get()) ==
                        record.size(),
            "cannot append to " + path);
  }

  const std::string logdir_;
  const bool smoke_;
  std::vector<std::string> files_;
  std::size_t appended_ = 0;
};

int usage() {
  std::fputs(kUsage, stderr);
  return 2;
}

int main(int argc, char** argv) {
  int first = 1;
  const bool smoke = argc > 1 && std::strcmp(argv[1], "--smoke") == 0;
  if (smoke) ++first;
  if (argc < first + 2) return usage();
  LiveBench bench(argv[first], smoke);
  Report report;
  for (int i = first + 1; i < argc; ++i)
    if (!bench.measure(argv[i], report)) return usage();
  std::puts(report.to_json().c_str());
  return 0;
}

}  // namespace
}  // namespace stepline::bench

int main(int argc, char** argv) { return stepline::bench::main(argc, argv); }
