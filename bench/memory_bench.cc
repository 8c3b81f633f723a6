#include <chrono>
#include <fstream>
#include <optional>
#include <thread>

#include "arrays.h"
#include "base/clock.h"
#include "sections.h"
#include "stepline/summary_writer.h"
#include "storage/fault_file_system.h"
#include "writer/access.h"

namespace stepline::bench {
namespace {

constexpr std::size_t kQueueBytes = std::size_t{64} << 20;

double resident_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == "VmRSS:" && status >> kilobytes) return kilobytes * 1024;
  }
  require(false, "/proc/self/status has no VmRSS");
  return 0;
}

std::vector<SummaryWriter> make_writers(const std::string& directory,
                                        std::size_t count) {
  std::vector<SummaryWriter> writers;
  for (std::size_t i = 0; i < count; ++i)
    writers.emplace_back(directory + "/" + std::to_string(i));
  return writers;
}

void measure_idle(const Setup& setup, Report& report) {
  constexpr std::size_t kWriters = 100;
  const ScratchDirectory directory(setup.directory);
  { const auto warm_up = make_writers(directory.path() + "/warm_up", 2); }
  const double before = resident_bytes();
  auto writers = make_writers(directory.path(), kWriters);
  const double fresh = resident_bytes();
  for (SummaryWriter& writer : writers) {
    writer.add_scalar("loss", 1, 1);
    flush(writer);
  }
  const double used = resident_bytes();
  report.add("fresh_writer_bytes", (fresh - before) / kWriters);
  report.add("idle_writer_bytes", (used - before) / kWriters);
}

// Adds until the writer drops, with a disk that does not answer for a while.
template <class Add>
double bytes_when_full(const Setup& setup, Add add) {
  const ScratchDirectory directory(setup.directory);
  storage::FaultFileSystem disk(storage::local_file_system());
  WriterOptions options;
  options.directory = directory.path();
  options.queue_bytes = kQueueBytes;
  options.when_full = WhenFull::Drop;
  const double before = resident_bytes();
  SummaryWriter writer = writer::Access::make(options, {disk, system_clock()});
  disk.set_append_delay(std::chrono::milliseconds(setup.smoke ? 200 : 1000));
  for (std::int64_t step = 0; writer.dropped() < 10; ++step) add(writer, step);
  const double full = resident_bytes();
  disk.set_append_delay(std::chrono::nanoseconds(0));
  return full - before;
}

}  // namespace

void measure_memory(const Setup& setup, Report& report) {
  measure_idle(setup, report);
  report.add("stalled_scalars_bytes",
             bytes_when_full(setup, [](SummaryWriter& writer, auto step) {
               writer.add_scalar("loss", 1, step);
             }));
  const std::vector<float> values = normal_floats(1'000'000);
  report.add("stalled_histograms_bytes",
             bytes_when_full(setup, [&](SummaryWriter& writer, auto step) {
               (void)writer.add_histogram("weights", values, step);
             }));
  report.add("queue_bound_bytes", static_cast<double>(kQueueBytes));
}

}  // namespace stepline::bench
