#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "event/wire.h"

namespace stepline::event {
namespace {

using namespace std::string_literals;
using ::testing::HasSubstr;

Event scalar_event(std::string_view tag, float number) {
  Event event;
  event.wall_time = *WallTime::from_secs(1.5);
  event.step = {3};
  event.what = Summary{{Value{Tag(tag), {}, {}, number}}};
  return event;
}

// A field of Event in front of nothing else.
std::string wall_time_field(double secs) {
  std::string bytes = "\x09";
  return bytes.append(reinterpret_cast<const char*>(&secs), sizeof secs);
}

// Event(wall_time=1.5, step=3, summary=Summary(value=[
//     Summary.Value(tag="loss", simple_value=0.25)])), by Python's protobuf.
const std::string kScalarBytes =
    "\x09\x00\x00\x00\x00\x00\x00\xf8\x3f\x10\x03\x2a\x0d\x0a\x0b\x0a\x04loss"
    "\x15\x00\x00\x80\x3e"s;

TEST(EventWire, WritesTheBytesOfAScalar) {
  EXPECT_EQ(encode_event(scalar_event("loss", 0.25f)), kScalarBytes);
}

TEST(EventWire, ReadsTheBytesOfAScalar) {
  const auto event = decode_event(kScalarBytes);
  ASSERT_TRUE(event);
  EXPECT_EQ(*event, scalar_event("loss", 0.25f));
}

TEST(EventWire, AppendsToWhatIsThere) {
  std::string out = "before";
  append_event(out, scalar_event("loss", 0.25f));
  EXPECT_EQ(out, "before" + kScalarBytes);
}

TEST(EventWire, KeepsAScalarThatIsZero) {
  const auto event = decode_event(encode_event(scalar_event("loss", 0)));
  ASSERT_TRUE(event);
  EXPECT_EQ(*event, scalar_event("loss", 0));
}

TEST(EventWire, KeepsNaNAsAValue) {
  const auto event = decode_event(encode_event(scalar_event("loss", NAN)));
  ASSERT_TRUE(event);
  const auto& value = std::get<Summary>(event->what).values.at(0).value;
  EXPECT_TRUE(std::isnan(std::get<float>(value)));
}

TEST(EventWire, PutsAWallTimeThatIsNotFiniteAtTheEpoch) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double secs : {double{NAN}, infinity, -infinity}) {
    const auto event = decode_event(wall_time_field(secs) + "\x10\x07");
    ASSERT_TRUE(event);
    EXPECT_EQ(event->wall_time, WallTime());
    EXPECT_EQ(event->step, Step{7});
  }
}

TEST(EventWire, WritesAnEmptySummaryAsPresent) {
  Event event;
  event.what = Summary{};
  EXPECT_EQ(encode_event(event), "\x2a\x00"s);
}

TEST(EventWire, TakesTheLastMemberOfAOneof) {
  // file_version "a", then session_log {status: START}.
  const auto event = decode_event("\x1a\x01\x61\x3a\x02\x08\x01"s);
  ASSERT_TRUE(event);
  EXPECT_EQ(std::get<SessionLog>(event->what).status,
            SessionLog::Status::Start);
}

TEST(EventWire, MergesASummaryThatComesInTwoPieces) {
  // Two summaries of one value each, tags "a" and "b".
  const auto event =
      decode_event("\x2a\x05\x0a\x03\x0a\x01\x61\x2a\x05\x0a\x03\x0a\x01\x62"s);
  ASSERT_TRUE(event);
  EXPECT_EQ(std::get<Summary>(event->what).values.size(), 2u);
}

TEST(EventWire, SkipsAFieldOfTheWrongWireType) {
  // step as bytes, file_version as a number, wall_time as a number; step 5.
  const auto event = decode_event("\x12\x01\x09\x18\x07\x08\x01\x10\x05"s);
  ASSERT_TRUE(event);
  Event expected;
  expected.step = {5};
  EXPECT_EQ(*event, expected);
}

TEST(EventWire, SkipsAnUnknownField) {
  // Field 100 (bytes) in front of step 5.
  const auto event = decode_event("\xa2\x06\x03xyz\x10\x05"s);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->step, Step{5});
}

TEST(EventWire, RefusesALengthBeyondTheEnd) {
  const auto event = decode_event("\x2a\x7f\x0a"s);
  ASSERT_FALSE(event);
  EXPECT_EQ(event.error().code, ErrorCode::Corrupt);
  EXPECT_THAT(event.error().message, HasSubstr("malformed Event of 3 bytes"));
}

TEST(EventWire, RefusesPackedNumbersThatDoNotFillTheirLength) {
  // TensorProto.float_val packed into 3 bytes.
  const auto tensor = decode_tensor("\x2a\x03\x00\x00\x00"s);
  ASSERT_FALSE(tensor);
  EXPECT_EQ(tensor.error().code, ErrorCode::Corrupt);
}

TEST(EventWire, ReadsABoolSpeltWithMoreBytesThanItNeeds) {
  // TensorProto.bool_val: 0 in two bytes, 1 in two bytes, unpacked 0 in two.
  const auto tensor = decode_tensor("\x5a\x04\x80\x00\x81\x00\x58\x80\x00"s);
  ASSERT_TRUE(tensor);
  EXPECT_EQ(tensor->bool_val, (std::vector<std::uint8_t>{0, 1, 0}));
}

TEST(EventWire, RepairsTextBothWays) {
  Event event;
  event.what = FileVersion{"a\xff"};
  const std::string repaired =
      "\x1a\x04"
      "a\xef\xbf\xbd";
  EXPECT_EQ(encode_event(event), repaired);
  const auto decoded = decode_event(
      "\x1a\x02"
      "a\xff");
  ASSERT_TRUE(decoded);
  EXPECT_EQ(std::get<FileVersion>(decoded->what).version, "a\xef\xbf\xbd");
}

TEST(EventWire, LeavesBytesAsTheyAre) {
  Event event;
  event.what = GraphDef{"\xff\x00"s};
  EXPECT_EQ(encode_event(event), "\x22\x02\xff\x00"s);
}

}  // namespace
}  // namespace stepline::event
