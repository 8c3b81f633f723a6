#include "event/event_view.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "event/check_view.h"
#include "event/random_models.h"
#include "event/wire.h"
#include "support/processes.h"

namespace stepline::event {
namespace {

Event summary_of(std::vector<Value> values) {
  Event event;
  event.wall_time = *WallTime::from_secs(1.5);
  event.step = Step{7};
  event.what = Summary{std::move(values)};
  return event;
}

Value scalar(float number) {
  Value value;
  value.tag = Tag("loss");
  value.value = number;
  return value;
}

Value tensor_value(TensorProto tensor) {
  Value value;
  value.tag = Tag("loss");
  value.value = std::move(tensor);
  return value;
}

TensorProto one_float() {
  TensorProto tensor;
  tensor.dtype = DataType::Float;
  tensor.has_shape = true;
  tensor.float_val = {0.25f};
  return tensor;
}

TensorProto tensor_of(DataType dtype) {
  TensorProto tensor;
  tensor.dtype = dtype;
  tensor.has_shape = true;
  return tensor;
}

// What view_event() and decode_event() made of some thousand events.
struct Tally {
  int viewed = 0;
  int left_to_the_decoder = 0;
  int malformed = 0;
  int numbers = 0;

  void add(const std::string& bytes) {
    const ViewCheck check = check_view(bytes);
    ASSERT_EQ(check.disagreement, "");
    numbers += check.numbers;
    ++(check.viewed ? viewed : check.decoded ? left_to_the_decoder : malformed);
  }
};

TEST(EventView, AgreesWithTheDecoderOnRandomEvents) {
  RandomModels random(21);
  Tally tally;
  for (int i = 0; i < 3000; ++i) {
    Event event;
    random.fill(event);
    tally.add(encode_event(event));
  }
  EXPECT_EQ(tally.viewed, 3000);
  EXPECT_GT(tally.numbers, 100);
}

TEST(EventView, AgreesWithTheDecoderOnDamagedEvents) {
  RandomModels random(22);
  std::mt19937_64 damage(23);
  Tally tally;
  for (int i = 0; i < 20000; ++i) {
    Event event;
    random.fill(event);
    std::string bytes = encode_event(event);
    if (bytes.empty()) continue;
    for (std::uint64_t n = damage() % 4; n > 0; --n) {
      bytes[damage() % bytes.size()] = static_cast<char>(damage());
    }
    if (damage() % 4 == 0) bytes.resize(damage() % bytes.size());
    tally.add(bytes);
  }
  EXPECT_GT(tally.viewed, 1000);
  EXPECT_GT(tally.malformed, 1000);
}

TEST(EventView, AgreesWithTheDecoderOnEventsInPieces) {
  RandomModels random(24);
  std::mt19937_64 dice(25);
  Tally tally;
  for (int i = 0; i < 5000; ++i) {
    Event first, second;
    random.fill(first);
    random.fill(second);
    if (dice() % 2 == 0) second.what = first.what;
    tally.add(encode_event(first) + encode_event(second));
  }
  EXPECT_GT(tally.viewed, 500);
  EXPECT_GT(tally.left_to_the_decoder, 500);
  EXPECT_EQ(tally.malformed, 0);
}

// A summary of one value, which is the concatenation of two.
TEST(EventView, AgreesWithTheDecoderOnValuesInPieces) {
  RandomModels random(26);
  std::mt19937_64 dice(27);
  Tally tally;
  for (int i = 0; i < 5000; ++i) {
    Value first, second;
    random.fill(first);
    random.fill(second);
    if (dice() % 2 == 0) second.value = first.value;
    const std::string value = encode_value(first) + encode_value(second);
    tally.add(in_field(5, in_field(1, value)));
  }
  EXPECT_GT(tally.viewed, 500);
  EXPECT_GT(tally.left_to_the_decoder, 500);
  EXPECT_EQ(tally.malformed, 0);
}

std::vector<ValueView> values_of(const EventView& view) {
  std::vector<ValueView> values;
  for (const ValueView& value : view.values()) values.push_back(value);
  return values;
}

TEST(EventView, PointsAtTheNumberOfASimpleValue) {
  const std::string bytes = encode_event(summary_of({scalar(0.25f)}));
  EventView view;
  ASSERT_TRUE(view_event(bytes, view));
  const auto values = values_of(view);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_EQ(values[0].tag, "loss");
  EXPECT_EQ(values[0].form, ValueForm::SimpleValue);
  EXPECT_EQ(load_le<float>(values[0].number), 0.25f);
  EXPECT_EQ(view.step, 7);
  EXPECT_EQ(view.wall_secs, 1.5);
}

TEST(EventView, PointsAtTheFloatOfATensorInEitherEncoding) {
  TensorProto listed = one_float();
  TensorProto content = one_float();
  content.float_val.clear();
  append_le(content.tensor_content, 0.25f);
  TensorProto shaped = one_float();
  shaped.shape.dims = {{1, ""}, {1, "x"}};
  const std::string bytes = encode_event(summary_of(
      {tensor_value(listed), tensor_value(content), tensor_value(shaped)}));
  EventView view;
  ASSERT_TRUE(view_event(bytes, view));
  ASSERT_EQ(values_of(view).size(), 3u);
  for (const ValueView& value : view.values()) {
    EXPECT_EQ(value.form, ValueForm::Tensor);
    ASSERT_NE(value.number, nullptr);
    EXPECT_EQ(load_le<float>(value.number), 0.25f);
  }
}

TEST(EventView, PointsAtNoNumberThatIsNotExactlyOneFloat) {
  TensorProto two = one_float();
  two.float_val.push_back(1);
  TensorProto none = one_float();
  none.float_val.clear();
  TensorProto repeated = one_float();
  repeated.shape.dims = {{2, ""}};
  TensorProto unknown = one_float();
  unknown.shape.unknown_rank = true;
  TensorProto wrong_dtype = one_float();
  wrong_dtype.dtype = DataType::Double;
  TensorProto long_content = one_float();
  long_content.tensor_content = "12345678";
  for (const TensorProto& tensor :
       {two, none, repeated, unknown, wrong_dtype, long_content}) {
    const std::string bytes = encode_event(summary_of({tensor_value(tensor)}));
    EventView view;
    ASSERT_TRUE(view_event(bytes, view));
    EXPECT_EQ(values_of(view).at(0).number, nullptr);
  }
}

TEST(EventView, PointsAtNoNumberOfAValueThatHasItTwice) {
  const std::string twice = encode_value(scalar(1)) + encode_value(scalar(2));
  EventView view;
  const std::string bytes = in_field(5, in_field(1, twice));
  ASSERT_TRUE(view_event(bytes, view));
  EXPECT_EQ(values_of(view).at(0).simple_value, 2);
  EXPECT_EQ(values_of(view).at(0).number, nullptr);
}

TEST(EventView, TakesNoMemoryForValues) {
  constexpr std::size_t kValues = 4'000'000;
  std::string summary;
  for (std::size_t i = 0; i < kValues; ++i) summary += in_field(1, "");
  const std::string bytes = in_field(5, summary);
  EXPECT_EQ(support::in_child([&]() -> int {
              const long before = support::own_memory("VmRSS");
              EventView view;
              if (!view_event(bytes, view)) return 1;
              std::size_t values = 0;
              for (const ValueView& value : view.values()) {
                values += value.form == ValueForm::None;
              }
              if (values != kValues) return 2;
              const long grown = support::own_memory("VmHWM") - before;
              return grown > long(bytes.size()) ? 3 : 0;
            }),
            0);
}

TEST(EventView, ForgetsTheEventBefore) {
  EventView view;
  Event first = summary_of({scalar(1), scalar(2)});
  first.source_writer = "somebody";
  const std::string bytes = encode_event(first);
  ASSERT_TRUE(view_event(bytes, view));
  ASSERT_TRUE(view_event("", view));
  EXPECT_EQ(view.what, EventView::What::Nothing);
  EXPECT_TRUE(view.values().empty());
  EXPECT_EQ(view.source_writer, "");
  EXPECT_EQ(view.step, 0);
  EXPECT_EQ(view.wall_secs, 0);
}

TEST(EventView, HasTheEpochForAWallTimeThatIsNoNumber) {
  for (const double odd :
       {std::nan(""), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    std::string bytes = "\x09";
    append_le(bytes, odd);
    EventView view;
    ASSERT_TRUE(view_event(bytes, view));
    EXPECT_EQ(view.wall_secs, 0);
  }
}

TEST(EventView, GivesTagsAsTheyStandInTheFile) {
  const std::string bytes = in_field(5, in_field(1, in_field(1, "a\xff")));
  EventView view;
  ASSERT_TRUE(view_event(bytes, view));
  EXPECT_EQ(values_of(view).at(0).tag, "a\xff");
}

std::optional<double> number_in(const TensorProto& tensor) {
  const auto scalar = scalar_of_tensor(encode_tensor(tensor));
  if (!scalar) return std::nullopt;
  return scalar->value;
}

template <class T>
std::string content_of(T value) {
  std::string content;
  append_le(content, value);
  return content;
}

TEST(ScalarOfTensor, ReadsEveryDtypeFromItsField) {
  TensorProto t = one_float();
  EXPECT_EQ(number_in(t), 0.25);
  t = tensor_of(DataType::Double);
  t.double_val = {1e-300};
  EXPECT_EQ(number_in(t), 1e-300);
  for (const DataType dtype :
       {DataType::Int8, DataType::Int16, DataType::Int32}) {
    t = tensor_of(dtype);
    t.int_val = {-100};
    EXPECT_EQ(number_in(t), -100);
  }
  for (const DataType dtype : {DataType::UInt8, DataType::UInt16}) {
    t = tensor_of(dtype);
    t.int_val = {200};
    EXPECT_EQ(number_in(t), 200);
  }
  t = tensor_of(DataType::Int64);
  t.int64_val = {-(std::int64_t{1} << 40)};
  EXPECT_EQ(number_in(t), -0x1p40);
  t = tensor_of(DataType::UInt32);
  t.uint32_val = {4'000'000'000u};
  EXPECT_EQ(number_in(t), 4e9);
  t = tensor_of(DataType::UInt64);
  t.uint64_val = {std::uint64_t{1} << 63};
  EXPECT_EQ(number_in(t), 0x1p63);
  t = tensor_of(DataType::Bool);
  t.bool_val = {1};
  EXPECT_EQ(number_in(t), 1);
  t = tensor_of(DataType::Half);
  t.half_val = {0x3800};
  EXPECT_EQ(number_in(t), 0.5);
  t = tensor_of(DataType::BFloat16);
  t.half_val = {0x3f00};
  EXPECT_EQ(number_in(t), 0.5);
  t = tensor_of(DataType::Float8E5M2);
  t.float8_val = "\x38";
  EXPECT_EQ(number_in(t), 0.5);
  t = tensor_of(DataType::Float8E4M3);
  t.float8_val = "\x30";
  EXPECT_EQ(number_in(t), 0.5);
}

TEST(ScalarOfTensor, ReadsEveryDtypeFromItsContent) {
  const std::pair<DataType, std::string> contents[] = {
      {DataType::Float, content_of(1.0f)},
      {DataType::Double, content_of(1.0)},
      {DataType::Int8, content_of(std::int8_t{1})},
      {DataType::UInt8, content_of(std::uint8_t{1})},
      {DataType::Int16, content_of(std::int16_t{1})},
      {DataType::UInt16, content_of(std::uint16_t{1})},
      {DataType::Int32, content_of(std::int32_t{1})},
      {DataType::UInt32, content_of(std::uint32_t{1})},
      {DataType::Int64, content_of(std::int64_t{1})},
      {DataType::UInt64, content_of(std::uint64_t{1})},
      {DataType::Bool, "\x01"},
      {DataType::Half, content_of(std::uint16_t{0x3c00})},
      {DataType::BFloat16, content_of(std::uint16_t{0x3f80})},
      {DataType::Float8E5M2, "\x3c"},
      {DataType::Float8E4M3, "\x38"},
  };
  for (const auto& [dtype, content] : contents) {
    TensorProto tensor = tensor_of(dtype);
    tensor.tensor_content = content;
    EXPECT_EQ(number_in(tensor), 1) << int(dtype);
    tensor.tensor_content += content;
    EXPECT_EQ(number_in(tensor), std::nullopt) << int(dtype);
  }
}

TEST(ScalarOfTensor, IsZeroWhereNoValueIsThere) {
  for (const DataType dtype :
       {DataType::Float, DataType::Double, DataType::Int32, DataType::Int64,
        DataType::Half, DataType::Float8E4M3, DataType::Bool}) {
    EXPECT_EQ(number_in(tensor_of(dtype)), 0) << int(dtype);
  }
}

TEST(ScalarOfTensor, IsNoneForOtherShapesAndDtypes) {
  TensorProto tensor = one_float();
  tensor.shape.dims = {{2, ""}};
  EXPECT_EQ(number_in(tensor), std::nullopt);
  tensor.shape.dims = {{0, ""}};
  EXPECT_EQ(number_in(tensor), std::nullopt);
  tensor.shape.dims = {{-1, ""}, {-1, ""}};
  EXPECT_EQ(number_in(tensor), std::nullopt);
  tensor = one_float();
  tensor.shape.unknown_rank = true;
  EXPECT_EQ(number_in(tensor), std::nullopt);
  tensor = one_float();
  tensor.float_val = {1, 2};
  EXPECT_EQ(number_in(tensor), std::nullopt);
  for (const DataType dtype : {DataType::Invalid, DataType::String,
                               DataType::Complex64, DataType::Complex128}) {
    EXPECT_EQ(number_in(tensor_of(dtype)), std::nullopt) << int(dtype);
  }
  EXPECT_FALSE(scalar_of_tensor("\x08"));
}

TEST(ScalarOfTensor, SaysWhichDtypesFloatCannotHold) {
  for (const DataType dtype :
       {DataType::Double, DataType::Int32, DataType::Int64, DataType::UInt32,
        DataType::UInt64}) {
    EXPECT_TRUE(scalar_of_tensor(encode_tensor(tensor_of(dtype)))->is_double);
  }
  for (const DataType dtype :
       {DataType::Float, DataType::Half, DataType::BFloat16, DataType::Int8,
        DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Bool,
        DataType::Float8E4M3, DataType::Float8E5M2}) {
    EXPECT_FALSE(scalar_of_tensor(encode_tensor(tensor_of(dtype)))->is_double);
  }
}

}  // namespace
}  // namespace stepline::event
