#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reader/following.h"

namespace stepline::reader {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FollowedLinksTest : public FollowingTest {};

INSTANTIATE_TEST_SUITE_P(, FollowedLinksTest,
                         ::testing::Values(Way::Inotify, Way::Polling),
                         name_of_way);

TEST_P(FollowedLinksTest, FollowsLinksToDirectories) {
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

TEST_P(FollowedLinksTest, FollowsLinksToFiles) {
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

TEST_P(FollowedLinksTest, FollowsTwoLinksToOneFile) {
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

TEST_P(FollowedLinksTest, SeesWhenALinkLeadsSomewhereAgain) {
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

TEST_P(FollowedLinksTest, GivesARunToItsOtherNameWhenTheFirstGoes) {
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

TEST_P(FollowedLinksTest, LeavesRunsAloneWhenALinkToThemMoves) {
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

}  // namespace
}  // namespace stepline::reader
