#include <algorithm>
#include <chrono>
#include <thread>

#include "base/clock.h"
#include "sections.h"
#include "stepline/summary_writer.h"
#include "storage/fault_file_system.h"
#include "writer/access.h"

namespace stepline::bench {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// A disk of 25 MB/s or so: a write of 256 KB takes this long.
constexpr auto kAppendDelay = milliseconds(10);
// 400,000 scalars a second, 20 MB/s: less than the disk takes, so that the
// queue has room.
constexpr std::size_t kBurst = 400;
constexpr auto kBurstInterval = microseconds(1000);

}  // namespace

void measure_slow_disk(const Setup& setup, Report& report) {
  const ScratchDirectory directory(setup.directory);
  storage::FaultFileSystem disk(storage::local_file_system());
  WriterOptions options;
  options.directory = directory.path();
  options.when_full = WhenFull::Drop;  // And nothing may be dropped.
  SummaryWriter writer = writer::Access::make(options, {disk, system_clock()});
  disk.set_append_delay(kAppendDelay);
  Scalar scalar = writer.scalar("train/loss");

  // Smoke runs on busy machines, too: no more than the ring holds.
  const std::size_t adds = setup.smoke ? 50'000 : 10'000'000;
  std::vector<double> nanos(adds);
  auto next_burst = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < adds;) {
    const std::size_t end = std::min(i + kBurst, adds);
    for (std::uint64_t before = now_nanos(); i < end; ++i) {
      scalar.add(static_cast<std::int64_t>(i), static_cast<double>(i));
      const std::uint64_t after = now_nanos();
      nanos[i] = static_cast<double>(after - before);
      before = after;
    }
    next_burst += kBurstInterval;
    std::this_thread::sleep_until(next_burst);
  }
  disk.set_append_delay(std::chrono::nanoseconds(0));
  flush(writer);
  report.add("slow_disk_p50_ns", percentile(nanos, 0.5));
  report.add("slow_disk_p99_ns", percentile(nanos, 0.99));
  report.add("slow_disk_p999_ns", percentile(nanos, 0.999));
  report.add("slow_disk_worst_ns", std::ranges::max(nanos));
}

}  // namespace stepline::bench
