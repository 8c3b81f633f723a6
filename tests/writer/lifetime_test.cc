// Many threads, many writers, and the ends of their lives.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "storage/temporary_directory.h"
#include "support/processes.h"
#include "support/scale.h"
#include "writer/writer_fixture.h"

namespace stepline {
namespace {

class LifetimeTest : public WriterTest {};

TEST(Threads, OfOneWriterLoseNothingAndStayInOrder) {
  constexpr int kThreads = 8;
  constexpr std::int64_t kEach = support::scaled(1'000'000, 20'000);
  const storage::TemporaryDirectory directory;
  storage::FileSystem& disk = storage::local_file_system();
  {
    SummaryWriter writer(directory.path());
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&writer, t] {
        // Half by handle, half by name.
        const std::string tag = std::to_string(t);
        Scalar scalar = writer.scalar(tag);
        for (std::int64_t i = 0; i < kEach; ++i) {
          if (t % 2 == 0) {
            scalar.add(i, double(t));
          } else {
            writer.add_scalar(tag, double(t), i);
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(writer.close());
    EXPECT_EQ(writer.dropped(), 0u);
  }
  const auto files = support::files_in(disk, directory.path());
  ASSERT_EQ(files.size(), 1u);
  std::vector<std::int64_t> next(kThreads, 0);
  std::vector<support::Point> points;
  std::int64_t wrong = 0;
  const auto end =
      support::for_each_event(disk, files[0], [&](const event::Event& event) {
        points.clear();
        support::append_points(event, points);
        for (const support::Point& point : points) {
          const auto thread = std::size_t(point.value);
          wrong += point.step != next[thread]++;
          wrong += point.tag != std::to_string(thread);
        }
      });
  EXPECT_EQ(end.damage, "");
  EXPECT_EQ(wrong, 0);
  for (int t = 0; t < kThreads; ++t) EXPECT_EQ(next[std::size_t(t)], kEach);
}

TEST_F(LifetimeTest, EveryMethodMayBeCalledByManyThreads) {
  constexpr int kRounds = support::scaled(300, 40);
  auto busy = options();
  busy.flush_interval = std::chrono::milliseconds(2);
  busy.rotate_bytes = 50'000;
  SummaryWriter writer = make_writer(busy);
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&writer, t] {
      const std::vector<float> values(100, 0.5f);
      const std::string tag = "thread" + std::to_string(t);
      for (int i = 0; i < kRounds; ++i) {
        writer.add_scalar(tag, i, i);
        EXPECT_TRUE(writer.add_scalars("main", {{tag, 1.0}, {"all", 2.0}}, i));
        EXPECT_TRUE(writer.add_text("text", "hello", i));
        EXPECT_TRUE(writer.add_histogram("histogram", values, i));
        EXPECT_TRUE(writer.add_tensor("tensor", values, i));
        if (i % 20 == t) {
          EXPECT_TRUE(writer.flush());
        }
        if (i % 50 == t) {
          EXPECT_TRUE(writer.close());
        }
        (void)writer.file_path();
        (void)writer.dropped();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(errors().empty());
  for (int t = 0; t < 6; ++t) {
    const std::string tag = "thread" + std::to_string(t);
    EXPECT_TRUE(counted(kRounds, tag)) << tag;
    EXPECT_EQ(points("run/main_" + tag).size(), std::size_t{kRounds});
  }
  EXPECT_EQ(points("run/main_all").size(), std::size_t{6 * kRounds});
}

TEST_F(LifetimeTest, AScalarMayAddWhileItsWriterEnds) {
  for (int round = 0; round < support::scaled(50, 20); ++round) {
    memory_.remove_tree("run");
    std::atomic<bool> enough{false};
    std::vector<std::thread> threads;
    {
      SummaryWriter writer = make_writer();
      for (int t = 0; t < 3; ++t) {
        threads.emplace_back(
            [&enough, scalar = writer.scalar(std::to_string(t))]() mutable {
              for (std::int64_t i = 0; !enough; ++i) scalar.add(i, double(i));
            });
      }
      std::this_thread::sleep_for(std::chrono::microseconds(200 * (round % 7)));
    }
    const auto at_the_end = memory_.content(files()[0]).size();
    enough = true;
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(files().size(), 1u);
    EXPECT_EQ(memory_.content(files()[0]).size(), at_the_end)
        << "nothing is written after the writer's end";
    std::vector<std::int64_t> next(3, 0);
    std::int64_t wrong = 0;
    for (const support::Point& point : points())
      wrong += point.step != next[std::size_t(std::stoi(point.tag))]++;
    EXPECT_EQ(wrong, 0);
  }
}

TEST(Writers, LeakNeitherDescriptorsNorThreads) {
  constexpr int kWriters = support::scaled(10'000, 300);
  const storage::TemporaryDirectory directory;
  std::thread([] {
  }).join();  // ThreadSanitizer adds one of its own at the first.
  const int fds = support::count_own("fd");
  const int threads = support::count_own("task");
  std::vector<SummaryWriter> open;
  for (int i = 0; i < kWriters; ++i) {
    const std::string run = directory / std::to_string(i % 100);
    open.emplace_back(run);
    if (i % 3 != 0) open.back().add_scalar("loss", i, i);
    if (i % 5 == 0) {
      EXPECT_TRUE(open.back().close());
    }
    if (open.size() == 10) open.clear();
  }
  open.clear();
  EXPECT_EQ(support::count_own("fd"), fds);
  // A thread that has been joined may be listed for a moment more.
  for (int i = 0; i < 1'000 && support::count_own("task") > threads; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(support::count_own("task"), threads);
  std::size_t logged = 0;
  for (int run = 0; run < 100; ++run) {
    logged += support::read_points(storage::local_file_system(),
                                   directory / std::to_string(run))
                  .size();
  }
  EXPECT_EQ(logged, std::size_t{kWriters} - (kWriters + 2) / 3);
}

TEST(Writers, DoNotGrowWithTheWritersBeforeThem) {
  const storage::TemporaryDirectory directory;
  const auto make_and_end = [&](int count) {
    for (int i = 0; i < count; ++i) {
      SummaryWriter writer(directory.path());
      writer.add_scalar("loss", 1, i);
    }
  };
  make_and_end(200);
  const long before = support::own_memory("VmRSS");
  make_and_end(support::scaled(2'000, 100));
  const long grown = support::own_memory("VmRSS") - before;
  EXPECT_LT(grown, (support::kSanitized ? 200 : 4) << 20);
}

}  // namespace
}  // namespace stepline
