#include "stepline/tensor_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace stepline {
namespace {

using ::testing::ElementsAre;
using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

TensorView view(const Numbers& shape, const Numbers& strides = {},
                DType dtype = DType::Float32) {
  static const double memory[1024] = {};
  return TensorView(memory, dtype, std::span(shape), std::span(strides));
}

TEST(DType, HasASizeAndAName) {
  const std::pair<DType, std::pair<std::size_t, std::string>> all[] = {
      {DType::Bool, {1, "bool"}},
      {DType::Int8, {1, "int8"}},
      {DType::UInt8, {1, "uint8"}},
      {DType::Int16, {2, "int16"}},
      {DType::UInt16, {2, "uint16"}},
      {DType::Int32, {4, "int32"}},
      {DType::UInt32, {4, "uint32"}},
      {DType::Int64, {8, "int64"}},
      {DType::UInt64, {8, "uint64"}},
      {DType::Float16, {2, "float16"}},
      {DType::BFloat16, {2, "bfloat16"}},
      {DType::Float8E4M3, {1, "float8_e4m3"}},
      {DType::Float8E5M2, {1, "float8_e5m2"}},
      {DType::Float32, {4, "float32"}},
      {DType::Float64, {8, "float64"}},
      {DType::Complex64, {8, "complex64"}},
      {DType::Complex128, {16, "complex128"}}};
  for (const auto& [dtype, facts] : all) {
    EXPECT_EQ(size_of(dtype), facts.first) << facts.second;
    EXPECT_EQ(name_of(dtype), facts.second);
  }
}

TEST(TensorView, IsMadeFromAnyContiguousRange) {
  const auto seen = [](const TensorView& v) { return v.describe(); };
  EXPECT_EQ(seen(std::vector<float>(3)), "[3] float32");
  EXPECT_EQ(seen(std::array<std::uint8_t, 4>{}), "[4] uint8");
  EXPECT_EQ(seen(std::vector<std::complex<double>>(2)), "[2] complex128");
  const std::vector<long long> longs(5);
  EXPECT_EQ(seen(std::span(longs)), "[5] int64");
  const double pair[2] = {};
  EXPECT_EQ(seen(pair), "[2] float64");
  EXPECT_EQ(seen(std::vector<float>()), "[0] float32");
}

TEST(TensorView, SeesTheMemoryItWasGiven) {
  const std::vector<float> values = {1, 2, 3};
  const TensorView v = values;
  EXPECT_EQ(v.data(), values.data());
  EXPECT_EQ(v.size(), 3);
  EXPECT_EQ(v.bytes(), 12u);
}

TEST(TensorView, IsRowMajorUnlessStridesAreGiven) {
  const TensorView v = view({2, 3, 4});
  EXPECT_TRUE(v.valid());
  EXPECT_EQ(v.rank(), 3);
  EXPECT_THAT(v.shape(), ElementsAre(2, 3, 4));
  EXPECT_THAT(v.strides(), ElementsAre(12, 4, 1));
  EXPECT_EQ(v.dim(1), 3);
  EXPECT_EQ(v.size(), 24);
  EXPECT_TRUE(v.contiguous());
}

TEST(TensorView, TellsContiguousStridesFromOthers) {
  EXPECT_TRUE(view({2, 3}, {3, 1}).contiguous());
  EXPECT_FALSE(view({2, 3}, {1, 2}).contiguous()) << "column-major";
  EXPECT_FALSE(view({2, 3}, {4, 1}).contiguous()) << "padded rows";
  EXPECT_FALSE(view({3}, {-1}).contiguous()) << "reversed";
  EXPECT_FALSE(view({3}, {0}).contiguous()) << "broadcast";
  EXPECT_TRUE(view({2, 1, 3}, {3, 99, 1}).contiguous())
      << "the stride of one element does not matter";
  EXPECT_TRUE(view({0, 3}, {7, 7}).contiguous()) << "nothing to step over";
}

TEST(TensorView, MayBeAScalarOrEmpty) {
  const TensorView scalar = view({});
  EXPECT_TRUE(scalar.valid());
  EXPECT_EQ(scalar.rank(), 0);
  EXPECT_EQ(scalar.size(), 1);
  EXPECT_TRUE(scalar.contiguous());
  EXPECT_EQ(scalar.describe(), "[] float32");
  EXPECT_EQ(view({3, 0, 2}).size(), 0);
  EXPECT_EQ(TensorView().size(), 0);
  EXPECT_EQ(TensorView().rank(), 1);
}

TEST(TensorView, AllowsSixteenDimensionsAndNoMore) {
  EXPECT_TRUE(view(Numbers(16, 1)).valid());
  const TensorView beyond = view(Numbers(17, 1));
  EXPECT_FALSE(beyond.valid());
  EXPECT_EQ(beyond.rank(), 0);
  EXPECT_TRUE(beyond.shape().empty());
}

TEST(TensorView, RefusesWhatMakesNoSense) {
  EXPECT_FALSE(view({2, -1}).valid());
  EXPECT_FALSE(view({2, 3}, {1}).valid());
  EXPECT_FALSE(view({2}, {1, 1}).valid());
  EXPECT_EQ(view({2, -1}, {}, DType::BFloat16).describe(),
            "invalid view of bfloat16");
}

TEST(TensorView, RefusesMoreElementsOrBytesThanCanBeCounted) {
  EXPECT_FALSE(view({kHuge, 2}).valid());
  EXPECT_FALSE(view({1 << 30, 1 << 30, 1 << 30}).valid());
  EXPECT_FALSE(view({kHuge / 2}).valid()) << "of four bytes each";
  EXPECT_TRUE(view({kHuge / 2}, {}, DType::UInt8).valid());
  EXPECT_FALSE(view({0, kHuge, kHuge}).valid())
      << "empty, but the strides overflow";
}

TEST(TensorView, TakesAnotherShapeOfTheSameSize) {
  const TensorView v = view({2, 6});
  const Numbers shape = {3, 4}, wrong = {5, 2};
  const TensorView reshaped = v.reshaped(shape);
  EXPECT_TRUE(reshaped.valid());
  EXPECT_EQ(reshaped.data(), v.data());
  EXPECT_EQ(reshaped.describe(), "[3, 4] float32");
  EXPECT_FALSE(v.reshaped(wrong).valid());
  EXPECT_FALSE(view({2, 6}, {1, 2}).reshaped(shape).valid());
}

}  // namespace
}  // namespace stepline
