#include "store/block.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <random>

#include "store/block_values.h"

namespace stepline::store {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

class BlockTest : public testing::Test {
 protected:
  const Block& seal(std::size_t count) {
    steps_.resize(count);
    walls_.resize(count);
    values_.resize(count);
    return *seal_block(arena_, steps_, walls_, values_, scratch_);
  }

  void expect_same(const Block& block) {
    ASSERT_EQ(size_of(block), steps_.size());
    std::vector<std::int64_t> steps(steps_.size());
    std::vector<double> walls(steps_.size());
    std::vector<double> values(steps_.size());
    decode_points(block, 0, steps, walls, values);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      ASSERT_EQ(steps[i], steps_[i]) << i;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(walls[i]),
                std::bit_cast<std::uint64_t>(walls_[i]))
          << i;
      const Point point = point_at(block, i);
      ASSERT_EQ(point.step, steps_[i]);
      ASSERT_EQ(std::bit_cast<std::uint64_t>(point.wall_secs),
                std::bit_cast<std::uint64_t>(walls_[i]));
      if (std::isnan(values_[i])) {
        ASSERT_TRUE(std::isnan(values[i]));
      } else {
        ASSERT_EQ(values[i], static_cast<double>(values_[i]));
        ASSERT_EQ(point.value, values[i]);
      }
    }
  }

  std::mt19937_64 random_{7};
  Arena arena_;
  SealScratch scratch_;
  std::vector<std::int64_t> steps_;
  std::vector<double> walls_;
  std::vector<float> values_;
};

TEST_F(BlockTest, KeepsRegularPointsInFewBytes) {
  for (int i = 0; i < 512; ++i) {
    steps_.push_back(i * 10);
    walls_.push_back(1.7e9 + i * 0.01);
    values_.push_back(static_cast<float>(i));
  }
  expect_same(seal(512));
  EXPECT_LE(arena_.used_bytes(), 512 * 5u);
}

TEST_F(BlockTest, KeepsTenPointsInLittleMoreThanTheirValues) {
  for (int i = 0; i < 10; ++i) {
    steps_.push_back(i);
    walls_.push_back(1.7e9 + i * 1.37 + (i * 5 % 7) * 0.01);
    values_.push_back(static_cast<float>(i));
  }
  expect_same(seal(10));
  EXPECT_LE(arena_.used_bytes(), 128u);
}

TEST_F(BlockTest, KeepsAnyStepsAndWallTimesOfAnyLength) {
  constexpr std::int64_t kSteps[] = {INT64_MIN, INT64_MIN + 1, -1,       0,
                                     1,         INT64_MAX - 1, INT64_MAX};
  constexpr double kWalls[] = {-DBL_MAX, -1.7e9, -0.0,  0.0,    DBL_TRUE_MIN,
                               DBL_MIN,  1.7e9,  1e300, DBL_MAX};
  for (int round = 0; round < 3000; ++round) {
    const std::size_t count = 1 + random_() % kBlockPoints;
    const unsigned step_shift = static_cast<unsigned>(random_() % 64);
    const unsigned wall_shift = static_cast<unsigned>(random_() % 52);
    const bool extreme = round % 3 == 0;
    steps_.clear();
    walls_.clear();
    values_.clear();
    std::uint64_t step = random_() >> step_shift;
    std::uint64_t wall = std::bit_cast<std::uint64_t>(1.7e9);
    for (std::size_t i = 0; i < count; ++i) {
      step += random_() >> step_shift;
      wall += random_() >> (wall_shift + 12);
      steps_.push_back(extreme ? kSteps[random_() % 7]
                               : static_cast<std::int64_t>(step));
      const double time = std::bit_cast<double>(wall);
      walls_.push_back(extreme || !std::isfinite(time) ? kWalls[random_() % 9]
                                                       : time);
      values_.push_back(
          std::bit_cast<float>(static_cast<std::uint32_t>(random_())));
    }
    expect_same(seal(count));
    if (HasFatalFailure()) return;
  }
}

TEST_F(BlockTest, KeepsDoublesWhereTheyAreGiven) {
  const std::vector<double> values = {0.1, 1e300, -DBL_TRUE_MIN};
  steps_ = {1, 2, 3};
  walls_ = {1, 2, 4};
  const Block& block =
      *seal_block(arena_, steps_, walls_, std::span{values}, scratch_);
  EXPECT_TRUE(is_wide(block));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(point_at(block, i).value, values[i]);
  }
}

TEST_F(BlockTest, CountsOnlyFiniteValuesInItsCells) {
  for (int round = 0; round < 300; ++round) {
    const std::size_t count = 1 + random_() % kBlockPoints;
    const std::size_t odd_ones = round % 3 == 0 ? 0 : 1 + random_() % count;
    seal(count);
    for (float& value : values_) {
      value = static_cast<float>(random_() % 1000) - 500;
    }
    for (std::size_t i = 0; i < odd_ones; ++i) {
      constexpr float kOdd[] = {kNan, kInfinity, -kInfinity};
      values_[random_() % count] = kOdd[random_() % 3];
    }
    const Block& block = seal(count);
    Range all;
    unsigned kinds = 0;
    for (std::size_t i = 0; i < count; i += kCellPoints) {
      Range cell;
      for (std::size_t k = i; k < std::min(count, i + kCellPoints); ++k) {
        const float value = values_[k];
        if (std::isfinite(value)) cell.add(double{value});
        if (std::isnan(value)) kinds |= kHasNan;
        if (value == kInfinity) kinds |= kHasPositiveInfinity;
        if (value == -kInfinity) kinds |= kHasNegativeInfinity;
      }
      all.add(cell);
      if (block.cells<float>().empty()) continue;
      EXPECT_EQ(block.cells<float>()[i / kCellPoints].min, cell.min);
      EXPECT_EQ(block.cells<float>()[i / kCellPoints].max, cell.max);
    }
    EXPECT_EQ(block.range.min, all.min);
    EXPECT_EQ(block.range.max, all.max);
    EXPECT_EQ(block.flags & kHasNonFinite, kinds);
  }
}

TEST_F(BlockTest, KnowsWhetherStepsAndWallTimesGoBack) {
  steps_ = {1, 2, 2, 3};
  walls_ = {1, 2, 2, 3};
  EXPECT_EQ(seal(4).flags & (kStepsGoBack | kWallsGoBack), 0u);
  steps_ = {1, 2, 1, 3};
  EXPECT_EQ(seal(4).flags & (kStepsGoBack | kWallsGoBack), kStepsGoBack);
  steps_ = {1, 2, 3, 4};
  walls_ = {1, 2, 3, 2.5};
  EXPECT_EQ(seal(4).flags & (kStepsGoBack | kWallsGoBack), kWallsGoBack);
}

}  // namespace
}  // namespace stepline::store
