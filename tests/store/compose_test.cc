#include "store/compose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <random>
#include <vector>

namespace stepline::store {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Packed {
  Arena arena;
  Column column;
};

// Segments whose values tell where they come from: file * 1000 + position.
ScalarSegment segment(std::uint32_t file,
                      const std::vector<std::int64_t>& steps,
                      double first_wall_secs, std::uint32_t section = 0) {
  auto packed = std::make_shared<Packed>();
  SealScratch scratch;
  std::vector<double> walls;
  std::vector<float> values;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    walls.push_back(first_wall_secs + double(i));
    values.push_back(float(file * 1000 + i));
  }
  packed->column.append(seal_block(packed->arena, steps, walls,
                                   std::span<const float>(values), scratch),
                        packed->arena);
  return {.position = {file, section},
          .column = packed->column.view(),
          .sorted_by_step = packed->column.sorted_by_step(),
          .sorted_by_wall = packed->column.sorted_by_wall(),
          .owner = packed};
}

std::vector<double> values_of(const Curve& curve) {
  Points points;
  curve.read(0, curve.size(), points);
  return points.values;
}

std::vector<std::int64_t> steps_of(const Curve& curve) {
  Points points;
  curve.read(0, curve.size(), points);
  return points.steps;
}

TEST(Compose, JoinsFilesThatFollowOneAnother) {
  const std::vector segments{segment(0, {1, 2}, 100), segment(1, {3, 4}, 200)};
  const Composition all = compose(segments, {});
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 1, 1000, 1001));
  EXPECT_THAT(all.branches, IsEmpty());
  EXPECT_FALSE(all.merged);
  EXPECT_TRUE(all.live.sorted_by_wall);
}

TEST(Compose, SupersedesWhatALaterFileTakesUpAgain) {
  const std::vector segments{segment(0, {1, 2, 3, 4}, 100),
                             segment(1, {3, 4, 5}, 200)};
  const Composition all = compose(segments, {});
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 1, 1000, 1001, 1002));
  ASSERT_EQ(all.branches.size(), 1u);
  EXPECT_THAT(values_of(all.branches[0].curve), ElementsAre(2, 3));
  EXPECT_EQ(all.branches[0].info.restart_step, 3);
  EXPECT_EQ(all.branches[0].info.restart_wall_secs, 200);
  EXPECT_EQ(all.branches[0].info.first_step, 3);
  EXPECT_EQ(all.branches[0].info.last_step, 4);
  EXPECT_EQ(all.branches[0].info.count, 2u);
}

TEST(Compose, LetsALaterFileRepeatTheLastStep) {
  const std::vector segments{segment(0, {1, 2}, 100), segment(1, {2, 3}, 200)};
  const Composition all = compose(segments, {});
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 1000, 1001));
  ASSERT_EQ(all.branches.size(), 1u);
}

TEST(Compose, KeepsThePointsOfTwoWritersAtOnce) {
  const std::vector segments{segment(0, {1, 2, 3}, 100),
                             segment(1, {1, 2, 3}, 101)};
  const Composition all = compose(segments, {});
  EXPECT_THAT(steps_of(all.live), ElementsAre(1, 1, 2, 2, 3, 3));
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 1000, 1, 1001, 2, 1002));
  EXPECT_THAT(all.branches, IsEmpty());
  EXPECT_TRUE(all.merged);
}

TEST(Compose, KeepsThePointsOfASession) {
  std::vector segments{segment(0, {8, 9, 10, 11}, 100),
                       segment(1, {0, 1, 2, 3}, 200),
                       segment(2, {2, 9, 20}, 300)};
  for (ScalarSegment& one : segments) one.life.session = 7;
  const Composition all = compose(segments, {});
  EXPECT_THAT(steps_of(all.live),
              ElementsAre(0, 1, 2, 2, 3, 8, 9, 9, 10, 11, 20));
  EXPECT_THAT(values_of(all.live), ElementsAre(1000, 1001, 1002, 2000, 1003, 0,
                                               1, 2001, 2, 3, 2002));
  EXPECT_THAT(all.branches, IsEmpty());
  EXPECT_TRUE(all.merged);
}

