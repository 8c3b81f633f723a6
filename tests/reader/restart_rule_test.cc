#include "reader/restart_rule.h"

#include <gtest/gtest.h>

namespace stepline::reader {
namespace {

using Restart = RestartRule::Restart;

class RestartRuleTest : public testing::Test {
 protected:
  Restart next(std::uint32_t file, std::int64_t step, double wall_secs) {
    const RestartRule::Point point{file, version_one_, step, wall_secs};
    const Restart restart = rule_.look(point);
    if (restart != Restart::None) rule_.supersede_from(step);
    rule_.add(point);
    return restart;
  }

  RestartRule rule_;
  bool version_one_ = false;
};

TEST_F(RestartRuleTest, AFirstPointRestartsNothing) {
  EXPECT_EQ(next(3, -5, 0), Restart::None);
}

TEST_F(RestartRuleTest, ALaterFileTakesUpFromTheLastStepOn) {
  next(0, 1, 101);
  next(0, 2, 102);
  EXPECT_EQ(next(1, 3, 200), Restart::None);
  EXPECT_EQ(next(2, 3, 300), Restart::NewFile);
  EXPECT_EQ(next(2, 1, 301), Restart::None);
}

TEST_F(RestartRuleTest, AFileWrittenMeanwhileRestartsNothing) {
  next(0, 5, 105);
  EXPECT_EQ(next(1, 3, 104.5), Restart::None);
  EXPECT_EQ(next(2, 3, 105), Restart::NewFile);
}

TEST_F(RestartRuleTest, AFileIsComparedWithTheHighestStepNotTheLastPoint) {
  next(0, 5, 105);
  next(0, 1, 101);
  EXPECT_EQ(next(1, 2, 103), Restart::None);
}

TEST_F(RestartRuleTest, GoingBackRestartsOnlyInVersionOne) {
  next(0, 5, 105);
  EXPECT_EQ(next(0, 4, 106), Restart::None);
  version_one_ = true;
  next(1, 9, 107);
  EXPECT_EQ(next(1, 9, 108), Restart::None);
  EXPECT_EQ(next(1, 8, 0), Restart::WentBack);
}

TEST_F(RestartRuleTest, AStartLeavesNothingToComeBackTo) {
  next(0, 9, 109);
  rule_.supersede_from(5);
  EXPECT_EQ(next(0, 5, 110), Restart::None);
  EXPECT_EQ(rule_.highest_step(), 5);
  EXPECT_EQ(next(1, 7, 111), Restart::None);
}

TEST(IsVersionOne, KnowsTheNumberBehindTheColon) {
  EXPECT_TRUE(is_version_one(std::nullopt));
  EXPECT_TRUE(is_version_one("brain.Event:1"));
  EXPECT_TRUE(is_version_one("brain.Event"));
  EXPECT_FALSE(is_version_one("brain.Event:2"));
}

}  // namespace
}  // namespace stepline::reader
