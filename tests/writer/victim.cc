// A program for tests to start, kill and let end in all the ways there are:
//   victim DIRECTORY HOW COUNT [PROGRESS]
// It adds COUNT scalars "loss" with value and step 0, 1, ... and then ends HOW.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "stepline/summary_writer.h"
#include "writer/victim_progress.h"

namespace stepline {
namespace {

SummaryWriter make_writer(const std::string& directory,
                          std::chrono::milliseconds flush_interval) {
  WriterOptions options;
  options.flush_interval = flush_interval;
  return SummaryWriter(directory, options);
}

// Long enough that nothing is in the file unless the end puts it there.
constexpr std::chrono::hours kNever{24};

void add_all(SummaryWriter& writer, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    writer.add_scalar("loss", double(i), i);
}

void beat(Progress& progress, const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  progress.last_beat = monotonic_nanos();
  for (;;) {
    std::this_thread::sleep_for(kVictimFlushInterval / 2);
    if (::write(fd, "x", 1) != 1) return;
    const std::int64_t now = monotonic_nanos();
    const std::int64_t gap = now - progress.last_beat.exchange(now);
    if (gap > progress.longest_gap) progress.longest_gap = gap;
  }
}

[[noreturn]] void add_until_killed(const std::string& directory,
                                   const char* progress_path) {
  const int fd = ::open(progress_path, O_RDWR);
  void* memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                        MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) std::_Exit(3);
  Progress& progress = *static_cast<Progress*>(memory);
  std::thread heart([&] { beat(progress, directory + ".heart"); });
  SummaryWriter writer = make_writer(directory, kVictimFlushInterval);
  Scalar loss = writer.scalar("loss");
  for (std::int64_t i = 0; i < Progress::kMostAdds; ++i) {
    // The time first: it is not later than the add.
    progress.times[i] = monotonic_nanos();
    loss.add(i, double(i));
    progress.added.store(i + 1);
    if (i % 10 == 9) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::_Exit(4);
}

}  // namespace
}  // namespace stepline

int main(int argc, char** argv) {
  using namespace stepline;
  if (argc < 4) return 2;
  const std::string directory = argv[1];
  const std::string_view how = argv[2];
  const std::int64_t count = std::atoll(argv[3]);

  if (how == "killed") add_until_killed(directory, argv[4]);
  if (how == "global") {
    static SummaryWriter global = make_writer(directory, kNever);
    add_all(global, count);
    return 0;
  }
  if (how == "never_destroyed") {
    static auto* const writer =
        new SummaryWriter(make_writer(directory, kNever));
    add_all(*writer, count);
    return 0;
  }
  SummaryWriter writer = make_writer(directory, kNever);
  add_all(writer, count);
  if (how == "return") return 0;
  if (how == "close") return writer.close() ? 0 : 1;
  if (how == "exit") std::exit(0);
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "throw") throw std::runtime_error("nobody catches this");
  if (how == "thread_throw") {
    std::thread([] { throw std::runtime_error("nor this"); }).join();
  }
  if (how == "terminate") std::terminate();
  if (how == "thread_exit") std::thread([] { std::exit(0); }).join();
  return 2;
}