TEST(Compose, KeepsThePointsOfFilesWhoseTimesOverlap) {
  std::vector segments{segment(0, {8, 9}, 100), segment(1, {0, 1}, 200)};
  segments[0].life = {.begin_secs = 90, .last_secs = 160};
  segments[1].life = {.begin_secs = 150, .last_secs = 201};
  EXPECT_THAT(values_of(compose(segments, {}).live),
              ElementsAre(1000, 1001, 0, 1));
  segments[0].life.last_secs = 150;
  EXPECT_THAT(values_of(compose(segments, {}).live), ElementsAre(1000, 1001));
}

TEST(Compose, LetsEachFileOfASessionTakeUpWhatWasBefore) {
  std::vector segments{segment(0, {0, 1, 2, 3}, 100), segment(1, {2, 3}, 200),
                       segment(2, {1, 4}, 300)};
  segments[1].life.session = segments[2].life.session = 7;
  const Composition all = compose(segments, {});
  EXPECT_THAT(steps_of(all.live), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 2000, 1000, 1001, 2001));
  ASSERT_EQ(all.branches.size(), 2u);
  EXPECT_THAT(values_of(all.branches[0].curve), ElementsAre(2, 3));
  EXPECT_EQ(all.branches[0].info.restart_step, 2);
  EXPECT_THAT(values_of(all.branches[1].curve), ElementsAre(1));
  EXPECT_EQ(all.branches[1].info.restart_step, 1);
}

TEST(Compose, PutsABranchOfSeveralFilesInTheOrderOfSteps) {
  std::vector segments{segment(0, {5, 7}, 100), segment(1, {4, 6}, 200),
                       segment(2, {5}, 300)};
  segments[0].life.session = segments[1].life.session = 7;
  const Composition all = compose(segments, {});
  EXPECT_THAT(values_of(all.live), ElementsAre(1000, 2000));
  ASSERT_EQ(all.branches.size(), 1u);
  EXPECT_THAT(values_of(all.branches[0].curve), ElementsAre(0, 1001, 1));
}

TEST(Compose, SparesOtherFilesOfTheSessionThatStarts) {
  std::vector segments{segment(0, {1, 2, 3}, 100), segment(1, {2, 3}, 200),
                       segment(2, {9}, 250), segment(2, {3, 4}, 300, 1)};
  segments[1].life.session = segments[2].life.session = 7;
  segments[3].life.session = 7;
  const std::vector<SessionStart> starts{{{2, 1}, 1, 299, 7}};
  const Composition all = compose(segments, starts);
  EXPECT_THAT(values_of(all.live), ElementsAre(1000, 1001, 2000, 2001));
}

TEST(Compose, CutsBackThroughSeveralFiles) {
  const std::vector segments{segment(0, {1, 2, 3}, 100),
                             segment(1, {4, 5, 6}, 200),
                             segment(2, {2, 3}, 300)};
  const Composition all = compose(segments, {});
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 2000, 2001));
  ASSERT_EQ(all.branches.size(), 1u);
  EXPECT_THAT(values_of(all.branches[0].curve),
              ElementsAre(1, 2, 1000, 1001, 1002));
}

TEST(Compose, CutsAtASessionsStartWhateverTheWallTimes) {
  const std::vector segments{segment(0, {1, 2, 3}, 500),
                             segment(1, {3, 4}, 200)};
  const std::vector<SessionStart> starts{{{1, 0}, 2, 199}};
  const Composition all = compose(segments, starts);
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 1000, 1001));
  ASSERT_EQ(all.branches.size(), 1u);
  EXPECT_EQ(all.branches[0].info.restart_step, 2);
  EXPECT_THAT(values_of(all.branches[0].curve), ElementsAre(1, 2));
}

TEST(Compose, CutsATagThatTheNewSessionHasNotWritten) {
  const std::vector segments{segment(0, {1, 2, 3}, 100)};
  const std::vector<SessionStart> starts{{{1, 0}, 2, 300}};
  EXPECT_THAT(values_of(compose(segments, starts).live), ElementsAre(0));
}

TEST(Compose, HasNothingToCutAtTheFirstSessionsStart) {
  const std::vector segments{segment(0, {0, 1}, 100, 1)};
  const std::vector<SessionStart> starts{{{0, 1}, 0, 99}};
  const Composition all = compose(segments, starts);
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 1));
  EXPECT_THAT(all.branches, IsEmpty());
}

TEST(Compose, PutsPointsOfOneFileInTheOrderOfSteps) {
  const std::vector segments{segment(0, {1, 3, 2, 3}, 100)};
  const Composition all = compose(segments, {});
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 2, 1, 3));
  EXPECT_FALSE(all.live.sorted_by_wall);
  EXPECT_TRUE(all.merged);
}

