// By what means a LogFollower knows of changes, and what they cost.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reader/following.h"
#include "reader/wrapped_file_system.h"
#include "storage/fault_file_system.h"
#include "storage/memory_file_system.h"
#include "support/processes.h"

namespace stepline::reader {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using storage::FaultFileSystem;
using storage::WatchEvent;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(FollowingMeans, HoldsTwoDescriptorsHoweverManyFilesThereAre) {
  const LogDirectory logs;
  for (int i = 0; i < 50; ++i) {
    logs.write("run" + std::to_string(i) + "/tfevents.1");
  }
  const int before = support::count_own("fd");
  Following following(Way::Inotify);
  following.follow(logs.path());
  EXPECT_EQ(following.changes().size(), 50u);
  EXPECT_EQ(support::count_own("fd"), before + 2);
}

TEST(FollowingMeans, LooksOnlyWhereSomethingHappened) {
  const LogDirectory logs;
  for (int i = 0; i < 200; ++i) {
    logs.write("run" + std::to_string(i) + "/tfevents.1");
  }
  FaultFileSystem files(storage::local_file_system());
  Following following(Way::Inotify, files);
  following.follow(logs.path());
  EXPECT_EQ(following.changes().size(), 200u);
  const auto looks = [&] {
    return files.calls(FaultFileSystem::Operation::Status) +
           files.calls(FaultFileSystem::Operation::List);
  };
  const auto at_first = looks();
  EXPECT_THAT(following.changes(), IsEmpty());
  EXPECT_EQ(looks() - at_first, 1) << "is the root still the same?";
  logs.write("run7/tfevents.1");
  logs.write("run7/checkpoint.bin");
  const auto before = looks();
  EXPECT_THAT(following.changes(), ElementsAre("grown run7: tfevents.1"));
  EXPECT_LE(looks() - before, 4);
}

TEST(FollowingMeans, WalksNothingAgainBecauseOfALinkToTheLatestRun) {
  const LogDirectory logs;
  for (int i = 0; i < 100; ++i) {
    logs.write("run" + std::to_string(i) + "/tfevents.1");
  }
  logs.link("latest", "run99");
  FaultFileSystem files(storage::local_file_system());
  Following following(Way::Inotify, files);
  following.follow(logs.path());
  EXPECT_EQ(following.changes().size(), 100u);
  const auto before = files.calls(FaultFileSystem::Operation::List);
  logs.write("run100/tfevents.1");
  logs.remove("latest");
  logs.link("latest", "run100");
  EXPECT_THAT(following.changes(), ElementsAre("added run100: tfevents.1"));
  EXPECT_EQ(files.calls(FaultFileSystem::Operation::List), before + 1);
}

TEST(FollowingMeans, SeesAFileMadeAgainUnderTheSameInode) {
  const LogDirectory logs;
  logs.write("a/tfevents.1", "123");
  Following following(Way::Inotify);
  following.follow(logs.path());
  following.changes();
  logs.remove("a/tfevents.1");
  logs.write("a/tfevents.1", "123456");
  EXPECT_THAT(following.changes(), ElementsAre("replaced a: tfevents.1"));
  logs.remove("a");
  logs.write("a/tfevents.1", "1234567");
  EXPECT_THAT(following.changes(), ElementsAre("replaced a: tfevents.1"));
  logs.write("a/tfevents.1");
  EXPECT_THAT(following.changes(), ElementsAre("grown a: tfevents.1"));
}

TEST(FollowingMeans, WalksOnceWhenNotToFollow) {
  const LogDirectory logs;
  logs.write("a/tfevents.1");
  auto follower = *LogFollower::open(storage::local_file_system(),
                                     {{"", logs.path()}}, {.follow = false});
  EXPECT_EQ(follower->wait(milliseconds(0))->files.size(), 1u);
  logs.write("a/tfevents.1");
  EXPECT_THAT(follower->wait(hours(24))->files, IsEmpty());
}

TEST(FollowingMeans, PollsWhereNobodyTellsOfChanges) {
  storage::MemoryFileSystem files;
  ASSERT_TRUE(files.make_directories("logs/a"));
  ASSERT_TRUE(files.replace("logs/a/tfevents.1", "x"));
  Following following(Way::Inotify, files);
  following.follow("logs");
  EXPECT_THAT(following.changes(), ElementsAre("added a: tfevents.1"));
  EXPECT_THAT(following.follower().polling_reason(), HasSubstr("no changes"));
  ASSERT_TRUE(files.replace("logs/a/tfevents.1", "xyz"));
  EXPECT_THAT(following.changes(), ElementsAre("replaced a: tfevents.1"));
  files.remove_tree("logs/a");
  EXPECT_THAT(following.changes(), ElementsAre("removed a: tfevents.1"));
}

TEST(FollowingMeans, SaysNoReasonWherePollingWasAskedFor) {
  const LogDirectory logs;
  Following following(Way::Polling);
  following.follow(logs.path());
  EXPECT_THAT(following.changes(), IsEmpty());
  EXPECT_EQ(following.follower().polling_reason(), "");
}

// The system's watcher, which can be told to refuse and to lose events.
struct WatcherScript {
  int watches_left = 1 << 20;
  bool loses_events = false;
};

class ScriptedWatcher final : public storage::Watcher {
 public:
  ScriptedWatcher(std::unique_ptr<storage::Watcher> below,
                  WatcherScript& script)
      : below_(std::move(below)), script_(script) {}

