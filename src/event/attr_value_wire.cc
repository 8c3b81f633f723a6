#include "event/attr_value_wire.h"

#include "event/tensor_wire.h"

namespace stepline::event {
namespace {

// AttrValue and AttrValue.ListValue have the same numbers.
enum class AttrField : std::uint32_t {
  List = 1,
  String = 2,
  Int = 3,
  Float = 4,
  Bool = 5,
  Type = 6,
  Shape = 7,
};

using Shape = GraphNode::Shape;
using Attribute = GraphNode::Attribute;

struct AttributeWriter {
  FieldWriter& out;
  void operator()(bool value) { out.number_member(AttrField::Bool, value); }
  void operator()(std::int64_t value) {
    out.number_member(AttrField::Int, value);
  }
  void operator()(double value) {
    out.number_member(AttrField::Float, static_cast<float>(value));
  }
  void operator()(const std::string& value) {
    out.bytes_member(AttrField::String, value);
  }
  void operator()(const std::vector<std::int64_t>& values) {
    out.submessage(AttrField::List, [&](FieldWriter& list) {
      list.packed(AttrField::Int, values);
    });
  }
  void operator()(const std::vector<double>& values) {
    out.submessage(AttrField::List, [&](FieldWriter& list) {
      list.packed(AttrField::Float,
                  std::vector<float>(values.begin(), values.end()));
    });
  }
  void operator()(const std::vector<std::string>& values) {
    out.submessage(AttrField::List, [&](FieldWriter& list) {
      for (const std::string& each : values) {
        list.bytes_member(AttrField::String, each);
      }
    });
  }
};

TensorShape to_wire(const Shape& shape) {
  TensorShape wire;
  for (std::int64_t size : shape) wire.dims.push_back({size, {}});
  return wire;
}

Shape from_wire(const TensorShape& wire) {
  Shape shape;
  for (const TensorShape::Dim& dim : wire.dims) shape.push_back(dim.size);
  return shape;
}

DecodedAttribute from_wire(AttrValue::List& list) {
  if (!list.shapes.empty()) {
    GraphShapes shapes;
    for (const TensorShape& each : list.shapes) {
      shapes.push_back(from_wire(each));
    }
    return shapes;
  }
  if (!list.strings.empty()) return Attribute(std::move(list.strings));
  if (!list.floats.empty()) {
    return Attribute(
        std::vector<double>(list.floats.begin(), list.floats.end()));
  }
  return Attribute(std::move(list.ints));
}

}  // namespace

void write(FieldWriter& out, const Attribute& attribute) {
  std::visit(AttributeWriter{out}, attribute);
}

void write(FieldWriter& out, const GraphShapes& shapes) {
  out.submessage(AttrField::List, [&](FieldWriter& list) {
    for (const Shape& shape : shapes) {
      list.message(AttrField::Shape, to_wire(shape));
    }
  });
}

static void merge(FieldReader in, AttrValue::List& list) {
  while (in.next()) {
    switch (AttrField(in.number())) {
      case AttrField::String:
        in.read_repeated_bytes(list.strings);
        break;
      case AttrField::Int:
      case AttrField::Type:
        in.read_repeated(list.ints);
        break;
      case AttrField::Float:
        in.read_repeated(list.floats);
        break;
      case AttrField::Shape:
        in.read_message(list.shapes);
        break;
      default:
        in.skip();
    }
  }
}

void merge(FieldReader in, AttrValue& attr) {
  std::string text;
  std::int64_t integer;
  float number;
  bool truth;
  while (in.next()) {
    switch (AttrField(in.number())) {
      case AttrField::List:
        in.read_member<AttrValue::List>(attr.value);
        break;
      case AttrField::String:
        if (in.read_bytes(text)) attr.value = Attribute(text);
        break;
      case AttrField::Int:
      case AttrField::Type:
        if (in.read(integer)) attr.value = Attribute(integer);
        break;
      case AttrField::Float:
        if (in.read(number)) attr.value = Attribute(double{number});
        break;
      case AttrField::Bool:
        if (in.read(truth)) attr.value = Attribute(truth);
        break;
      case AttrField::Shape:
        in.read_member<TensorShape>(attr.value);
        break;
      default:
        in.skip();
    }
  }
}

DecodedAttribute from_wire(AttrValue attr) {
  if (auto* attribute = std::get_if<Attribute>(&attr.value)) {
    return std::move(*attribute);
  }
  if (auto* shape = std::get_if<TensorShape>(&attr.value)) {
    return Attribute(from_wire(*shape));
  }
  if (auto* list = std::get_if<AttrValue::List>(&attr.value)) {
    return from_wire(*list);
  }
  return {};
}

}  // namespace stepline::event
