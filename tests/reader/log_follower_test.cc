#include "reader/log_follower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "reader/log_directory.h"
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
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

enum class Way { Inotify, Polling };

// Changes are made and asked for by one thread: the system has queued the
// events of a change when the call that makes it returns, so nothing waits.
class Following {
 public:
  explicit Following(Way way,
                     storage::FileSystem& files = storage::local_file_system())
      : way_(way), files_(files) {}

  void follow(std::vector<Root> roots) {
    LogFollower::Options options;
    options.poll = way_ == Way::Polling;
    // Each wait() looks at everything that is looked at by time.
    options.poll_interval = milliseconds(0);
    follower_ =
        std::move(*LogFollower::open(files_, std::move(roots), options));
  }
  void follow(const std::string& path) { follow({{"", path}}); }

  LogFollower& follower() { return *follower_; }

  // "grown run: name", a line for each; and the problems of the same wait().
  std::vector<std::string> changes() {
    problems_.clear();
    mended_.clear();
    const auto changes = follower_->wait(milliseconds(0));
    if (!changes) return {"error: " + changes.error().message};
    std::vector<std::string> lines;
    for (const LogFollower::Change& change : changes->files) {
      constexpr const char* kWhat[] = {"added", "grown", "replaced", "removed"};
      lines.push_back(kWhat[static_cast<int>(change.what)] + std::string(" ") +
                      change.run + ": " +
                      change.file.path.substr(change.file.path.rfind('/') + 1));
      last_ = change;
    }
    for (const Problem& problem : changes->problems) {
      problems_.push_back(problem.message);
    }
    for (const std::string& path : changes->mended) {
      mended_.push_back(path.substr(path.rfind('/') + 1));
    }
    return lines;
  }
  const std::vector<std::string>& problems() const { return problems_; }
  const std::vector<std::string>& mended() const { return mended_; }
  const LogFollower::Change& last() const { return last_; }

 private:
  Way way_;
  storage::FileSystem& files_;
  std::unique_ptr<LogFollower> follower_;
  std::vector<std::string> problems_;
  std::vector<std::string> mended_;
  LogFollower::Change last_;
};

class LogFollowerTest : public ::testing::TestWithParam<Way> {
 protected:
  LogFollowerTest() : following_(GetParam()) {}

  void start() {
    following_.follow(logs_.path());
    following_.changes();
  }
  std::vector<std::string> changes() { return following_.changes(); }

  LogDirectory logs_;
  Following following_;
};

INSTANTIATE_TEST_SUITE_P(, LogFollowerTest,
                         ::testing::Values(Way::Inotify, Way::Polling),
                         [](const auto& way) {
                           return way.param == Way::Inotify ? "ByInotify"
                                                            : "ByPolling";
                         });

TEST_P(LogFollowerTest, GivesWhatThereIsInTheOrderOfRunsAndNames) {
  logs_.write("run10/tfevents.1");
  logs_.write("run2/tfevents.9");
  logs_.write("run2/tfevents.10");
  following_.follow(logs_.path());
  EXPECT_THAT(changes(),
              ElementsAre("added run2: tfevents.10", "added run2: tfevents.9",
                          "added run10: tfevents.1"));
  EXPECT_THAT(changes(), IsEmpty());
}

TEST_P(LogFollowerTest, SeesNewFiles) {
  logs_.write("a/tfevents.1");
  start();
  logs_.write("a/tfevents.2");
  logs_.write("tfevents.3");
  logs_.write("a/readme.txt");
  EXPECT_THAT(changes(),
              ElementsAre("added .: tfevents.3", "added a: tfevents.2"));
  EXPECT_THAT(changes(), IsEmpty());
}

TEST_P(LogFollowerTest, SeesFilesGrow) {
  logs_.write("a/tfevents.1", "123");
  start();
  for (const std::uint64_t bytes : {6u, 9u}) {
    logs_.write("a/tfevents.1", "456");
    EXPECT_THAT(changes(), ElementsAre("grown a: tfevents.1"));
    EXPECT_EQ(following_.last().file.status.bytes, bytes);
  }
  EXPECT_THAT(changes(), IsEmpty());
}

