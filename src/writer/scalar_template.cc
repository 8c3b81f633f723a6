#include "writer/scalar_template.h"

#include "base/bytes.h"

namespace stepline::writer {
namespace {

// Field numbers and wire types, as bytes on the wire.
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

}  // namespace stepline::writer