  Result<int> watch(const std::string& path) override {
    if (script_.watches_left-- > 0) return below_->watch(path);
    return Error{ErrorCode::Io, "no more watches"};
  }
  void forget(int watch) override { below_->forget(watch); }
  Result<std::vector<WatchEvent>> wait(milliseconds timeout) override {
    auto events = below_->wait(timeout);
    if (!script_.loses_events || !events || events->empty()) return events;
    WatchEvent overflow;
    overflow.what = WatchEvent::What::Overflow;
    return std::vector<WatchEvent>{overflow};
  }
  void wake() override { below_->wake(); }

 private:
  std::unique_ptr<storage::Watcher> below_;
  WatcherScript& script_;
};

class ScriptedFileSystem final : public WrappedFileSystem {
 public:
  explicit ScriptedFileSystem(WatcherScript& script)
      : WrappedFileSystem(storage::local_file_system()), script_(script) {}
  Result<std::unique_ptr<storage::Watcher>> make_watcher() override {
    auto below = WrappedFileSystem::make_watcher();
    return std::unique_ptr<storage::Watcher>(
        std::make_unique<ScriptedWatcher>(std::move(*below), script_));
  }

 private:
  WatcherScript& script_;
};

class ScriptedFollowerTest : public ::testing::Test {
 protected:
  LogDirectory logs_;
  WatcherScript script_;
  ScriptedFileSystem files_{script_};
  Following following_{Way::Inotify, files_};
};

TEST_F(ScriptedFollowerTest, WalksWhenEventsWereLost) {
  logs_.write("a/tfevents.1");
  logs_.write("b/tfevents.1");
  following_.follow(logs_.path());
  following_.changes();
  script_.loses_events = true;
  logs_.write("a/tfevents.1");
  logs_.write("c/tfevents.1");
  logs_.remove("b");
  EXPECT_THAT(following_.changes(),
              ElementsAre("grown a: tfevents.1", "removed b: tfevents.1",
                          "added c: tfevents.1"));
  script_.loses_events = false;
  logs_.write("a/tfevents.1");
  logs_.write("c/tfevents.1");
  EXPECT_THAT(following_.changes(),
              ElementsAre("grown a: tfevents.1", "grown c: tfevents.1"));
  EXPECT_EQ(following_.follower().polling_reason(), "");
}

TEST_F(ScriptedFollowerTest, PollsWhenThereAreNotEnoughWatches) {
  logs_.write("a/tfevents.1");
  logs_.write("b/tfevents.1");
  script_.watches_left = 2;
  following_.follow(logs_.path());
  EXPECT_THAT(following_.changes(),
              ElementsAre("added a: tfevents.1", "added b: tfevents.1"));
  EXPECT_EQ(following_.follower().polling_reason(), "no more watches");
  logs_.write("b/tfevents.1");
  logs_.write("c/tfevents.1");
  EXPECT_THAT(following_.changes(),
              ElementsAre("grown b: tfevents.1", "added c: tfevents.1"));
}

TEST_F(ScriptedFollowerTest, PollsFromWhenWatchesRunOut) {
  logs_.write("a/tfevents.1");
  script_.watches_left = 2;
  following_.follow(logs_.path());
  following_.changes();
  EXPECT_EQ(following_.follower().polling_reason(), "");
  logs_.write("b/tfevents.1");
  EXPECT_THAT(following_.changes(), ElementsAre("added b: tfevents.1"));
  EXPECT_EQ(following_.follower().polling_reason(), "no more watches");
  logs_.write("a/tfevents.1");
  logs_.write("b/tfevents.1");
  EXPECT_THAT(following_.changes(),
              ElementsAre("grown a: tfevents.1", "grown b: tfevents.1"));
  following_.follower().wake();
  EXPECT_TRUE(following_.follower().wait(hours(24)));
}

}  // namespace
}  // namespace stepline::reader
