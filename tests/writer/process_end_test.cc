// What is in the file when a process ends, in each of the ways it can.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <random>
#include <thread>

#include "storage/temporary_directory.h"
#include "support/processes.h"
#include "support/read_back.h"
#include "support/scale.h"
#include "writer/victim_progress.h"

namespace stepline {
namespace {

storage::FileSystem& disk() { return storage::local_file_system(); }

void expect_counted(const std::vector<support::Point>& points,
                    std::int64_t count) {
  ASSERT_EQ(points.size(), std::size_t(count));
  for (std::int64_t i = 0; i < count; ++i) {
    ASSERT_EQ(points[std::size_t(i)].step, i);
    ASSERT_EQ(points[std::size_t(i)].value, double(i));
  }
}

struct End {
  const char* how;
  int status;
};

class ProcessThatEndsBy : public testing::TestWithParam<End> {};

TEST_P(ProcessThatEndsBy, LosesNothing) {
  constexpr std::int64_t kCount = 20'000;
  const storage::TemporaryDirectory directory;
  const pid_t victim = support::spawn({STEPLINE_VICTIM, directory.path(),
                                       GetParam().how, std::to_string(kCount)});
  EXPECT_EQ(support::wait_for(victim), GetParam().status);
  expect_counted(support::read_points(disk(), directory.path()), kCount);
  EXPECT_EQ(support::files_in(disk(), directory.path()).size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(
    Ends, ProcessThatEndsBy,
    testing::Values(End{"close", 0}, End{"return", 0}, End{"global", 0},
                    End{"never_destroyed", 0}, End{"exit", 0},
                    End{"thread_exit", 0}, End{"quick_exit", 0},
                    End{"throw", -SIGABRT}, End{"thread_throw", -SIGABRT},
                    End{"terminate", -SIGABRT}),
    [](const auto& of) { return std::string(of.param.how); });

TEST(Processes, ShareADirectoryWithoutSharingAFile) {
  constexpr int kProcesses = 16;
  constexpr std::int64_t kCount = support::scaled(50'000, 2'000);
  const storage::TemporaryDirectory directory;
  const std::string run = directory / "not/made/yet";
  std::vector<pid_t> victims;
  for (int i = 0; i < kProcesses; ++i)
    victims.push_back(support::spawn(
        {STEPLINE_VICTIM, run, "close", std::to_string(kCount)}));
  for (const pid_t victim : victims) EXPECT_EQ(support::wait_for(victim), 0);
  const auto files = support::files_in(disk(), run);
  ASSERT_EQ(files.size(), std::size_t{kProcesses});
  for (const std::string& file : files) {
    std::vector<support::Point> points;
    for (const event::Event& event : support::read_events(disk(), file))
      support::append_points(event, points);
    expect_counted(points, kCount);
  }
}

// The memory that a victim tells its progress in.
class SharedProgress {
 public:
  explicit SharedProgress(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
    EXPECT_EQ(::ftruncate(fd, sizeof(Progress)), 0);
    void* memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                          MAP_SHARED, fd, 0);
    EXPECT_NE(memory, MAP_FAILED);
    ::close(fd);
    progress_ = static_cast<Progress*>(memory);
  }
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;
  ~SharedProgress() { ::munmap(progress_, sizeof(Progress)); }

  const Progress* operator->() const { return progress_; }

 private:
  Progress* progress_;
};

// One victim, killed after it has added for this long.
void kill_one(std::chrono::microseconds after) {
  const storage::TemporaryDirectory directory;
  const std::string run = directory / "run";
  const SharedProgress progress(directory / "progress");
  const pid_t victim = support::spawn(
      {STEPLINE_VICTIM, run, "killed", "0", directory / "progress"});
  while (progress->added.load() == 0)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  std::this_thread::sleep_for(after);
  const std::int64_t killed_at = monotonic_nanos();
  ::kill(victim, SIGKILL);
  ASSERT_EQ(support::wait_for(victim), -SIGKILL);

  std::vector<support::Point> points;
  const auto files = support::files_in(disk(), run);
  ASSERT_EQ(files.size(), 1u);
  const support::ReadEnd end =
      support::for_each_event(disk(), files[0], [&](const event::Event& event) {
        support::append_points(event, points);
      });
  EXPECT_EQ(end.damage, "");
  // One may be in the file whose add was not counted yet.
  const std::int64_t added = progress->added.load();
  ASSERT_LE(points.size(), std::size_t(added) + 1);
  expect_counted(points, std::int64_t(points.size()));
  if (std::int64_t(points.size()) >= added) return;
  const std::int64_t age = killed_at - progress->times[points.size()];
  const std::int64_t interval =
      std::chrono::nanoseconds(kVictimFlushInterval).count();
  const std::int64_t gap = std::max<std::int64_t>(
      progress->longest_gap, killed_at - progress->last_beat);
  const std::int64_t late = std::max<std::int64_t>(0, gap - interval / 2);
  EXPECT_LE(age, interval + late)
      << "lost " << added - std::int64_t(points.size()) << " of " << added;
}

TEST(Kill9, LosesNoMoreThanTheFlushInterval) {
  constexpr int kKills = support::scaled(200, 10);
  constexpr int kAtOnce = 8;
  std::mt19937 random(20240607);
  std::uniform_int_distribution<int> micros(0, 600'000);
  std::vector<std::chrono::microseconds> moments;
  for (int i = 0; i < kKills; ++i) moments.emplace_back(micros(random));
  std::vector<std::thread> killers;
  for (int k = 0; k < kAtOnce; ++k) {
    killers.emplace_back([&moments, k] {
      for (std::size_t i = std::size_t(k); i < moments.size(); i += kAtOnce)
        kill_one(moments[i]);
    });
  }
  for (std::thread& killer : killers) killer.join();
}

}  // namespace
}  // namespace stepline