TEST_P(LogFollowerTest, ReadsTruncatedFilesAnew) {
  logs_.write("a/tfevents.1", "123");
  start();
  logs_.truncate("a/tfevents.1");
  logs_.write("a/tfevents.1", "4");
  EXPECT_THAT(changes(), ElementsAre("replaced a: tfevents.1"));
  EXPECT_EQ(following_.last().file.status.bytes, 1u);
}

TEST_P(LogFollowerTest, ReadsFilesAnewThatAnotherWasRenamedTo) {
  logs_.write("a/tfevents.1", "123");
  start();
  logs_.write("a/.tfevents.1.tmp", "123456");
  logs_.rename("a/.tfevents.1.tmp", "a/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("replaced a: tfevents.1"));
  EXPECT_THAT(following_.problems(), IsEmpty());
  logs_.write("a/tfevents.1", "789");
  EXPECT_THAT(changes(), ElementsAre("grown a: tfevents.1"));
}

TEST_P(LogFollowerTest, SeesFilesRenamed) {
  logs_.write("a/tfevents.1");
  start();
  logs_.rename("a/tfevents.1", "a/tfevents.2");
  EXPECT_THAT(changes(),
              ElementsAre("removed a: tfevents.1", "added a: tfevents.2"));
  logs_.rename("a/tfevents.2", "a/done");
  EXPECT_THAT(changes(), ElementsAre("removed a: tfevents.2"));
}

TEST_P(LogFollowerTest, SeesFilesAndRunsDeleted) {
  logs_.write("a/tfevents.1");
  logs_.write("a/tfevents.2");
  logs_.write("a/b/tfevents.3");
  logs_.write("ab/tfevents.4");
  start();
  logs_.remove("a/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("removed a: tfevents.1"));
  logs_.remove("a");
  EXPECT_THAT(changes(),
              ElementsAre("removed a: tfevents.2", "removed a/b: tfevents.3"));
  logs_.write("a/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added a: tfevents.1"));
}

TEST_P(LogFollowerTest, SeesNestedDirectoriesThatAppearAtOnce) {
  start();
  logs_.write("x/y/z/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added x/y/z: tfevents.1"));
  logs_.write("x/y/z/tfevents.1");
  logs_.write("x/y/w/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added x/y/w: tfevents.1",
                                     "grown x/y/z: tfevents.1"));
}

TEST_P(LogFollowerTest, SeesATreeThatIsMovedIn) {
  const LogDirectory elsewhere;
  elsewhere.write("x/y/tfevents.1");
  start();
  std::filesystem::rename(elsewhere.path("x"), logs_.path("x"));
  EXPECT_THAT(changes(), ElementsAre("added x/y: tfevents.1"));
  logs_.write("x/y/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("grown x/y: tfevents.1"));
}

TEST_P(LogFollowerTest, FollowsARunUnderItsNewName) {
  logs_.write("a/b/tfevents.1");
  start();
  logs_.rename("a", "c");
  EXPECT_THAT(changes(),
              ElementsAre("removed a/b: tfevents.1", "added c/b: tfevents.1"));
  logs_.write("c/b/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("grown c/b: tfevents.1"));
  logs_.write("a/b/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added a/b: tfevents.1"));
}

TEST_P(LogFollowerTest, SeesTwoRunsChangePlaces) {
  logs_.write("a/tfevents.1");
  logs_.write("b/tfevents.2");
  start();
  logs_.rename("a", "c");
  logs_.rename("b", "a");
  logs_.rename("c", "b");
  EXPECT_THAT(changes(),
              ElementsAre("removed a: tfevents.1", "added a: tfevents.2",
                          "added b: tfevents.1", "removed b: tfevents.2"));
}

TEST_P(LogFollowerTest, ForgetsWhatCameAndWentUnseen) {
  start();
  logs_.write("a/tfevents.1");
  logs_.remove("a");
  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(following_.problems(), IsEmpty());
}

TEST_P(LogFollowerTest, FollowsLinksToDirectories) {
  const LogDirectory elsewhere;
  elsewhere.write("run/tfevents.1");
  start();
  logs_.link("there", elsewhere.path("run"));
  EXPECT_THAT(changes(), ElementsAre("added there: tfevents.1"));
  elsewhere.write("run/tfevents.1");
  elsewhere.write("run/deeper/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("grown there: tfevents.1",
                                     "added there/deeper: tfevents.1"));
  logs_.remove("there");
  EXPECT_THAT(changes(), ElementsAre("removed there: tfevents.1",
                                     "removed there/deeper: tfevents.1"));
}

