#include "writer/tensor_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace stepline::writer {
namespace {

using testing::ElementsAre;

// Element by element, the slow and obvious way.
std::vector<std::byte> copied_naively(const TensorView& view) {
  const std::size_t bytes = size_of(view.dtype());
  std::vector<std::byte> out(view.bytes());
  std::vector<std::int64_t> index(std::size_t(view.rank()));
  for (std::size_t i = 0; i < std::size_t(view.size()); ++i) {
    std::int64_t offset = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      offset += index[axis] * view.strides()[axis];
    }
    std::memcpy(&out[i * bytes],
                static_cast<const std::byte*>(view.data()) +
                    offset * std::int64_t(bytes),
                bytes);
    for (std::size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < view.shape()[axis]) break;
      index[axis] = 0;
    }
  }
  return out;
}

TEST(CopyContiguous, CopiesAnyStridesOfAnyElementSize) {
  std::mt19937 random(1);
  std::vector<std::uint64_t> memory(1 << 14);
  for (auto& word : memory) word = random();
  constexpr DType kDtypes[] = {DType::Int8, DType::Int16, DType::Int32,
                               DType::Int64, DType::Complex128};
  for (int round = 0; round < 2000; ++round) {
    const DType dtype = kDtypes[random() % 5];
    std::vector<std::int64_t> shape(random() % 5), strides;
    for (auto& n : shape) n = random() % 8 == 0 ? 1 : random() % 7;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      strides.push_back(std::int64_t(random() % 61) - 30);
      if (random() % 3 == 0) strides.back() = 1;
    }
    const auto* middle = reinterpret_cast<const std::byte*>(&memory[1 << 13]);
    const TensorView view(middle, dtype, shape, strides);
    std::vector<std::byte> out(view.bytes());
    copy_contiguous(view, out.data());
    EXPECT_EQ(out, copied_naively(view)) << view.describe();
  }
}

TEST(CopyContiguous, TransposesPermutationsLargerThanATile) {
  std::vector<std::int32_t> memory(7 * 65 * 70);
  std::iota(memory.begin(), memory.end(), 0);
  const TensorView whole(memory.data(), {7, 65, 70});
  for (const auto& axes : {std::array{0, 2, 1}, std::array{2, 1, 0},
                           std::array{1, 2, 0}, std::array{2, 0, 1}}) {
    const TensorView view = permuted(whole, axes);
    std::vector<std::byte> out(view.bytes());
    copy_contiguous(view, out.data());
    EXPECT_EQ(out, copied_naively(view)) << view.describe();
  }
}

TEST(ContiguousView, CopiesOnlyWhatIsNotContiguous) {
  const std::vector<int> values = {1, 2, 3, 4};
  EXPECT_EQ(ContiguousView(values).view().data(), values.data());
  const std::int64_t shape[] = {2}, strides[] = {-2};
  const TensorView backwards(&values[3], DType::Int32, shape, strides);
  const ContiguousView copy(backwards);
  EXPECT_NE(copy.view().data(), values.data());
  EXPECT_THAT(doubles_of(copy.view()), ElementsAre(4, 2));
}

TEST(DoublesOf, ReadsEveryDtype) {
  EXPECT_THAT(doubles_of(std::vector<std::int8_t>{-128, 127}),
              ElementsAre(-128, 127));
  EXPECT_THAT(doubles_of(std::vector<std::uint64_t>{~std::uint64_t{0}}),
              ElementsAre(0x1p64));
  EXPECT_THAT(doubles_of(std::vector<float>{0.1f}), ElementsAre(0.1f));
  const std::uint16_t half[] = {0x3c00, 0x0001, 0xfc00};
  EXPECT_THAT(doubles_of(TensorView(half, DType::Float16, {3})),
              ElementsAre(1, 0x1p-24, -INFINITY));
  const std::uint16_t brain[] = {0x3f80, 0xc000};
  EXPECT_THAT(doubles_of(TensorView(brain, DType::BFloat16, {2})),
              ElementsAre(1, -2));
  const std::uint8_t byte[] = {0x38, 0x7e, 0x01};
  EXPECT_THAT(doubles_of(TensorView(byte, DType::Float8E4M3, {3})),
              ElementsAre(1, 448, 0x1p-9));
  EXPECT_THAT(doubles_of(TensorView(byte, DType::Float8E5M2, {1})),
              ElementsAre(0.5));
  const std::uint8_t flags[] = {0, 1, 7};
  EXPECT_THAT(doubles_of(TensorView(flags, DType::Bool, {3})),
              ElementsAre(0, 1, 1));
}

TEST(Permuted, GivesAMissingAxisLengthOne) {
  const std::vector<int> values = {1, 2, 3, 4, 5, 6};
  const int axes[] = {-1, 1, 0};
  const TensorView view = permuted(TensorView(values.data(), {2, 3}), axes);
  EXPECT_THAT(view.shape(), ElementsAre(1, 3, 2));
  EXPECT_THAT(doubles_of(view), ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST(Slice, TakesOneOfTheFirstAxis) {
  const std::vector<int> values = {1, 2, 3, 4, 5, 6};
  const TensorView row = slice(TensorView(values.data(), {2, 3}), 1);
  EXPECT_THAT(doubles_of(row), ElementsAre(4, 5, 6));
  EXPECT_THAT(doubles_of(slice(row, 2)), ElementsAre(6));
}

}  // namespace
}  // namespace stepline::writer
