#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "event/field_reader.h"
#include "event/field_writer.h"
#include "event/tensor_proto.h"
#include "stepline/graph.h"

namespace stepline::event {

// tensorflow.AttrValue as far as GraphNode can hold it.
struct AttrValue {
  struct List {
    std::vector<std::string> strings;
    std::vector<std::int64_t> ints;
    std::vector<float> floats;
    std::vector<TensorShape> shapes;
  };
  std::variant<std::monostate, GraphNode::Attribute, TensorShape, List> value;
};

void merge(FieldReader in, AttrValue& attr);

// A list of shapes is no Attribute: it is what "_output_shapes" has. A list of
// mixed content, which nobody writes, gives one kind of it.
using GraphShapes = std::vector<GraphNode::Shape>;
using DecodedAttribute =
    std::variant<std::monostate, GraphNode::Attribute, GraphShapes>;
DecodedAttribute from_wire(AttrValue attr);

void write(FieldWriter& out, const GraphNode::Attribute& attribute);
void write(FieldWriter& out, const GraphShapes& shapes);

}  // namespace stepline::event