TEST_P(LogFollowerTest, FollowsLinksToFiles) {
  const LogDirectory elsewhere;
  elsewhere.write("file");
  logs_.make_directory("a");
  logs_.link("a/tfevents.1", elsewhere.path("file"));
  start();
  for (int i = 0; i < 2; ++i) {
    elsewhere.write("file");
    EXPECT_THAT(changes(), ElementsAre("grown a: tfevents.1"));
  }
  elsewhere.write("new", "123456789");
  elsewhere.rename("new", "file");
  EXPECT_THAT(changes(), ElementsAre("replaced a: tfevents.1"));
  elsewhere.write("file");
  EXPECT_THAT(changes(), ElementsAre("grown a: tfevents.1"));
}

TEST_P(LogFollowerTest, FollowsTwoLinksToOneFile) {
  logs_.write("a/tfevents.1");
  logs_.make_directory("b");
  logs_.make_directory("c");
  logs_.link("b/tfevents.1", "../a/tfevents.1");
  logs_.link("c/tfevents.1", "../a/tfevents.1");
  start();
  logs_.write("a/tfevents.1");
  EXPECT_THAT(changes(),
              ElementsAre("grown a: tfevents.1", "grown b: tfevents.1",
                          "grown c: tfevents.1"));
  logs_.remove("b/tfevents.1");
  logs_.write("a/tfevents.1");
  EXPECT_THAT(changes(),
              ElementsAre("grown a: tfevents.1", "removed b: tfevents.1",
                          "grown c: tfevents.1"));
}

TEST_P(LogFollowerTest, SeesWhenALinkLeadsSomewhereAgain) {
  const LogDirectory elsewhere;
  logs_.link("run", elsewhere.path("run"));
  logs_.link("tfevents.1", elsewhere.path("file"));
  start();
  EXPECT_THAT(changes(), IsEmpty());
  elsewhere.write("run/tfevents.1");
  elsewhere.write("file");
  EXPECT_THAT(changes(),
              ElementsAre("added .: tfevents.1", "added run: tfevents.1"));
  elsewhere.remove("file");
  EXPECT_THAT(changes(), ElementsAre("removed .: tfevents.1"));
  EXPECT_THAT(following_.problems(), ElementsAre(HasSubstr("No such file")));
  elsewhere.write("file");
  EXPECT_THAT(changes(), ElementsAre("added .: tfevents.1"));
}

