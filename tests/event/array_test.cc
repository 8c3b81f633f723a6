#include "event/array.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/bytes.h"
#include "event/event_view.h"
#include "event/random_models.h"
#include "event/wire.h"

namespace stepline::event {
namespace {

TensorProto tensor_of(DataType dtype, std::vector<std::int64_t> shape) {
  TensorProto tensor;
  tensor.dtype = dtype;
  tensor.has_shape = true;
  for (const std::int64_t n : shape) tensor.shape.dims.push_back({n, ""});
  return tensor;
}

template <class T>
std::vector<T> elements(const Array& array) {
  std::vector<T> out;
  for (std::size_t at = 0; at < array.bytes.size(); at += sizeof(T)) {
    out.push_back(load_le<T>(array.bytes.data() + at));
  }
  return out;
}

void expect_corrupt(const TensorProto& tensor) {
  const auto array = to_array(tensor);
  ASSERT_FALSE(array) << array->bytes.size();
  EXPECT_EQ(array.error().code, ErrorCode::Corrupt);
}

TEST(Array, TakesTypedValues) {
  TensorProto tensor = tensor_of(DataType::Float, {2, 2});
  tensor.float_val = {1, 2, 3, 4};
  const auto array = to_array(tensor);
  ASSERT_TRUE(array);
  EXPECT_EQ(array->dtype, DType::Float32);
  EXPECT_EQ(array->shape, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(elements<float>(*array), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(array->view().dim(1), 2);
}

TEST(Array, TakesContentBeforeTypedValues) {
  TensorProto tensor = tensor_of(DataType::Int16, {2});
  append_le(tensor.tensor_content, std::int16_t{-5});
  append_le(tensor.tensor_content, std::int16_t{6});
  tensor.int_val = {1, 2};
  EXPECT_EQ(elements<std::int16_t>(*to_array(tensor)),
            (std::vector<std::int16_t>{-5, 6}));
}

TEST(Array, RepeatsTheLastValue) {
  TensorProto tensor = tensor_of(DataType::Int64, {4});
  tensor.int64_val = {7, 8};
  EXPECT_EQ(elements<std::int64_t>(*to_array(tensor)),
            (std::vector<std::int64_t>{7, 8, 8, 8}));
  tensor = tensor_of(DataType::Complex64, {2});
  tensor.scomplex_val = {1, 2};
  EXPECT_EQ(elements<float>(*to_array(tensor)),
            (std::vector<float>{1, 2, 1, 2}));
  tensor = tensor_of(DataType::String, {3});
  tensor.string_val = {"a", "b"};
  EXPECT_EQ(to_array(tensor)->strings,
            (std::vector<std::string>{"a", "b", "b"}));
}

TEST(Array, IsZeroWhereNoValueIsThere) {
  EXPECT_EQ(elements<double>(*to_array(tensor_of(DataType::Double, {2}))),
            (std::vector<double>{0, 0}));
  EXPECT_EQ(to_array(tensor_of(DataType::String, {2}))->strings,
            (std::vector<std::string>{"", ""}));
}

TEST(Array, WithoutAShapeIsOneElement) {
  TensorProto tensor = tensor_of(DataType::Bool, {});
  tensor.has_shape = false;
  tensor.bool_val = {1};
  const auto array = to_array(tensor);
  ASSERT_TRUE(array);
  EXPECT_EQ(array->size(), 1);
  EXPECT_TRUE(array->shape.empty());
  EXPECT_EQ(array->bytes, std::string(1, 1));
}

TEST(Array, HasBooleansThatAreZeroOrOne) {
  TensorProto tensor = tensor_of(DataType::Bool, {3});
  tensor.tensor_content = std::string("\x00\x01\xff", 3);
  EXPECT_EQ(to_array(tensor)->bytes, std::string("\x00\x01\x01", 3));
}

TEST(Array, TakesStringsPackedAsTensorFlowPacksThem) {
  TensorProto tensor = tensor_of(DataType::String, {3});
  tensor.tensor_content = std::string("\x01\x00\x03", 3) + "abcd";
  EXPECT_EQ(to_array(tensor)->strings,
            (std::vector<std::string>{"a", "", "bcd"}));
  for (const std::string& wrong :
       {std::string("\x01\x00\x04", 3) + "abcd",
        std::string("\x01\x00\x02", 3) + "abcd", std::string("\x01\x00", 2),
        std::string("\xff\xff\xff")}) {
    tensor.tensor_content = wrong;
    expect_corrupt(tensor);
  }
}

TEST(Array, HasNoElementsWhereADimensionIsZero) {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  for (const auto& shape : std::vector<std::vector<std::int64_t>>{
           {0}, {kHuge, 0}, {0, kHuge, kHuge}, {kHuge, kHuge, 0}}) {
    const auto array = to_array(tensor_of(DataType::Float, shape));
    ASSERT_TRUE(array);
    EXPECT_EQ(array->size(), 0);
    EXPECT_EQ(array->bytes, "");
  }
}

TEST(Array, RefusesShapesThatTheBytesCannotJustify) {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  for (const auto& shape : std::vector<std::vector<std::int64_t>>{
           {-1},
           {kHuge},
           {kHuge, kHuge},
           {std::int64_t{1} << 32, std::int64_t{1} << 32},
           {std::int64_t(kMaxRepeatedBytes / 4 + 1)}}) {
    expect_corrupt(tensor_of(DataType::Float, shape));
    expect_corrupt(tensor_of(DataType::String, shape));
    TensorProto content = tensor_of(DataType::Float, shape);
    content.tensor_content = "1234";
    expect_corrupt(content);
  }
  TensorProto unknown = tensor_of(DataType::Float, {});
  unknown.shape.unknown_rank = true;
  expect_corrupt(unknown);
}

TEST(Array, CountsTheLengthOfARepeatedString) {
  TensorProto tensor = tensor_of(DataType::String, {1000});
  tensor.string_val = {std::string(kMaxRepeatedBytes / 999, 'x')};
  expect_corrupt(tensor);
}

TEST(Array, RefusesMoreValuesThanElements) {
  TensorProto tensor = tensor_of(DataType::Float, {1});
  tensor.float_val = {1, 2};
  expect_corrupt(tensor);
  tensor.float_val.clear();
  tensor.tensor_content = "12345678";
  expect_corrupt(tensor);
  tensor.tensor_content = "123";
  expect_corrupt(tensor);
  TensorProto half_a_number = tensor_of(DataType::Complex64, {1});
  half_a_number.scomplex_val = {1};
  expect_corrupt(half_a_number);
}

TEST(Array, RefusesDtypesWithoutElements) {
  for (const int dtype : {0, 11, 20, 21, 99, -1}) {
    expect_corrupt(tensor_of(static_cast<DataType>(dtype), {1}));
  }
}

// Two readers of the same bytes, written apart from each other.
TEST(Array, AgreesWithScalarOfTensor) {
  RandomModels random(31);
  std::mt19937_64 dice(32);
  int scalars = 0;
  for (int i = 0; i < 20000; ++i) {
    TensorProto tensor;
    random.fill(tensor);
    tensor.dtype = static_cast<DataType>(dice() % 26);
    tensor.shape.dims.resize(dice() % 2, {1, ""});
    if (dice() % 2 == 0) tensor.tensor_content.clear();
    const auto array = to_array(tensor);
    const auto scalar = scalar_of_tensor(encode_tensor(tensor));
    const bool has_number = array && array->size() == 1 && !array->is_text &&
                            array->dtype != DType::Complex64 &&
                            array->dtype != DType::Complex128;
    ASSERT_EQ(has_number, scalar.has_value());
    if (!scalar) continue;
    ++scalars;
    switch (array->dtype) {
      case DType::Float32:
        ASSERT_EQ(elements<float>(*array)[0], scalar->value);
        break;
      case DType::Float64:
        ASSERT_EQ(elements<double>(*array)[0], scalar->value);
        break;
      case DType::Int64:
        ASSERT_EQ(double(elements<std::int64_t>(*array)[0]), scalar->value);
        break;
      case DType::Int8:
        ASSERT_EQ(elements<std::int8_t>(*array)[0], scalar->value);
        break;
      case DType::Bool:
      case DType::UInt8:
        ASSERT_EQ(elements<std::uint8_t>(*array)[0], scalar->value);
        break;
      default:
        break;
    }
  }
  EXPECT_GT(scalars, 1000);
}

}  // namespace
}  // namespace stepline::event
