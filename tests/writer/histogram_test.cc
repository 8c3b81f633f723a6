#include "writer/histogram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "writer/histogram_table.h"
#include "writer/statistics.h"

namespace stepline::writer {
namespace {

using testing::ElementsAre;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string refusal(const TensorView& values, HistogramOptions options = {}) {
  const auto result = check_histogram("w", values, options);
  return result ? "" : result.error().message;
}

TEST(CheckHistogram, NamesTagAndShape) {
  EXPECT_EQ(refusal(std::vector<float>{}),
            "histogram \"w\": the input has no element: [0] float32");
  EXPECT_EQ(refusal(TensorView(nullptr, DType::Int8, {2, 3})),
            "histogram \"w\": the input is a null pointer: [2, 3] int8");
  EXPECT_EQ(
      refusal(std::vector<std::complex<float>>(2)),
      "histogram \"w\": complex numbers are not taken here: [2] complex64");
  EXPECT_EQ(refusal(TensorView(nullptr, DType::Float32, {-1})),
            "histogram \"w\": shape and strides make no array in this process' "
            "memory: invalid view of "
            "float32");
}

TEST(CheckHistogram, RefusesOptionsThatMakeNoSense) {
  const std::vector<float> one = {1};
  EXPECT_EQ(refusal(one, {.bins = HistogramBins::equal(0)}),
            "histogram \"w\": the number of bins must be from 1 to 1048576, "
            "got 0");
  EXPECT_EQ(refusal(one, {.bins = HistogramBins::edges({1})}),
            "histogram \"w\": there must be at least two edges, got 1");
  EXPECT_NE(refusal(one, {.bins = HistogramBins::edges({1, 0})}), "");
  EXPECT_NE(refusal(one, {.bins = HistogramBins::edges({0, kNan})}), "");
  EXPECT_NE(refusal(one, {.max_bins = -1}), "");
  EXPECT_EQ(refusal(one, {.wall_time = kNan}),
            "histogram \"w\": the wall time is not finite");
  EXPECT_EQ(refusal(one, {.wall_time = 0}), "");
}

TEST(CheckHistogramRaw, WantsAsManyLimitsAsCounts) {
  RawHistogram raw;
  EXPECT_FALSE(check_histogram_raw("w", raw, {}));
  raw.bucket_limits = {1, 2};
  raw.bucket_counts = {1};
  EXPECT_EQ(check_histogram_raw("w", raw, {}).error().message,
            "raw histogram \"w\": 2 bucket limits but 1 counts");
  raw.bucket_counts = {1, 2};
  EXPECT_TRUE(check_histogram_raw("w", raw, {}));
}

TEST(MakeHistogram, IsTheGoldenOneOfARamp) {
  // tensorboardX's golden file of arange(1024), 'auto', max_bins=5.
  std::vector<int> ramp(1024);
  std::iota(ramp.begin(), ramp.end(), 0);
  const auto histogram =
      make_histogram(ramp, {.bins = HistogramBins::Rule::Auto, .max_bins = 5});
  EXPECT_THAT(histogram.limits, ElementsAre(0, 186, 372, 558, 744, 930, 1023));
  EXPECT_THAT(histogram.counts, ElementsAre(0, 186, 186, 186, 186, 186, 94));
  EXPECT_EQ(histogram.sum, 1023 * 512);
}

TEST(MakeHistogram, LeavesOutWhatIsNotFinite) {
  const std::vector<double> some = {1, kNan, 2, kInfinity, -kInfinity, 3};
  const std::vector<double> finite = {1, 2, 3};
  for (const auto& bins : {HistogramBins(), HistogramBins::equal(4),
                           HistogramBins(HistogramBins::Rule::Fd)}) {
    EXPECT_EQ(make_histogram(some, {.bins = bins}),
              make_histogram(finite, {.bins = bins}));
  }
}

TEST(MakeHistogram, OfNothingFiniteIsOneEmptyBucket) {
  const auto histogram =
      make_histogram(std::vector<double>{kNan, kInfinity}, {});
  EXPECT_EQ(histogram.num, 0);
  EXPECT_THAT(histogram.limits, ElementsAre(0));
  EXPECT_THAT(histogram.counts, ElementsAre(0));
}

TEST(MakeHistogram, ReadsAnyStrides) {
  std::vector<float> values(5000);
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  for (float& x : values) x = normal(random);
  std::vector<float> every_second;
  for (std::size_t i = 0; i < values.size(); i += 2) {
    every_second.push_back(values[i]);
  }
  const std::int64_t shape[] = {2500}, strides[] = {2};
  EXPECT_EQ(make_histogram(
                TensorView(values.data(), DType::Float32, shape, strides), {}),
            make_histogram(every_second, {}));
}

template <class T>
class HistogramTableTest : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(HistogramTableTest, Floats);

TYPED_TEST(HistogramTableTest, AgreesWithABinarySearchAroundEveryEdge) {
  const auto& edges = tensorflow_edges();
  ASSERT_EQ(edges.size(), 1549u);
  using Table = HistogramTable<TypeParam>;
  const auto table = std::make_unique<Table>();
  const auto expect_bin = [&](TypeParam value) {
    const double wide = value;
    auto above =
        std::size_t(std::ranges::upper_bound(edges, wide) - edges.begin());
    if (wide == edges.back()) --above;
    const bool outside = above == 0 || above == edges.size();
    EXPECT_EQ(Table::bin_of(table->slot(value)),
              outside ? Table::kOutside : above - 1)
        << value;
  };
  constexpr auto kMost = std::numeric_limits<TypeParam>::infinity();
  for (const double edge : edges) {
    const auto value = TypeParam(edge);
    expect_bin(value);
    expect_bin(std::nextafter(value, kMost));
    expect_bin(std::nextafter(value, -kMost));
  }
  expect_bin(TypeParam(-0.0));
  expect_bin(std::numeric_limits<TypeParam>::max());
  expect_bin(std::numeric_limits<TypeParam>::lowest());
  expect_bin(kMost);
  expect_bin(-kMost);
}

TYPED_TEST(HistogramTableTest, PutsNothingThatIsNotANumberIntoABin) {
  using Table = HistogramTable<TypeParam>;
  using Limits = std::numeric_limits<TypeParam>;
  const auto table = std::make_unique<Table>();
  for (const TypeParam nan : {Limits::quiet_NaN(), Limits::signaling_NaN()}) {
    EXPECT_EQ(Table::bin_of(table->slot(nan)), Table::kOutside);
    EXPECT_EQ(Table::bin_of(table->slot(-nan)), Table::kOutside);
  }
}

TYPED_TEST(HistogramTableTest, HasOneSlotABinAndOnesForMinusZeroAndOutside) {
  using Table = HistogramTable<TypeParam>;
  std::vector<int> slots(Table::kBins + 1);
  for (std::size_t slot = 0; slot < Table::kSlots; ++slot)
    ++slots.at(Table::bin_of(slot));
  for (std::size_t bin = 0; bin < Table::kBins; ++bin)
    EXPECT_EQ(slots[bin], bin == Table::kPositive ? 2 : 1) << bin;
  EXPECT_EQ(slots[Table::kOutside], 2);
}

TEST(Statistics, RefusesABlockThatIsNotFiniteWhereverThatIs) {
  for (std::size_t at = 0; at < 19; ++at) {
    std::vector<float> floats(19, 1.0f);
    floats[at] = at % 2 ? INFINITY : NAN;
    Statistics<float> statistics;
    EXPECT_FALSE(statistics.add(floats));
    EXPECT_EQ(statistics.count(), 0u);
    std::vector<double> doubles(floats.begin(), floats.end());
    EXPECT_FALSE(Statistics<double>().add(doubles));
  }
}

TEST(Statistics, TakesDoublesWhoseSquaresOverflow) {
  const std::vector<double> values(19, -1e200);
  Statistics<double> statistics;
  EXPECT_TRUE(statistics.add(values));
  EXPECT_EQ(statistics.count(), 19u);
  EXPECT_EQ(statistics.min(), -1e200);
  EXPECT_EQ(statistics.sum_squares(), INFINITY);
}

TEST(Statistics, SumsBlocks) {
  std::vector<double> values(37);
  std::iota(values.begin(), values.end(), -10);
  Statistics<double> statistics;
  EXPECT_TRUE(statistics.add(values));
  EXPECT_TRUE(statistics.add(std::span(values).first(3)));
  EXPECT_EQ(statistics.count(), 40u);
  EXPECT_EQ(statistics.min(), -10);
  EXPECT_EQ(statistics.max(), 26);
  EXPECT_EQ(statistics.sum(), 296 - 27);
  EXPECT_EQ(statistics.sum_squares(), 6586 + 245);
}

}  // namespace
}  // namespace stepline::writer