TEST_P(LogFollowerTest, GivesARunToItsOtherNameWhenTheFirstGoes) {
  const LogDirectory elsewhere;
  elsewhere.write("tfevents.1");
  logs_.link("run2", elsewhere.path());
  logs_.link("run10", elsewhere.path());
  start();
  logs_.remove("run2");
  EXPECT_THAT(changes(), ElementsAre("removed run2: tfevents.1",
                                     "added run10: tfevents.1"));
  logs_.link("run2", elsewhere.path());
  EXPECT_THAT(changes(), ElementsAre("added run2: tfevents.1",
                                     "removed run10: tfevents.1"));
  elsewhere.write("tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("grown run2: tfevents.1"));
}

TEST_P(LogFollowerTest, LeavesRunsAloneWhenALinkToThemMoves) {
  logs_.write("run1/tfevents.1");
  logs_.write("run2/tfevents.1");
  logs_.link("latest", "run1");
  start();
  logs_.remove("latest");
  logs_.link("latest", "run2");
  EXPECT_THAT(changes(), IsEmpty());
  logs_.write("run1/tfevents.1");
  logs_.remove("run2");
  EXPECT_THAT(changes(), ElementsAre("grown run1: tfevents.1",
                                     "removed run2: tfevents.1"));
}

TEST_P(LogFollowerTest, FollowsASingleFile) {
  logs_.write("a/tfevents.1");
  logs_.write("a/tfevents.2");
  following_.follow(logs_.path("a/tfevents.1"));
  EXPECT_THAT(changes(), ElementsAre("added .: tfevents.1"));
  logs_.write("a/tfevents.1");
  logs_.write("a/tfevents.2");
  EXPECT_THAT(changes(), ElementsAre("grown .: tfevents.1"));
  logs_.rename("a/tfevents.2", "a/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("replaced .: tfevents.1"));
  logs_.remove("a/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("removed .: tfevents.1"));
  logs_.write("a/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added .: tfevents.1"));
}

TEST_P(LogFollowerTest, FollowsSeveralRoots) {
  logs_.write("x/tfevents.1");
  logs_.write("y/tfevents.1");
  following_.follow({{"", logs_.path("x")}, {"why", logs_.path("y")}});
  EXPECT_THAT(changes(),
              ElementsAre("added why: tfevents.1", "added x: tfevents.1"));
  logs_.write("y/b/tfevents.2");
  logs_.write("x/tfevents.1");
  EXPECT_THAT(changes(),
              ElementsAre("added why/b: tfevents.2", "grown x: tfevents.1"));
}

TEST_P(LogFollowerTest, WantsTheRootsToExistAtFirst) {
  following_.follow(logs_.path("later"));
  EXPECT_THAT(changes(), ElementsAre(HasSubstr("error: cannot look at")));
  logs_.write("later/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added .: tfevents.1"));
}

TEST_P(LogFollowerTest, OutlivesARootThatGoesAndComesBack) {
  logs_.write("root/a/tfevents.1");
  following_.follow(logs_.path("root"));
  changes();
  logs_.remove("root");
  EXPECT_THAT(changes(), ElementsAre("removed a: tfevents.1"));
  EXPECT_THAT(following_.problems(), ElementsAre(HasSubstr("No such file")));
  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(following_.problems(), IsEmpty());
  logs_.write("root/b/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added b: tfevents.1"));
  EXPECT_THAT(following_.mended(), ElementsAre("root"));
  logs_.write("root/b/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("grown b: tfevents.1"));
}

TEST_P(LogFollowerTest, SeesARootExchangedForAnother) {
  logs_.write("one/a/tfevents.1");
  logs_.write("two/b/tfevents.1");
  logs_.link("root", "one");
  following_.follow(logs_.path("root"));
  changes();
  logs_.remove("root");
  logs_.link("root", "two");
  EXPECT_THAT(changes(),
              ElementsAre("removed a: tfevents.1", "added b: tfevents.1"));
}

TEST_P(LogFollowerTest, GivesProjectorConfigurationsToTheRunAbove) {
  logs_.write("a/tfevents.1");
  start();
  logs_.write(
      "a/plugins/org_tensorflow_tensorboard_projector/"
      "projector_config.pbtxt");
  EXPECT_THAT(changes(), ElementsAre("added a: projector_config.pbtxt"));
  logs_.remove("a/plugins");
  EXPECT_THAT(changes(), ElementsAre("removed a: projector_config.pbtxt"));
}

TEST_P(LogFollowerTest, ReportsAProblemOnceForAsLongAsItLasts) {
  logs_.make_directory("a");
  start();
  for (int i = 0; i < 2; ++i) {
    logs_.make_pipe("a/tfevents.1");
    EXPECT_THAT(changes(), IsEmpty());
    EXPECT_THAT(following_.problems(), ElementsAre(HasSubstr("not a regular")));
    EXPECT_THAT(changes(), IsEmpty());
    EXPECT_THAT(following_.problems(), IsEmpty());
    EXPECT_THAT(following_.mended(), IsEmpty());
    logs_.remove("a/tfevents.1");
    EXPECT_THAT(changes(), IsEmpty());
    EXPECT_THAT(following_.mended(), ElementsAre("tfevents.1"));
  }
}

TEST_P(LogFollowerTest, SeesADirectoryThatMayBeReadAtLast) {
  logs_.write("a/tfevents.1");
  ::chmod(logs_.path().c_str(), 0755);
  ::chmod(logs_.path("a").c_str(), 0700);
  // Permissions do not bind the superuser: here the list is refused once.
  FaultFileSystem files(storage::local_file_system());
  Following following(GetParam(), files);
  files.fail(FaultFileSystem::Operation::List, EACCES, 1);
  following.follow(logs_.path());
  EXPECT_THAT(following.changes(), IsEmpty());
  EXPECT_THAT(following.problems(),
              ElementsAre(HasSubstr("Permission denied")));
  ::chmod(logs_.path().c_str(), 0700);
  EXPECT_THAT(following.changes(), ElementsAre("added a: tfevents.1"));
  EXPECT_THAT(following.mended(), SizeIs(1));
  EXPECT_THAT(following.changes(), IsEmpty());
  EXPECT_THAT(following.mended(), IsEmpty());
}

TEST_P(LogFollowerTest, WithdrawsAHiddenFileOnlyWhenItHasGone) {
  logs_.write("a/.tfevents.1");
  following_.follow(logs_.path());
  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(following_.problems(), ElementsAre(HasSubstr("hidden")));
  logs_.write("a/tfevents.2");
  logs_.write("a/.tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added a: tfevents.2"));
  EXPECT_THAT(following_.mended(), IsEmpty());
  logs_.remove("a/.tfevents.1");
  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(following_.mended(), ElementsAre(".tfevents.1"));
}

