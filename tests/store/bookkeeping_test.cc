// The small parts of the store: names, changes, the cache, the plan.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/blob_cache.h"
#include "store/change_log.h"
#include "store/load_plan.h"
#include "store/name_table.h"

namespace stepline::store {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NameTable, KnowsEachNameByOneNumber) {
  NameTable names;
  std::vector<std::uint32_t> ids;
  for (int i = 0; i < 1000; ++i) {
    ids.push_back(names.intern("tag" + std::to_string(i)));
  }
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "tag" + std::to_string(i);
    EXPECT_EQ(names.intern(name), ids[i]);
    EXPECT_EQ(names.find(name), ids[i]);
    EXPECT_EQ(names[ids[i]], name);
  }
  EXPECT_EQ(names.size(), 1000u);
  EXPECT_EQ(names.find("tag1000"), std::nullopt);
}

TEST(NameTable, HasNothingAtFirst) {
  EXPECT_EQ(NameTable().find(""), std::nullopt);
}

TEST(ChangeLog, TellsWhatHappenedSinceACursor) {
  ChangeLog log;
  log.run_added(RunId{1});
  const std::uint64_t cursor = log.cursor();
  log.run_added(RunId{2});
  log.series_added(SeriesId{5});
  log.series_grew(SeriesId{3}, 10);
  log.series_grew(SeriesId{3}, 20);
  log.series_rewritten(SeriesId{4});
  const Changes changes = log.since(cursor);
  EXPECT_FALSE(changes.reset);
  EXPECT_THAT(changes.runs_added, ElementsAre(RunId{2}));
  ASSERT_EQ(changes.series.size(), 3u);
  EXPECT_TRUE(changes.series[0].added);
  EXPECT_EQ(changes.series[1].from, 10u);
  EXPECT_FALSE(changes.series[1].rewritten);
  EXPECT_TRUE(changes.series[2].rewritten);
  EXPECT_EQ(changes.cursor, log.cursor());
  EXPECT_THAT(log.since(changes.cursor).series, IsEmpty());
}

TEST(ChangeLog, ForgetsWhatCameAndWent) {
  ChangeLog log;
  const std::uint64_t cursor = log.cursor();
  log.series_added(SeriesId{5});
  log.series_removed(SeriesId{5});
  log.series_removed(SeriesId{6});
  log.run_removed(RunId{1});
  const Changes changes = log.since(cursor);
  EXPECT_THAT(changes.series, IsEmpty());
  EXPECT_THAT(changes.series_removed, ElementsAre(SeriesId{6}));
  EXPECT_THAT(changes.runs_removed, ElementsAre(RunId{1}));
}

TEST(ChangeLog, CallsASeriesRewrittenThatWentAndCameBack) {
  ChangeLog log;
  const std::uint64_t cursor = log.cursor();
  log.series_removed(SeriesId{5});
  log.series_added(SeriesId{5});
  const Changes changes = log.since(cursor);
  EXPECT_THAT(changes.series_removed, IsEmpty());
  ASSERT_EQ(changes.series.size(), 1u);
  EXPECT_TRUE(changes.series[0].rewritten);
  EXPECT_FALSE(changes.series[0].added);
}

TEST(ChangeLog, CallsASeriesAddedThatCameWentAndCameBack) {
  ChangeLog log;
  const std::uint64_t cursor = log.cursor();
  log.series_added(SeriesId{5});
  log.series_removed(SeriesId{5});
  log.series_added(SeriesId{5});
  const Changes changes = log.since(cursor);
  ASSERT_EQ(changes.series.size(), 1u);
  EXPECT_TRUE(changes.series[0].added);
}

TEST(ChangeLog, BeginsAnewForCursorsItDoesNotKnow) {
  ChangeLog log(4);
  EXPECT_TRUE(log.since(0).reset);
  EXPECT_TRUE(log.since(99).reset);
  const std::uint64_t cursor = log.cursor();
  for (std::uint32_t i = 0; i < 4; ++i) log.series_added(SeriesId{i});
  EXPECT_FALSE(log.since(cursor).reset);
  log.series_added(SeriesId{4});
  EXPECT_TRUE(log.since(cursor).reset);
  EXPECT_FALSE(log.since(cursor + 1).reset);
}

TEST(BlobCache, ReadsOnceWhatItKeeps) {
  BlobCache cache(100);
  int reads = 0;
  const auto read = [&]() -> Result<std::string> {
    ++reads;
    return std::string(40, 'x');
  };
  ASSERT_TRUE(cache.get({1, 0}, read));
  ASSERT_TRUE(cache.get({1, 0}, read));
  EXPECT_EQ(reads, 1);
  ASSERT_TRUE(cache.get({2, 0}, read));
  ASSERT_TRUE(cache.get({1, 0}, read));  // Used again: younger than 2.
  ASSERT_TRUE(cache.get({3, 0}, read));  // 120 bytes: the oldest goes.
  EXPECT_EQ(reads, 3);
  EXPECT_EQ(cache.bytes(), 80u);
  ASSERT_TRUE(cache.get({1, 0}, read));
  EXPECT_EQ(reads, 3);
  ASSERT_TRUE(cache.get({2, 0}, read));
  EXPECT_EQ(reads, 4);
}

TEST(BlobCache, KeepsNeitherErrorsNorWhatIsLargerThanItself) {
  BlobCache cache(10);
  const auto large = cache.get(
      {1, 0}, []() -> Result<std::string> { return std::string(11, 'x'); });
  EXPECT_EQ((*large)->size(), 11u);
  EXPECT_FALSE(cache.get({2, 0}, []() -> Result<std::string> {
    return Error{ErrorCode::Io, "no"};
  }));
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(LoadPlan, LeavesFilesWholeWhereThereAreEnough) {
  const std::vector<Remaining> files(4, Remaining{0, 260});
  const auto stretches = plan_load(files, 2, 32, 1000);
  ASSERT_EQ(stretches.size(), 4u);
  for (const Stretch& stretch : stretches) {
    EXPECT_EQ(stretch.begin, 0u);
    EXPECT_EQ(stretch.end, ~std::uint64_t{0});
    EXPECT_FALSE(stretch.find_start);
  }
}

TEST(LoadPlan, CutsALargeFileForAllThreads) {
  const std::vector<Remaining> files{{100, 1100}};
  const auto stretches = plan_load(files, 2, 32, 1000);
  ASSERT_EQ(stretches.size(), 4u);
  EXPECT_EQ(stretches[0].begin, 100u);
  EXPECT_FALSE(stretches[0].find_start);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(stretches[i].begin, stretches[i - 1].end);
    EXPECT_TRUE(stretches[i].find_start);
  }
  EXPECT_EQ(stretches[3].end, ~std::uint64_t{0});
}

TEST(LoadPlan, CutsNoFinerThanToldAndNoCoarser) {
  EXPECT_EQ(plan_load(std::vector<Remaining>{{0, 60}}, 8, 32, 1000).size(), 2u);
  EXPECT_EQ(plan_load(std::vector<Remaining>{{0, 5000}}, 1, 32, 1000).size(),
            5u);
  EXPECT_EQ(plan_load(std::vector<Remaining>{{10, 10}, {5, 3}}, 2).size(), 2u);
}

}  // namespace
}  // namespace stepline::store
