#include "reader/log_follower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "reader/following.h"
#include "storage/fault_file_system.h"

namespace stepline::reader {
namespace {

using std::chrono::hours;
using storage::FaultFileSystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class LogFollowerTest : public FollowingTest {};

INSTANTIATE_TEST_SUITE_P(, LogFollowerTest,
                         ::testing::Values(Way::Inotify, Way::Polling),
                         name_of_way);

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

TEST_P(LogFollowerTest, WaitsForRootsThatDoNotExistYetWhereItMay) {
  following_.follow(logs_.path() + "/later");
  EXPECT_THAT(changes(), ElementsAre(testing::StartsWith("error: ")));
  following_.may_be_missing();
  following_.follow(logs_.path() + "/later");
  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(following_.problems(), ElementsAre(testing::HasSubstr("later")));
  logs_.write("later/a/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added a: tfevents.1"));
  EXPECT_THAT(following_.mended(), ElementsAre("later"));
  logs_.write("later/a/tfevents.2");
  EXPECT_THAT(changes(), ElementsAre("added a: tfevents.2"));
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

}  // namespace
}  // namespace stepline::reader
