#include "cli/restarts.h"

#include <gtest/gtest.h>

namespace stepline::cli {
namespace {

class RestartsTest : public testing::Test {
 protected:
  // Adds a point of series 0 at the next place and returns the place.
  std::uint64_t point(std::uint32_t file, std::int64_t step) {
    restarts_.add_point({.series = 0,
                         .file = file,
                         .place = place_,
                         .step = step,
                         .wall_secs = wall_secs_ += 1,
                         .version_one = version_one_});
    return place_++;
  }
  void start(std::int64_t step) { restarts_.add_start(place_++, step); }
  bool lives(std::uint64_t place, std::int64_t step) const {
    return !restarts_.superseded(0, place, step);
  }

  Restarts restarts_;
  std::uint64_t place_ = 0;
  double wall_secs_ = 0;
  bool version_one_ = false;
};

TEST_F(RestartsTest, AStartSupersedesItsStepAndAllAfterIt) {
  const auto at4 = point(0, 4);
  const auto at5 = point(0, 5);
  const auto at6 = point(0, 6);
  start(5);
  const auto again = point(0, 5);
  EXPECT_TRUE(lives(at4, 4));
  EXPECT_FALSE(lives(at5, 5));
  EXPECT_FALSE(lives(at6, 6));
  EXPECT_TRUE(lives(again, 5));
}

TEST_F(RestartsTest, AStartConcernsEverySeries) {
  start(5);
  EXPECT_TRUE(restarts_.superseded(3, 0, 5) == false);
  place_ = 10;
  start(5);
  EXPECT_TRUE(restarts_.superseded(3, 9, 7));
}

TEST_F(RestartsTest, ALaterFileSupersedesFromItsFirstStepOn) {
  const auto at1 = point(0, 1);
  const auto at2 = point(0, 2);
  const auto at3 = point(0, 3);
  const auto again = point(1, 2);
  EXPECT_TRUE(lives(at1, 1));
  EXPECT_FALSE(lives(at2, 2));
  EXPECT_FALSE(lives(at3, 3));
  EXPECT_TRUE(lives(again, 2));
}

TEST_F(RestartsTest, AFileWrittenMeanwhileSupersedesNothing) {
  const auto at1 = point(0, 1);
  const auto at3 = point(0, 3);
  wall_secs_ = 0;
  point(1, 1);
  EXPECT_TRUE(lives(at1, 1));
  EXPECT_TRUE(lives(at3, 3));
}

TEST_F(RestartsTest, GoingBackInsideAFileIsNoRestart) {
  const auto at5 = point(0, 5);
  point(0, 1);
  EXPECT_TRUE(lives(at5, 5));
}

TEST_F(RestartsTest, GoingBackInsideAFileOfVersionOneIs) {
  version_one_ = true;
  const auto at4 = point(0, 4);
  const auto at5 = point(0, 5);
  const auto again = point(0, 5);
  point(0, 5);
  EXPECT_TRUE(lives(at5, 5));
  const auto back = point(0, 4);
  EXPECT_FALSE(lives(at4, 4));
  EXPECT_FALSE(lives(again, 5));
  EXPECT_TRUE(lives(back, 4));
}

TEST_F(RestartsTest, ManyRestartsCountTogether) {
  const auto first = point(0, 3);
  start(10);
  EXPECT_TRUE(lives(first, 3));
  const auto second = point(0, 12);
  start(2);
  EXPECT_FALSE(lives(first, 3));
  EXPECT_FALSE(lives(second, 12));
  const auto third = point(0, 11);
  start(11);
  EXPECT_FALSE(lives(third, 11));
  EXPECT_FALSE(lives(first, 3));
}

}  // namespace
}  // namespace stepline::cli
