#include "store/column.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "store/block_index.h"
#include "store/test_curves.h"

namespace stepline::store {
namespace {

using testing::all_shapes;
using testing::ColumnMaker;
using testing::make_points;
using testing::same_point;
using testing::Shape;

TEST(Column, IsSmall) { EXPECT_LE(sizeof(Column), 64u); }

TEST(Column, OfOneBlockTakesNothingBesideIt) {
  ColumnMaker maker(1);
  const Points points = make_points({.points = 10}, 1);
  Column column;
  EXPECT_EQ(column.size(), 0u);
  EXPECT_TRUE(column.append(maker.seal(points, 0, 10, false), maker.arena()));
  EXPECT_EQ(column.size(), 10u);
  EXPECT_EQ(column.heap_bytes(), 0u);
}

TEST(Column, GivesBackWhatWasAppendedInWhateverPieces) {
  for (const Shape& shape : all_shapes(20'000)) {
    SCOPED_TRACE(shape.name);
    const Points points = make_points(shape, 3);
    ColumnMaker maker(4);
    const Column column = maker.column(points, shape.wide);
    ASSERT_EQ(column.size(), points.size());
    const ColumnView view = column.view();
    ASSERT_EQ(view.points, points.size());
    bool sorted_by_step = true;
    bool sorted_by_wall = true;
    bool non_finite = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_TRUE(same_point(view.at(i), points[i])) << i;
      non_finite |= !std::isfinite(points.values[i]);
      if (i == 0) continue;
      sorted_by_step &= points.steps[i] >= points.steps[i - 1];
      sorted_by_wall &= points.wall_secs[i] >= points.wall_secs[i - 1];
    }
    EXPECT_EQ(column.sorted_by_step(), sorted_by_step);
    EXPECT_EQ(column.sorted_by_wall(), sorted_by_wall);
    EXPECT_EQ(column.has_non_finite(), non_finite);
    if (points.size() == 0) continue;
    EXPECT_TRUE(same_point(column.first(), points[0]));
    EXPECT_TRUE(same_point(column.last(), points[points.size() - 1]));
  }
}

TEST(Column, JoinsPointsThatComeOneByOne) {
  ColumnMaker maker(1);
  const Points points = make_points({.points = 3000}, 1);
  Column column;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Arena passing;
    SealScratch scratch;
    const float value = static_cast<float>(points.values[i]);
    const bool kept = column.append(
        seal_block(i == 0 ? maker.arena() : passing, {&points.steps[i], 1},
                   {&points.wall_secs[i], 1}, std::span<const float>{&value, 1},
                   scratch),
        maker.arena());
    EXPECT_EQ(kept, i == 0);
  }
  const ColumnView view = column.view();
  EXPECT_EQ(view.blocks, 3000 / kBlockPoints);
  for (std::size_t i = 0; i < points.size(); ++i) {
    ASSERT_TRUE(same_point(view.at(i), points[i])) << i;
  }
}

TEST(Column, IsOneBlockAfterItsTailHasSettled) {
  ColumnMaker maker(1);
  const Points points = make_points({.points = 30}, 1);
  Column column;
  column.append(maker.seal(points, 0, 10, false), maker.arena());
  column.append(maker.seal(points, 10, 10, false), maker.arena());
  EXPECT_GT(column.heap_bytes(), 0u);
  column.settle(maker.arena());
  EXPECT_EQ(column.heap_bytes(), 0u);
  column.append(maker.seal(points, 20, 10, false), maker.arena());
  const ColumnView view = column.view();
  ASSERT_EQ(view.points, points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    ASSERT_TRUE(same_point(view.at(i), points[i])) << i;
  }
}

TEST(Column, SettlesBehindFullBlocks) {
  ColumnMaker maker(1);
  const Points points = make_points({.points = kBlockPoints + 20}, 1);
  const std::size_t whole = kBlockPoints;
  Column column;
  column.append(maker.seal(points, 0, whole, false), maker.arena());
  column.append(maker.seal(points, whole, 10, false), maker.arena());
  column.append(maker.seal(points, whole + 10, 10, false), maker.arena());
  column.settle(maker.arena());
  const ColumnView view = column.view();
  EXPECT_EQ(view.tail_points, 0u);
  ASSERT_EQ(view.points, points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    ASSERT_TRUE(same_point(view.at(i), points[i])) << i;
  }
}

TEST(Column, TakesOverAMillionPointsWithoutRepackingThem) {
  ColumnMaker maker(1);
  const Points points = make_points({.points = kBlockPoints}, 1);
  const Block* const block = maker.seal(points, 0, kBlockPoints, false);
  const std::size_t before = maker.arena().used_bytes();
  Column column;
  for (int i = 0; i < 2000; ++i) {
    EXPECT_TRUE(column.append(block, maker.arena()));
  }
  EXPECT_EQ(maker.arena().used_bytes(), before);
  EXPECT_EQ(column.size(), 2000 * kBlockPoints);
  EXPECT_LE(column.heap_bytes(), column.size() / 2);
}

TEST(Column, NoticesThatStepsGoBackFromBlockToBlock) {
  ColumnMaker maker(1);
  const Points points = make_points({.points = 100}, 1);
  Column column;
  const Block* const block = maker.seal(points, 0, 100, false);
  column.append(block, maker.arena());
  EXPECT_TRUE(column.sorted_by_step());
  EXPECT_TRUE(column.sorted_by_wall());
  column.append(block, maker.arena());
  EXPECT_FALSE(column.sorted_by_step());
  EXPECT_FALSE(column.sorted_by_wall());
}

TEST(Column, ViewsStayAsTheyWereWhileItGrows) {
  ColumnMaker maker(1);
  const Points points = make_points({.points = 30'000, .odd_share = 0.01}, 1);
  std::vector<ColumnView> views;
  Column column;
  std::mt19937 random(5);
  for (std::size_t done = 0; done < points.size();) {
    const std::size_t count = std::min<std::size_t>(
        points.size() - done, 1 + random() % kBlockPoints);
    column.append(maker.seal(points, done, count, false), maker.arena());
    done += count;
    views.push_back(column.view());
    ASSERT_EQ(views.back().points, done);
  }
  for (const ColumnView& view : views) {
    for (std::size_t i = 0; i < view.points; i += 1 + random() % 997) {
      ASSERT_TRUE(same_point(view.at(i), points[i]));
    }
  }
}

TEST(Column, MayBeReadByOthersWhileItGrows) {
  ColumnMaker maker(1);
  const Points points = make_points({.points = 20'000}, 1);
  std::mutex mutex;
  Column column;
  column.append(maker.seal(points, 0, 1, false), maker.arena());
  std::atomic<bool> done = false;
  std::atomic<std::uint64_t> wrong = 0;
  std::vector<std::thread> readers;
  for (int k = 0; k < 2; ++k) {
    readers.emplace_back([&, k] {
      std::mt19937 random(static_cast<unsigned>(k));
      while (!done) {
        ColumnView view;
        {
          const std::lock_guard lock(mutex);
          view = column.view();
        }
        for (int i = 0; i < 100; ++i) {
          const std::uint64_t at = random() % view.points;
          if (!same_point(view.at(at), points[at])) ++wrong;
        }
      }
    });
  }
  std::mt19937 random(9);
  for (std::size_t at = 1; at < points.size();) {
    const std::size_t count = std::min<std::size_t>(
        points.size() - at, 1 + random() % (random() % 2 == 0 ? 4 : 512));
    const Block* const block = maker.seal(points, at, count, false);
    const std::lock_guard lock(mutex);
    column.append(block, maker.arena());
    at += count;
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(column.size(), points.size());
}

}  // namespace
}  // namespace stepline::store
