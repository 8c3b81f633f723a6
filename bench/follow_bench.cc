#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "measure.h"
#include "stepline/summary_writer.h"
#include "storage/file_system.h"
#include "store/memory_store.h"

namespace stepline::bench {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr const char* kUsage =
    "usage: follow_bench DIR RATE SECONDS\n"
    "Writes RATE scalars a second into a run in DIR while a store follows it,\n"
    "looks whether each is there in the end, and prints one line of JSON.\n";

constexpr std::size_t kTags = 10;
constexpr auto kBurstInterval = microseconds(1000);
constexpr auto kSampleInterval = milliseconds(10);
constexpr auto kPatience = std::chrono::seconds(10);

double value_at(std::int64_t step, std::size_t tag) {
  return static_cast<double>(step % 100'003) + static_cast<double>(tag);
}

std::string tag_name(std::size_t tag) {
  return "train/loss_" + std::to_string(tag);
}

double wall_secs_now() {
  return std::chrono::duration<double>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Steps of all tags, so many a second.
void write_steps(SummaryWriter& writer, std::int64_t steps, double per_second) {
  std::vector<Scalar> scalars;
  for (std::size_t tag = 0; tag < kTags; ++tag) {
    scalars.push_back(writer.scalar(tag_name(tag)));
  }
  const double per_burst =
      per_second * std::chrono::duration<double>(kBurstInterval).count();
  const auto begin = steady_clock::now();
  std::int64_t step = 0;
  for (std::int64_t burst = 1; step < steps; ++burst) {
    const auto end = std::min<std::int64_t>(
        steps,
        static_cast<std::int64_t>(per_burst * static_cast<double>(burst)));
    for (; step < end; ++step) {
      for (std::size_t tag = 0; tag < kTags; ++tag) {
        scalars[tag].add(step, value_at(step, tag));
      }
    }
    std::this_thread::sleep_until(begin + burst * kBurstInterval);
  }
}

std::uint64_t points_in(const store::MemoryStore& store) {
  std::uint64_t points = 0;
  for (const store::RunInfo& run : store.runs()) points += run.points;
  return points;
}

// How old the youngest point that can be seen is, now and then.
std::vector<double> sample_ages(const store::MemoryStore& store,
                                const std::atomic<bool>& done) {
  std::vector<double> ages;
  while (!done) {
    std::this_thread::sleep_for(kSampleInterval);
    const auto runs = store.runs();
    if (runs.empty() || runs[0].points == 0) continue;
    ages.push_back((wall_secs_now() - runs[0].last_wall_secs) * 1e3);
  }
  return ages;
}

void check_series(const store::MemoryStore& store, std::int64_t steps) {
  constexpr std::uint64_t kAtOnce = 1 << 16;
  for (std::size_t tag = 0; tag < kTags; ++tag) {
    store::SeriesFilter filter;
    filter.tag = tag_name(tag);
    const auto series = store.series(filter);
    require(series.size() == 1, tag_name(tag) + " is not there once");
    std::int64_t step = 0;
    while (step < steps) {
      const auto points =
          store.points(series[0].id, static_cast<std::uint64_t>(step), kAtOnce);
      require(points && !points->steps.empty(), "points are missing");
      for (std::size_t i = 0; i < points->steps.size(); ++i, ++step) {
        require(points->steps[i] == step &&
                    points->values[i] == value_at(step, tag),
                "a point is another one");
      }
    }
  }
}

int run(const std::string& directory, double rate, double seconds) {
  const double steps_per_second = rate / kTags;
  const auto steps = static_cast<std::int64_t>(steps_per_second * seconds);
  const std::uint64_t all = static_cast<std::uint64_t>(steps) * kTags;
  WriterOptions writer_options;
  writer_options.directory = directory;
  writer_options.flush_interval = milliseconds(20);
  SummaryWriter writer(writer_options);
  store::MemoryStoreOptions options;
  options.roots = {{"", directory}};
  options.follow = true;
  const auto store =
      store::MemoryStore::open(storage::local_file_system(), options);
  require(store.has_value(), store ? "" : store.error().message);

  std::atomic<bool> done{false};
  std::vector<double> ages;
  std::thread sampling([&] { ages = sample_ages(**store, done); });
  const std::uint64_t begin = now_nanos();
  write_steps(writer, steps, steps_per_second);
  done = true;
  sampling.join();
  flush(writer);
  const std::uint64_t written = now_nanos();
  const auto deadline = steady_clock::now() + kPatience;
  while (points_in(**store) < all && steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  const std::uint64_t seen = now_nanos();
  const std::uint64_t found = points_in(**store);
  if (found == all) check_series(**store, steps);

  Report report;
  report.add("points", static_cast<double>(all));
  report.add("lost", static_cast<double>(all) - static_cast<double>(found));
  report.add("points_per_second", static_cast<double>(all) * 1e9 /
                                      static_cast<double>(written - begin));
  report.add("age_ms", ages);
  report.add("worst_age_ms", std::ranges::max(ages));
  report.add("last_seen_after_ms", static_cast<double>(seen - written) * 1e-6);
  std::puts(report.to_json().c_str());
  return 0;
}

}  // namespace
}  // namespace stepline::bench

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs(stepline::bench::kUsage, stderr);
    return 2;
  }
  return stepline::bench::run(argv[1], std::atof(argv[2]), std::atof(argv[3]));
}
