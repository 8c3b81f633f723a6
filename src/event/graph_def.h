#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/graph.h"
#include "stepline/result.h"

namespace stepline::event {

// tensorflow.GraphDef, the bytes in an Event's GraphDef.
//
// Attributes become AttrValues: a double a float, the lists ListValues; the
// output shapes become the attribute "_output_shapes", where the graph
// dashboard looks for them. The version is 22, as other writers say.
std::string encode_graph(std::span<const GraphNode> nodes);
inline std::string encode_graph(const Graph& graph) {
  return encode_graph(graph.nodes());
}

// The nodes, attributes sorted by name. A "shape" becomes a list of integers,
// a data type its number. Attributes that GraphNode has no place for (tensors,
// functions, lists of such or of booleans) are dropped, and so is the function
// library.
Result<std::vector<GraphNode>> decode_graph(std::string_view bytes);

}  // namespace stepline::event
