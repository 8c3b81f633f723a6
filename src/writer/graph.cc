#include "stepline/graph.h"

#include "event/onnx.h"

namespace stepline {

GraphNode& Graph::add(std::string name, std::string op,
                      std::vector<std::string> inputs) {
  return add(GraphNode{std::move(name), std::move(op), std::move(inputs)});
}

GraphNode& Graph::add(GraphNode node) {
  nodes_.push_back(std::move(node));
  return nodes_.back();
}

Result<Graph> Graph::from_onnx(std::string_view bytes) {
  auto nodes = event::graph_of_onnx(bytes);
  if (!nodes) return nodes.error();
  Graph graph;
  graph.nodes_ = *std::move(nodes);
  return graph;
}

}  // namespace stepline
