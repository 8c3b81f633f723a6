// A store that follows real files while others write them and ask for them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "storage/file_system.h"
#include "storage/temporary_directory.h"
#include "store/event_log.h"
#include "store/memory_store.h"

namespace stepline::store {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kPatience{20000};

class LiveStoreTest : public ::testing::Test {
 protected:
  std::string path(const std::string& run,
                   const std::string& name = "events.out.tfevents.1") {
    fs::create_directories(directory_.path() + "/" + run);
    return directory_.path() + "/" + run + "/" + name;
  }
  static void append(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::app | std::ios::binary) << bytes;
  }

  void open(bool poll = false) {
    MemoryStoreOptions options;
    options.roots = {{"", directory_.path()}};
    options.follow = true;
    options.poll = poll;
    options.poll_interval = milliseconds(20);
    auto store = MemoryStore::open(storage::local_file_system(), options);
    ASSERT_TRUE(store) << store.error().message;
    store_ = std::move(*store);
    store_->wait_until_loaded();
  }

  // Waits for changes until the claim holds.
  bool becomes(const std::function<bool()>& claim) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    std::uint64_t cursor = store_->changes_since(0).cursor;
    while (!claim()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      store_->wait_for_changes(cursor, milliseconds(200));
      cursor = store_->changes_since(cursor).cursor;
    }
    return true;
  }

  std::uint64_t points() {
    std::uint64_t count = 0;
    for (const RunInfo& run : store_->runs()) count += run.points;
    return count;
  }

  storage::TemporaryDirectory directory_;
  std::unique_ptr<MemoryStore> store_;
};

TEST_F(LiveStoreTest, SeesNewGrownReplacedAndDeletedFiles) {
  EventLog log;
  log.scalar("x", 1, 1);
  append(path("a"), log.bytes());
  open();
  EXPECT_EQ(points(), 1u);

  const std::size_t before = log.bytes().size();
  log.scalar("x", 2, 2);
  append(path("a"), log.bytes().substr(before));
  EXPECT_TRUE(becomes([&] { return points() == 2; }));

  append(path("b/c"), EventLog().scalar("y", 1, 1).bytes());
  EXPECT_TRUE(becomes([&] { return store_->runs().size() == 2; }));
  EXPECT_TRUE(becomes([&] { return points() == 3; }));

  append(path("a", "new"), EventLog().scalar("x", 9, 9).bytes());
  fs::rename(path("a", "new"), path("a"));
  EXPECT_TRUE(becomes([&] { return points() == 2; }));

  fs::remove_all(directory_.path() + "/b");
  EXPECT_TRUE(becomes([&] { return store_->runs().size() == 1; }));
  EXPECT_EQ(store_->runs()[0].name, "a");
}

TEST_F(LiveStoreTest, SeesTheSameByPolling) {
  append(path("a"), EventLog().scalar("x", 1, 1).bytes());
  open(/*poll=*/true);
  append(path("b"), EventLog().scalar("x", 1, 1).scalar("x", 2, 2).bytes());
  EXPECT_TRUE(becomes([&] { return points() == 3; }));
}

TEST_F(LiveStoreTest, AnswersConsistentlyWhileAFileGrows) {
  constexpr std::int64_t kPoints = 3000;
  append(path("a"), EventLog().scalar("x", 0, 0).bytes());
  open();
  std::atomic<bool> done{false};
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      while (!done) {
        for (const SeriesInfo& info : store_->series({})) {
          const auto all = store_->points(info.id, 0, kPoints);
          ASSERT_TRUE(all);
          ASSERT_GE(all->size(), info.count);
          for (std::size_t k = 0; k < all->size(); ++k) {
            ASSERT_EQ(all->steps[k], std::int64_t(k));
            ASSERT_EQ(all->values[k], double(k));
          }
          RangeQuery query;
          query.series = {info.id};
          query.options.pixels = 10;
          query.options.smoothing = 0.5;
          ASSERT_EQ(store_->ranges(query).size(), 1u);
        }
      }
    });
  }
  EventLog log(2000, /*versioned=*/false);
  std::size_t written = 0;
  for (std::int64_t step = 1; step < kPoints; ++step) {
    log.scalar("x", step, float(step));
    if (step % 50 == 0 || step + 1 == kPoints) {
      append(path("a"), log.bytes().substr(written));
      written = log.bytes().size();
    }
  }
  EXPECT_TRUE(becomes([&] { return points() == kPoints; }));
  done = true;
  for (std::thread& reader : readers) reader.join();
}

TEST_F(LiveStoreTest, HoldsFewDescriptorsHoweverManyFilesThereAre) {
  constexpr int kFiles = 400;
  for (int i = 0; i < kFiles; ++i) {
    append(path("run" + std::to_string(i)),
           EventLog().scalar("x", 1, 1).bytes());
  }
  const auto descriptors = [] {
    return std::distance(fs::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = descriptors();
  open();
  EXPECT_EQ(points(), std::uint64_t{kFiles});
  EXPECT_LE(descriptors() - before, 8);
}

}  // namespace
}  // namespace stepline::store