TEST(Compose, SupersedesWithinAFileOfVersionOne) {
  std::vector segments{segment(0, {1, 2, 3, 2, 3, 4}, 100)};
  segments[0].version_one = true;
  const Composition all = compose(segments, {});
  EXPECT_THAT(values_of(all.live), ElementsAre(0, 3, 4, 5));
  ASSERT_EQ(all.branches.size(), 1u);
  EXPECT_THAT(values_of(all.branches[0].curve), ElementsAre(1, 2));
}

TEST(ComposeQuickly, SaysNoOnlyWherePointsWouldBeCopied) {
  const std::vector restart{segment(0, {1, 2, 3}, 100),
                            segment(1, {2, 3}, 200)};
  EXPECT_TRUE(compose_quickly(restart, {}));
  const std::vector beside{segment(0, {1, 2, 3}, 100), segment(1, {2}, 101)};
  EXPECT_FALSE(compose_quickly(beside, {}));
  const std::vector disorder{segment(0, {2, 1}, 100)};
  EXPECT_FALSE(compose_quickly(disorder, {}));
  std::vector branch{segment(0, {5, 7}, 100), segment(1, {4, 6}, 200),
                     segment(2, {3}, 300)};
  branch[0].life.session = branch[1].life.session = 7;
  EXPECT_FALSE(compose_quickly(branch, {}));
}

// Every point is live or in exactly one branch, live ones are in order.
TEST(Compose, LosesNoPointOfRandomSegments) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::vector<ScalarSegment> segments;
    std::size_t total = 0;
    for (std::uint32_t file = 0; file < 1 + random() % 4; ++file) {
      std::vector<std::int64_t> steps(1 + random() % 6);
      for (auto& step : steps) step = random() % 10;
      if (random() % 3 != 0) std::ranges::sort(steps);
      segments.push_back(segment(file, steps, double(random() % 50)));
      segments.back().version_one = random() % 4 == 0;
      segments.back().life.session = random() % 3;
      total += steps.size();
    }
    std::vector<SessionStart> starts;
    if (random() % 2 == 0) {
      starts.push_back(
          {{std::uint32_t(random() % 4), 0}, std::int64_t(random() % 10), 0});
    }
    const Composition all = compose(segments, starts);
    EXPECT_TRUE(std::ranges::is_sorted(steps_of(all.live)));
    std::vector<double> seen = values_of(all.live);
    for (const auto& branch : all.branches) {
      for (const double value : values_of(branch.curve)) seen.push_back(value);
    }
    std::ranges::sort(seen);
    EXPECT_EQ(seen.size(), total);
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
  }
}

// Places follow the same rules as points.
TEST(ComposeBlobs, AgreesWithTheCompositionOfPoints) {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    std::vector<ScalarSegment> segments;
    std::vector<std::vector<BlobPlace>> places(4);
    std::vector<BlobSegment> blobs;
    for (std::uint32_t file = 0; file < 1 + random() % 4; ++file) {
      std::vector<std::int64_t> steps(1 + random() % 6);
      for (auto& step : steps) step = random() % 10;
      if (random() % 3 != 0) std::ranges::sort(steps);
      const double wall_secs = double(random() % 50);
      segments.push_back(segment(file, steps, wall_secs));
      segments.back().version_one = random() % 4 == 0;
      segments.back().life = {.session = random() % 3,
                              .begin_secs = double(random() % 50),
                              .last_secs = double(random() % 50)};
      for (std::size_t i = 0; i < steps.size(); ++i) {
        places[file].push_back({.step = steps[i],
                                .wall_secs = wall_secs + double(i),
                                .offset = file * 1000 + i});
      }
      blobs.push_back({.position = {file, 0},
                       .life = segments.back().life,
                       .version_one = segments.back().version_one,
                       .places = places[file],
                       .owner = nullptr});
    }
    const Composition points = compose(segments, {});
    const BlobComposition refs = compose_blobs(blobs, {});
    std::vector<double> offsets;
    for (const BlobRef& ref : refs.live) {
      offsets.push_back(double(ref.place.offset));
    }
    EXPECT_EQ(offsets, values_of(points.live)) << round;
    EXPECT_EQ(refs.branches.size(), points.branches.size());
  }
}

}  // namespace
}  // namespace stepline::store
