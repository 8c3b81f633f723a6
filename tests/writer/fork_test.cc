// fork() with a live writer.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <map>
#include <thread>
#include <vector>

#include "stepline/summary_writer.h"
#include "storage/temporary_directory.h"
#include "support/processes.h"
#include "support/read_back.h"
#include "support/scale.h"

namespace stepline {
namespace {

storage::FileSystem& disk() { return storage::local_file_system(); }

void add_range(SummaryWriter& writer, std::string_view tag, std::int64_t begin,
               std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i)
    writer.add_scalar(tag, double(i), i);
}

// The steps of each tag, in the order of file names and records.
std::map<std::string, std::vector<std::int64_t>> steps_by_tag(
    const std::string& directory) {
  std::map<std::string, std::vector<std::int64_t>> steps;
  for (const support::Point& point : support::read_points(disk(), directory))
    steps[point.tag].push_back(point.step);
  return steps;
}

std::vector<std::int64_t> range(std::int64_t end) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(end));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::int64_t(i);
  return all;
}

TEST(Fork, GivesTheChildAFileOfItsOwn) {
  const storage::TemporaryDirectory directory;
  SummaryWriter writer(directory.path());
  add_range(writer, "parent", 0, 1'000);
  EXPECT_EQ(support::in_child([&] {
              if (!writer.file_path().empty()) return 1;
              add_range(writer, "child", 0, 1'000);
              if (!writer.flush()) return 2;
              return writer.file_path().empty() ? 3 : 0;
            }),
            0);
  add_range(writer, "parent", 1'000, 2'000);
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(support::files_in(disk(), directory.path()).size(), 2u);
  auto steps = steps_by_tag(directory.path());
  EXPECT_EQ(steps["parent"], range(2'000)) << "neither lost nor twice";
  EXPECT_EQ(steps["child"], range(1'000));
}

TEST(Fork, LeavesAChildThatLogsNothingWithoutAFile) {
  const storage::TemporaryDirectory directory;
  SummaryWriter writer(directory.path());
  add_range(writer, "parent", 0, 100);
  EXPECT_EQ(support::in_child([&]() -> int { std::exit(0); }), 0);
  EXPECT_EQ(support::in_child([&]() -> int { return 0; }), 0);
  EXPECT_EQ(support::in_child([&]() -> int {
              ::execl("/bin/true", "true", nullptr);
              return 1;
            }),
            0);
  EXPECT_EQ(support::in_child([&]() -> int { return writer.flush() ? 0 : 1; }),
            0);
  EXPECT_EQ(support::in_child([&]() -> int {
              { const SummaryWriter ended = std::move(writer); }
              std::exit(0);
            }),
            0);
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(support::files_in(disk(), directory.path()).size(), 1u);
  EXPECT_EQ(steps_by_tag(directory.path())["parent"], range(100));
}

TEST(Fork, OfAWriterThatWasNeverUsed) {
  const storage::TemporaryDirectory directory;
  SummaryWriter writer(directory.path());
  EXPECT_EQ(support::in_child([&]() -> int {
              add_range(writer, "child", 0, 10);
              std::exit(0);
            }),
            0);
  add_range(writer, "parent", 0, 10);
  EXPECT_TRUE(writer.close());
  auto steps = steps_by_tag(directory.path());
  EXPECT_EQ(steps["parent"], range(10));
  EXPECT_EQ(steps["child"], range(10));
}

TEST(Fork, OfAChildOfAChild) {
  const storage::TemporaryDirectory directory;
  SummaryWriter writer(directory.path());
  add_range(writer, "parent", 0, 100);
  EXPECT_EQ(support::in_child([&]() -> int {
              add_range(writer, "child", 0, 100);
              const int grandchild = support::in_child([&]() -> int {
                add_range(writer, "grandchild", 0, 100);
                return writer.close() ? 0 : 1;
              });
              return writer.close() ? grandchild : 1;
            }),
            0);
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(support::files_in(disk(), directory.path()).size(), 3u);
  auto steps = steps_by_tag(directory.path());
  for (const char* tag : {"parent", "child", "grandchild"})
    EXPECT_EQ(steps[tag], range(100)) << tag;
}

// Jobs too, so that the background thread is caught inside all it does.
TEST(Fork, WhileOtherThreadsAdd) {
  constexpr int kForks = support::scaled(50, 20);
  const storage::TemporaryDirectory directory;
  WriterOptions options;
  options.flush_interval = std::chrono::milliseconds(2);
  SummaryWriter writer(directory.path(), options);
  std::atomic<bool> enough{false};
  std::vector<std::int64_t> added(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < added.size(); ++t) {
    threads.emplace_back([&, t] {
      const std::vector<float> values(1'000, 1.0f);
      const std::string tag = "thread" + std::to_string(t);
      while (!enough) {
        writer.add_scalar(tag, 1, added[t]++);
        if (added[t] % 100 != 0) continue;
        (void)writer.add_histogram("histogram", values, added[t]);
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
    });
  }
  for (int i = 0; i < kForks; ++i) {
    ASSERT_EQ(support::in_child([&]() -> int {
                ::alarm(20);  // A deadlock ends by this signal.
                add_range(writer, "child" + std::to_string(i), 0, 50);
                if (!writer.add_text("text", "hello", i)) return 1;
                return writer.close() ? 0 : 2;
              }),
              0);
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(support::files_in(disk(), directory.path()).size(),
            std::size_t{kForks} + 1);
  auto steps = steps_by_tag(directory.path());
  for (std::size_t t = 0; t < added.size(); ++t)
    EXPECT_EQ(steps["thread" + std::to_string(t)], range(added[t]));
  for (int i = 0; i < kForks; ++i)
    EXPECT_EQ(steps["child" + std::to_string(i)], range(50));
}

TEST(BackgroundThread, TakesNoSignalOfTheProgram) {
  static std::atomic<int> taken_by{0};
  const storage::TemporaryDirectory directory;
  EXPECT_EQ(support::in_child([&]() -> int {
              SummaryWriter writer(directory.path());
              add_range(writer, "loss", 0, 10);
              if (!writer.flush()) return 1;
              std::signal(SIGUSR1, [](int) { taken_by = ::gettid(); });
              sigset_t usr1;
              sigemptyset(&usr1);
              sigaddset(&usr1, SIGUSR1);
              pthread_sigmask(SIG_BLOCK, &usr1, nullptr);
              ::kill(::getpid(), SIGUSR1);
              ::usleep(50'000);
              if (taken_by != 0) return 2;
              pthread_sigmask(SIG_UNBLOCK, &usr1, nullptr);
              return taken_by == ::getpid() ? 0 : 3;
            }),
            0);
}

TEST(BackgroundThread, ThatCannotBeStartedIsAnErrorNotAnException) {
  const storage::TemporaryDirectory directory;
  EXPECT_EQ(support::in_child([&]() -> int {
              std::string message;
              WriterOptions options;
              options.on_error = [&](const Error& error) {
                message = error.message;
              };
              SummaryWriter writer(directory.path(), options);
              const rlimit none{0, 0};
              if (::setrlimit(RLIMIT_NPROC, &none) != 0) return 1;
              if (::geteuid() == 0 && ::setuid(65'534) != 0) return 2;
              writer.add_scalar("loss", 1, 1);
              if (message.find("thread") == std::string::npos) return 3;
              if (writer.flush() || writer.close()) return 4;
              return writer.dropped() == 1 ? 0 : 5;
            }),
            0);
}

}  // namespace
}  // namespace stepline
