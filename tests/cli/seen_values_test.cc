#include "cli/seen_values.h"

#include <gmock/gmock.h>

namespace stepline::cli {
namespace {

using store::Point;
using testing::ElementsAre;
using testing::IsEmpty;

class SeenValuesTest : public testing::Test {
 protected:
  // The steps of those that are new.
  std::vector<std::int64_t> grow(const std::vector<Point>& points) {
    std::vector<std::int64_t> fresh;
    for (const Point& point : points) {
      if (seen_.take(point)) fresh.push_back(point.step);
    }
    return fresh;
  }
  std::vector<std::int64_t> rewrite(const std::vector<Point>& points) {
    seen_.rewind(0);
    const auto fresh = grow(points);
    seen_.finish();
    return fresh;
  }

  SeenValues seen_;
};

TEST_F(SeenValuesTest, TellsEachValueOnce) {
  EXPECT_THAT(grow({{1, 10, 0}, {2, 11, 0}}), ElementsAre(1, 2));
  EXPECT_EQ(seen_.position(), 2u);
  EXPECT_THAT(grow({{3, 12, 0}}), ElementsAre(3));
  EXPECT_THAT(rewrite({{1, 10, 0}, {2, 11, 0}, {3, 12, 0}}), IsEmpty());
  EXPECT_THAT(grow({{4, 13, 0}}), ElementsAre(4));
}

TEST_F(SeenValuesTest, TellsNewValuesAmongOldOnesWhateverTheirTimes) {
  grow({{1, 10, 0}, {3, 11, 0}, {5, 12, 0}});
  EXPECT_THAT(
      rewrite({{1, 10, 0}, {2, 5, 0}, {3, 11, 0}, {4, 6, 0}, {5, 12, 0}}),
      ElementsAre(2, 4));
}

TEST_F(SeenValuesTest, GoesBackOnlyAsFarAsItMust) {
  grow({{1, 10, 0}, {3, 11, 0}});
  seen_.rewind(1);
  EXPECT_EQ(seen_.position(), 1u);
  EXPECT_THAT(grow({{2, 5, 0}, {3, 11, 0}}), ElementsAre(2));
  seen_.finish();
  seen_.rewind(100);
  EXPECT_EQ(seen_.position(), 3u);
}

TEST_F(SeenValuesTest, TellsWhatARestartWroteAgain) {
  grow({{1, 10, 0}, {2, 11, 0}, {3, 12, 0}});
  EXPECT_THAT(rewrite({{1, 10, 0}, {2, 5, 0}}), ElementsAre(2));
  EXPECT_EQ(seen_.position(), 2u);
}

TEST_F(SeenValuesTest, DoesNotTellAgainWhatComesBack) {
  grow({{1, 10, 0}, {2, 11, 0}});
  EXPECT_THAT(rewrite({{1, 10, 0}}), IsEmpty());
  EXPECT_THAT(rewrite({{1, 10, 0}, {2, 11, 0}, {2, 11, 0}}), ElementsAre(2));
}

TEST_F(SeenValuesTest, TellsEqualValuesAsOftenAsTheyCome) {
  grow({{1, 10, 0}, {1, 10, 0}});
  EXPECT_THAT(rewrite({{0, 1, 0}, {1, 10, 0}, {1, 10, 0}, {1, 10, 0}}),
              ElementsAre(0, 1));
}

}  // namespace
}  // namespace stepline::cli
