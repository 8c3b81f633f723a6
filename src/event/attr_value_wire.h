#pragma once

#include <variant>
#include <vector>

#include "event/field_reader.h"
#include "event/field_writer.h"
#include "stepline/graph.h"

namespace stepline::event {

// tensorflow.AttrValue as far as GraphNode can hold it. A list of shapes is no
// Attribute: it is what "_output_shapes" has.
struct AttrValue {
  using Shapes = std::vector<GraphNode::Shape>;
  std::variant<std::monostate, GraphNode::Attribute, Shapes> value;
};

void write(FieldWriter& out, const GraphNode::Attribute& attribute);
void write(FieldWriter& out, const AttrValue::Shapes& shapes);
void merge(FieldReader in, AttrValue& attr);

}  // namespace stepline::event