TEST_P(LogFollowerTest, WithdrawsTheProblemsOfADirectoryThatGoes) {
  logs_.make_directory("a/b");
  start();
  logs_.make_pipe("a/b/tfevents.1");
  changes();
  logs_.remove("a");
  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(following_.mended(), ElementsAre("tfevents.1"));
}

TEST_P(LogFollowerTest, ReturnsAtOnceWhenWoken) {
  logs_.write("a/tfevents.1");
  start();
  following_.follower().wake();
  EXPECT_TRUE(following_.follower().wait(hours(24)));
  std::thread waker([&] { following_.follower().wake(); });
  EXPECT_TRUE(following_.follower().wait(hours(24)));
  waker.join();
}

TEST_P(LogFollowerTest, WaitsForAChange) {
  start();
  std::thread writer([&] { logs_.write("a/tfevents.1"); });
  const auto changes = following_.follower().wait(hours(24));
  writer.join();
  ASSERT_TRUE(changes);
  EXPECT_EQ(changes->files.size(), 1u);
}

TEST(LogFollower, HoldsTwoDescriptorsHoweverManyFilesThereAre) {
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

TEST(LogFollower, LooksOnlyWhereSomethingHappened) {
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

TEST(LogFollower, WalksNothingAgainBecauseOfALinkToTheLatestRun) {
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

TEST(LogFollower, SeesAFileMadeAgainUnderTheSameInode) {
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

TEST(LogFollower, WalksOnceWhenNotToFollow) {
  const LogDirectory logs;
  logs.write("a/tfevents.1");
  auto follower = *LogFollower::open(storage::local_file_system(),
                                     {{"", logs.path()}}, {.follow = false});
  EXPECT_EQ(follower->wait(milliseconds(0))->files.size(), 1u);
  logs.write("a/tfevents.1");
  EXPECT_THAT(follower->wait(hours(24))->files, IsEmpty());
}

TEST(LogFollower, PollsWhereNobodyTellsOfChanges) {
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

TEST(LogFollower, SaysNoReasonWherePollingWasAskedFor) {
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
