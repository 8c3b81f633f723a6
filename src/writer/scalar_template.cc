#include "writer/scalar_template.h"

#include <cstring>

#include "base/bytes.h"
#include "record/record_writer.h"

namespace stepline::writer {
namespace {

constexpr std::size_t kBlock = 32;

// Field numbers and wire types, as bytes on the wire.
constexpr char kWallTime = 0x09;     // Event.wall_time, 64 bits.
constexpr char kStep = 0x10;         // Event.step, varint.
constexpr char kSummary = 0x2a;      // Event.summary, bytes.
constexpr char kValue = 0x0a;        // Summary.value, bytes.
constexpr char kTag = 0x0a;          // Value.tag, bytes.
constexpr char kSimpleValue = 0x15;  // Value.simple_value, 32 bits.
constexpr char kTensor = 0x42;       // Value.tensor, bytes.
constexpr std::string_view kDoubleTensor{
    "\x08\x02"   // dtype: DT_DOUBLE.
    "\x12\x00"   // tensor_shape: rank 0.
    "\x32\x08",  // double_val: eight bytes, packed.
    6};

}  // namespace

ScalarTemplate::ScalarTemplate(std::string_view tag, Form form) : form_(form) {
  std::string value;
  if (!tag.empty()) {
    value += kTag;
    append_varint(value, tag.size());
    value += tag;
  }
  std::size_t payload = 4;
  if (form == Form::Float) {
    value += kSimpleValue;
  } else {
    payload = 8;
    value += kTensor;
    append_varint(value, kDoubleTensor.size() + payload);
    value += kDoubleTensor;
  }
  std::string summary;
  summary += kValue;
  append_varint(summary, value.size() + payload);
  summary += value;
  constant_ += kSummary;
  append_varint(constant_, summary.size() + payload);
  constant_ += summary;
  constant_bytes_ = constant_.size();
  constant_.resize((constant_bytes_ + kBlock - 1) / kBlock * kBlock);
}

char* ScalarTemplate::append(char* out, double wall_secs, std::int64_t step,
                             double value) const {
  char* const payload = out + record::kHeaderBytes;
  char* at = payload;
  *at++ = kWallTime;
  std::memcpy(at, &wall_secs, 8);
  at += 8;
  if (step != 0) {
    *at++ = kStep;
    at = write_varint(at, static_cast<std::uint64_t>(step));
  }
  for (std::size_t i = 0; i < constant_bytes_; i += kBlock)
    std::memcpy(at + i, constant_.data() + i, kBlock);
  at += constant_bytes_;
  if (form_ == Form::Float) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(at, &narrow, 4);
    at += 4;
  } else {
    std::memcpy(at, &value, 8);
    at += 8;
  }
  const auto length = static_cast<std::uint64_t>(at - payload);
  std::memcpy(out, &length, 8);
  return at + record::kFooterBytes;
}

}  // namespace stepline::writer
