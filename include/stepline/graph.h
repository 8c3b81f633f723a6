#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "stepline/result.h"

namespace stepline {

// One operation of a model. "/" in the name makes boxes within boxes.
struct GraphNode {
  using Shape = std::vector<std::int64_t>;  // -1: not known.
  using Attribute = std::variant<bool, std::int64_t, double, std::string,
                                 std::vector<std::int64_t>, std::vector<double>,
                                 std::vector<std::string>>;

  std::string name;
  std::string op;
  // Names of nodes; ":1" behind one means its second output.
  std::vector<std::string> inputs = {};
  std::string device = {};
  std::vector<std::pair<std::string, Attribute>> attributes = {};
  std::vector<Shape> output_shapes = {};
  bool operator==(const GraphNode&) const = default;
};

// A model as the graph dashboard shows it, built node by node.
class Graph {
 public:
  // Returns the node for further filling; the reference is valid until the
  // next add().
  GraphNode& add(std::string name, std::string op,
                 std::vector<std::string> inputs = {});
  GraphNode& add(GraphNode node);

  const std::vector<GraphNode>& nodes() const { return nodes_; }

  // The graph of an ONNX model file, read without ONNX' own library; weights
  // are skipped. `bytes` is the whole file.
  static Result<Graph> from_onnx(std::string_view bytes);

 private:
  std::vector<GraphNode> nodes_;
};

}  // namespace stepline
