#include "stepline/adapt/dlpack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "adapt/element_at.h"

namespace stepline {
namespace {

using testing::ElementsAre;

class DlpackView : public testing::Test {
 protected:
  DlpackView() {
    tensor_.data = data_.data();
    tensor_.device.device_type = kDLCPU;
    tensor_.dtype = {kDLFloat, 32, 1};
    tensor_.ndim = 2;
    tensor_.shape = shape_.data();
  }

  bool valid_as(int code, int bits, int lanes = 1) {
    tensor_.dtype = {static_cast<std::uint8_t>(code),
                     static_cast<std::uint8_t>(bits),
                     static_cast<std::uint16_t>(lanes)};
    return view(tensor_).valid();
  }

  std::vector<float> data_ = {0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<std::int64_t> shape_ = {2, 3};
  std::vector<std::int64_t> strides_ = {1, 2};
  DLTensor tensor_{};
};

TEST_F(DlpackView, IsContiguousWithoutStrides) {
  const TensorView seen = view(tensor_);
  EXPECT_THAT(seen.shape(), ElementsAre(2, 3));
  EXPECT_EQ(seen.dtype(), DType::Float32);
  EXPECT_TRUE(seen.contiguous());
  EXPECT_EQ(element_at<float>(seen, {1, 2}), 5);
}

TEST_F(DlpackView, FollowsStridesAndTheByteOffset) {
  tensor_.strides = strides_.data();
  tensor_.byte_offset = 4;
  EXPECT_EQ(element_at<float>(view(tensor_), {1, 2}), 6);
}

TEST_F(DlpackView, SeesAManagedTensor) {
  DLManagedTensor managed{};
  managed.dl_tensor = tensor_;
  EXPECT_EQ(view(managed).data(), data_.data());
}

TEST_F(DlpackView, SeesAScalar) {
  tensor_.ndim = 0;
  tensor_.shape = nullptr;
  EXPECT_TRUE(view(tensor_).valid());
  EXPECT_EQ(view(tensor_).size(), 1);
}

TEST_F(DlpackView, KnowsTheElementTypes) {
  const std::tuple<int, int, DType> kTypes[] = {
      {0, 8, DType::Int8},        {0, 16, DType::Int16},
      {0, 32, DType::Int32},      {0, 64, DType::Int64},
      {1, 8, DType::UInt8},       {1, 16, DType::UInt16},
      {1, 32, DType::UInt32},     {1, 64, DType::UInt64},
      {2, 16, DType::Float16},    {2, 32, DType::Float32},
      {2, 64, DType::Float64},    {4, 16, DType::BFloat16},
      {5, 64, DType::Complex64},  {5, 128, DType::Complex128},
      {6, 8, DType::Bool},        {10, 8, DType::Float8E4M3},
      {12, 8, DType::Float8E5M2},
  };
  for (const auto& [code, bits, dtype] : kTypes) {
    EXPECT_TRUE(valid_as(code, bits)) << code << " " << bits;
    EXPECT_EQ(view(tensor_).dtype(), dtype);
  }
}

TEST_F(DlpackView, IsNotValidForWhatItCannotShow) {
  EXPECT_FALSE(valid_as(0, 4));
  EXPECT_FALSE(valid_as(2, 128));
  EXPECT_FALSE(valid_as(3, 64));
  EXPECT_FALSE(valid_as(2, 32, 4));
  ASSERT_TRUE(valid_as(2, 32));
  tensor_.device.device_type = kDLCUDA;
  EXPECT_FALSE(view(tensor_).valid());
  tensor_.device.device_type = kDLCPU;
  tensor_.ndim = 17;
  EXPECT_FALSE(view(tensor_).valid());
}

}  // namespace
}  // namespace stepline
