#include "event/value_view.h"

#include "event/event_fields.h"
#include "event/field_reader.h"
#include "event/scalar_of_tensor.h"
#include "event/seen_fields.h"
#include "event/well_formed.h"

namespace stepline::event {
namespace {

constexpr std::uint32_t kContentFields = 0b1'0111'1100;

enum class Depth : std::uint8_t { Value, Submessages };

// Takes one value apart. To the depth of its submessages that throws where one
// of them is malformed.
class ValueReader {
 public:
  explicit ValueReader(Depth depth) : depth_(depth) {}

  ValueView read(std::string_view bytes) {
    value_ = ValueView();
    value_.whole = bytes;
    seen_ = SeenFields();
    FieldReader in(bytes);
    while (in.next()) {
      seen_.add(in.number());
      read_field(in);
    }
    if (!single()) value_.number = nullptr;
    return value_;
  }

  // Whether the last value holds its content once.
  bool single() const {
    return !seen_.repeated() && seen_.count(kContentFields) == 1;
  }
  // Whether no submessage came in pieces, of any value.
  bool whole() const { return whole_; }

 private:
  void read_field(FieldReader& in) {
    switch (ValueField(in.number())) {
      case ValueField::Tag:
        in.read_view(value_.tag);
        break;
      case ValueField::SimpleValue:
        if (in.read(value_.simple_value)) {
          value_.form = ValueForm::SimpleValue;
          value_.number = in.position() - sizeof(float);
        }
        break;
      case ValueField::ObsoleteHistogram:
        if (in.read_view(value_.body)) {
          value_.form = ValueForm::ObsoleteHistogram;
        }
        break;
      case ValueField::Image:
        read_body(in, ValueForm::Image, WireMessage::Flat);
        break;
      case ValueField::Histogram:
        read_body(in, ValueForm::Histogram, WireMessage::Histogram);
        break;
      case ValueField::Audio:
        read_body(in, ValueForm::Audio, WireMessage::Flat);
        break;
      case ValueField::NodeName:
        in.read_view(value_.node_name);
        break;
      case ValueField::Tensor:
        read_body(in, ValueForm::Tensor, WireMessage::Tensor);
        break;
      case ValueField::Metadata:
        read_metadata(in);
        break;
      default:
        in.skip();
    }
  }

  void read_body(FieldReader& in, ValueForm form, WireMessage message) {
    if (!in.read_view(value_.body)) return;
    whole_ &= value_.form != form;
    value_.form = form;
    if (depth_ == Depth::Submessages) check_well_formed(value_.body, message);
  }

  void read_metadata(FieldReader& in) {
    if (!in.read_view(value_.metadata)) return;
    whole_ &= !value_.has_metadata;
    value_.has_metadata = true;
    if (depth_ == Depth::Submessages) {
      check_well_formed(value_.metadata, WireMessage::Metadata);
    }
  }

  const Depth depth_;
  ValueView value_;
  SeenFields seen_;
  bool whole_ = true;
};

// The bytes of the next value; false where there is none.
bool next_value(FieldReader& in, std::string_view& value) {
  while (in.next()) {
    if (SummaryField(in.number()) != SummaryField::Value) {
      in.skip();
    } else if (in.read_view(value)) {
      return true;
    }
  }
  return false;
}

}  // namespace

ValueViews::Iterator& ValueViews::Iterator::operator++() {
  FieldReader in(rest_);
  std::string_view bytes;
  at_end_ = !next_value(in, bytes);
  if (at_end_) return *this;
  rest_.remove_prefix(static_cast<std::size_t>(in.position() - rest_.data()));
  ValueReader reader(Depth::Value);
  value_ = reader.read(bytes);
  if (value_.form == ValueForm::Tensor && reader.single()) {
    value_.number = float_of_tensor(value_.body);
  }
  return *this;
}

bool check_values(std::string_view summary) {
  ValueReader reader(Depth::Submessages);
  FieldReader in(summary);
  std::string_view value;
  while (next_value(in, value)) reader.read(value);
  return reader.whole();
}

}  // namespace stepline::event
