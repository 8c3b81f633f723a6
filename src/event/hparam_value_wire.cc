#include "event/hparam_value_wire.h"

namespace stepline::event {
namespace {

enum class ValueField : std::uint32_t {
  Null = 1,
  Number = 2,
  String = 3,
  Bool = 4,
  Struct = 5,
  List = 6,
};
enum class ListField : std::uint32_t { Values = 1 };

struct ValueWriter {
  FieldWriter& out;
  void operator()(bool value) { out.number_member(ValueField::Bool, value); }
  void operator()(double value) {
    out.number_member(ValueField::Number, value);
  }
  void operator()(const std::string& value) {
    out.text_member(ValueField::String, value);
  }
};

}  // namespace

void write(FieldWriter& out, const HParamValue& value) {
  std::visit(ValueWriter{out}, value);
}

void merge(FieldReader in, ProtobufValue& message) {
  std::optional<HParamValue>& value = message.value;
  double number;
  std::string text;
  bool truth;
  while (in.next()) {
    switch (ValueField(in.number())) {
      case ValueField::Number:
        if (in.read(number)) value = number;
        break;
      case ValueField::String:
        if (in.read_text(text)) value = text;
        break;
      case ValueField::Bool:
        if (in.read(truth)) value = truth;
        break;
      case ValueField::Null:
      case ValueField::Struct:
      case ValueField::List:
        value.reset();
        in.skip();
        break;
      default:
        in.skip();
    }
  }
}

void write(FieldWriter& out, const HParamDiscreteDomain& domain) {
  out.messages(ListField::Values, domain.values);
}

void merge(FieldReader in, HParamDiscreteDomain& domain) {
  while (in.next()) {
    switch (ListField(in.number())) {
      case ListField::Values: {
        ProtobufValue message;
        in.read_message(message);
        if (message.value) domain.values.push_back(std::move(*message.value));
        break;
      }
      default:
        in.skip();
    }
  }
}

}  // namespace stepline::event
