#include "cli/restarts.h"

#include <gtest/gtest.h>

namespace stepline::cli {
namespace {

class RestartsTest : public testing::Test {
 protected:
  // Adds a point of series 0 at the next place and returns the place.
  std::uint64_t point(std::uint32_t file, std::int64_t step) {
    begin(file);
    restarts_.add_point({.series = 0,
                         .place = place_,
                         .step = step,
                         .wall_secs = wall_secs_ += 1,
                         .version_one = version_one_});
    return place_++;
  }
  void begin(std::uint32_t file) {
    if (file + 1 == files_.size()) return;
    restarts_.begin_file(file, {.session = session_});
    files_.resize(file + 1, place_);
  }
  void start(std::int64_t step) {
    begin(files_.empty() ? 0 : std::uint32_t(files_.size() - 1));
    restarts_.add_start(place_++, step);
  }
  bool superseded(std::uint32_t series, std::uint64_t place,
                  std::int64_t step) const {
    std::uint32_t file = 0;
    while (file + 1 < files_.size() && files_[file + 1] <= place) ++file;
    return restarts_.superseded(series, file, place, step);
  }
  bool lives(std::uint64_t place, std::int64_t step) const {
    return !superseded(0, place, step);
  }

  Restarts restarts_;
  std::vector<std::uint64_t> files_;  // The place that each begins at.
  std::uint64_t session_ = 0;         // Of the next file.
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
  EXPECT_FALSE(superseded(3, 0, 5));
  place_ = 10;
  start(5);
  EXPECT_TRUE(superseded(3, 9, 7));
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

TEST_F(RestartsTest, AFileOfTheSameSessionSupersedesOnlyWhatIsOfOthers) {
  session_ = 6;
  const auto old = point(0, 4);
  session_ = 7;
  const auto at8 = point(1, 8);
  const auto at2 = point(2, 2);
  EXPECT_FALSE(lives(old, 4));
  EXPECT_TRUE(lives(at8, 8));
  EXPECT_TRUE(lives(at2, 2));
}

TEST_F(RestartsTest, AStartSparesOtherFilesOfItsSession) {
  const auto old = point(0, 4);
  session_ = 7;
  const auto beside = point(1, 8);
  begin(2);
  const auto before = point(2, 9);
  start(3);
  EXPECT_FALSE(lives(old, 4));
  EXPECT_TRUE(lives(beside, 8));
  EXPECT_FALSE(lives(before, 9));
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
