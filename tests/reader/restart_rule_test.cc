#include "reader/restart_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace stepline::reader {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Files = std::vector<std::uint32_t>;

class RestartRuleTest : public testing::Test {
 protected:
  Files next(std::uint32_t file, std::int64_t step, double wall_secs) {
    const RestartRule::Point point{file, version_one_, step, wall_secs};
    const Files superseded = rule_.superseded_by(point, lives_);
    for (const std::uint32_t one : superseded) rule_.supersede(one, step);
    rule_.add(point);
    return superseded;
  }

  RestartRule rule_;
  std::vector<FileLife> lives_ = std::vector<FileLife>(4);
  bool version_one_ = false;
};

TEST_F(RestartRuleTest, AFirstPointRestartsNothing) {
  EXPECT_THAT(next(3, -5, 0), IsEmpty());
}

TEST_F(RestartRuleTest, ALaterFileTakesUpFromTheLastStepOn) {
  next(0, 1, 101);
  next(0, 2, 102);
  EXPECT_THAT(next(1, 3, 200), IsEmpty());
  EXPECT_THAT(next(2, 3, 300), ElementsAre(1));
  EXPECT_THAT(next(2, 1, 301), IsEmpty());
}

TEST_F(RestartRuleTest, ALaterFileTakesUpFromAllThatHaveComeAsFar) {
  next(0, 5, 101);
  next(1, 7, 102);
  next(2, 9, 103);
  EXPECT_THAT(next(3, 6, 200), ElementsAre(1, 2));
}

TEST_F(RestartRuleTest, AFileWrittenMeanwhileRestartsNothing) {
  next(0, 5, 105);
  EXPECT_THAT(next(1, 3, 104.5), IsEmpty());
  EXPECT_THAT(next(2, 3, 105), ElementsAre(0, 1));
}

TEST_F(RestartRuleTest, AFileIsComparedWithTheHighestStepNotTheLastPoint) {
  next(0, 5, 105);
  next(0, 1, 101);
  EXPECT_THAT(next(1, 2, 103), IsEmpty());
}

TEST_F(RestartRuleTest, AFileOfTheSameSessionRestartsNothing) {
  lives_[0].session = lives_[2].session = 7;
  lives_[1].session = 8;
  next(0, 5, 105);
  EXPECT_THAT(next(1, 3, 200), ElementsAre(0));
  EXPECT_THAT(next(2, 1, 300), ElementsAre(1));
}

TEST_F(RestartRuleTest, FilesWithoutASessionShareNone) {
  EXPECT_FALSE(share_session({}, {}));
  EXPECT_FALSE(share_session({.session = 1}, {.session = 2}));
  EXPECT_TRUE(share_session({.session = 2}, {.session = 2}));
}

TEST_F(RestartRuleTest, AFileBegunWhileTheOtherLivedRestartsNothing) {
  lives_[0] = {.begin_secs = 100, .last_secs = 150};
  lives_[1] = {.begin_secs = 149, .last_secs = 250};
  lives_[2] = {.begin_secs = 150, .last_secs = 350};
  next(0, 5, 105);
  EXPECT_THAT(next(1, 3, 200), IsEmpty());
  EXPECT_THAT(next(2, 3, 300), ElementsAre(0));
}

TEST_F(RestartRuleTest, ATimeThatNoClockShowsMakesNoFileLiveOn) {
  EXPECT_EQ(later_of(150, 160), 160);
  EXPECT_EQ(later_of(150, 140), 150);
  EXPECT_EQ(later_of(150, 1.7e12), 150);  // Milliseconds.
}

TEST_F(RestartRuleTest, AFileThatDoesNotSayWhenItWasBegunMayRestart) {
  lives_[0].last_secs = 150;
  next(0, 5, 105);
  EXPECT_THAT(next(1, 3, 200), ElementsAre(0));
}

TEST_F(RestartRuleTest, GoingBackRestartsOnlyInVersionOne) {
  next(0, 5, 105);
  EXPECT_THAT(next(0, 4, 106), IsEmpty());
  version_one_ = true;
  next(1, 9, 107);
  EXPECT_THAT(next(1, 9, 108), IsEmpty());
  EXPECT_THAT(next(1, 8, 0), ElementsAre(1));
  EXPECT_THAT(next(1, 2, 109), ElementsAre(0, 1));
}

TEST_F(RestartRuleTest, GoingBackInVersionOneSparesSiblings) {
  version_one_ = true;
  lives_[0].session = lives_[1].session = 7;
  next(0, 5, 105);
  next(1, 6, 106);
  EXPECT_THAT(next(1, 2, 107), ElementsAre(1));
}

TEST_F(RestartRuleTest, AStartLeavesNothingToComeBackTo) {
  next(0, 9, 109);
  rule_.supersede(0, 5);
  EXPECT_THAT(next(0, 5, 110), IsEmpty());
  EXPECT_EQ(rule_.files()[0].step, 5);
  EXPECT_THAT(next(1, 7, 111), IsEmpty());
}

TEST_F(RestartRuleTest, TheLowestStepCanBeSuperseded) {
  constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
  next(0, 9, 109);
  rule_.supersede(0, kLowest);
  EXPECT_EQ(rule_.files()[0].step, kLowest);
}

TEST(IsVersionOne, KnowsTheNumberBehindTheColon) {
  EXPECT_TRUE(is_version_one(std::nullopt));
  EXPECT_TRUE(is_version_one("brain.Event:1"));
  EXPECT_TRUE(is_version_one("brain.Event"));
  EXPECT_FALSE(is_version_one("brain.Event:2"));
}

}  // namespace
}  // namespace stepline::reader
