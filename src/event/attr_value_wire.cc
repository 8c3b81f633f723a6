#include "event/attr_value_wire.h"

#include <algorithm>

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

struct AttrList {
  std::vector<std::string> strings;
  std::vector<std::int64_t> ints;
  std::vector<float> floats;
  std::vector<TensorShape> shapes;
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

}  // namespace

void write(FieldWriter& out, const Attribute& attribute) {
  std::visit(AttributeWriter{out}, attribute);
}

void write(FieldWriter& out, const AttrValue::Shapes& shapes) {
  out.submessage(AttrField::List, [&](FieldWriter& list) {
    for (const Shape& shape : shapes) {
      list.message(AttrField::Shape, to_wire(shape));
    }
  });
}

static void merge(FieldReader in, AttrList& list) {
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

static void assign(AttrValue& attr, AttrList list) {
  if (!list.shapes.empty()) {
    AttrValue::Shapes shapes;
    std::ranges::transform(list.shapes, std::back_inserter(shapes), from_wire);
    attr.value = std::move(shapes);
  } else if (!list.strings.empty()) {
    attr.value = Attribute(std::move(list.strings));
  } else if (!list.floats.empty()) {
    attr.value =
        Attribute(std::vector<double>(list.floats.begin(), list.floats.end()));
  } else {
    attr.value = Attribute(std::move(list.ints));
  }
}

void merge(FieldReader in, AttrValue& attr) {
  std::string text;
  std::int64_t integer;
  float number;
  bool truth;
  while (in.next()) {
    switch (AttrField(in.number())) {
      case AttrField::List: {
        AttrList list;
        if (in.read_message(list)) assign(attr, std::move(list));
        break;
      }
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
      case AttrField::Shape: {
        TensorShape shape;
        if (in.read_message(shape)) attr.value = Attribute(from_wire(shape));
        break;
      }
      default:
        in.skip();
    }
  }
}

}  // namespace stepline::event
