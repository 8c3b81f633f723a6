#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reader/following.h"

namespace stepline::reader {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FollowedRootsTest : public FollowingTest {};

INSTANTIATE_TEST_SUITE_P(, FollowedRootsTest,
                         ::testing::Values(Way::Inotify, Way::Polling),
                         name_of_way);

TEST_P(FollowedRootsTest, FollowsASingleFile) {
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

TEST_P(FollowedRootsTest, FollowsSeveralRoots) {
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

TEST_P(FollowedRootsTest, WantsTheRootsToExistAtFirst) {
  following_.follow(logs_.path("later"));
  EXPECT_THAT(changes(), ElementsAre(HasSubstr("error: cannot look at")));
  logs_.write("later/tfevents.1");
  EXPECT_THAT(changes(), ElementsAre("added .: tfevents.1"));
}

TEST_P(FollowedRootsTest, OutlivesARootThatGoesAndComesBack) {
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

TEST_P(FollowedRootsTest, SeesARootExchangedForAnother) {
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

}  // namespace
}  // namespace stepline::reader
