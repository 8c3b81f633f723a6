#include "event/onnx.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/utf8.h"
#include "event/onnx_model.h"
#include "event/onnx_names.h"

namespace stepline::event {
namespace {

// Names repeat (each input is one, each box prefixes all within), so a small
// file could ask for a huge graph.
constexpr std::size_t kMaxNameBytesInAll = std::size_t{64} << 20;
constexpr std::size_t kMaxTextBytes = 1024;

std::optional<GraphNode::Shape> known_shape(const OnnxType& type) {
  if (!type.has_shape) return std::nullopt;
  GraphNode::Shape shape;
  for (const OnnxDim& dim : type.shape) {
    shape.push_back(std::max<std::int64_t>(dim.size, -1));
  }
  return shape;
}

std::string text_of(std::string_view value) {
  return repair_utf8(value.substr(0, kMaxTextBytes));
}
std::string text_of(std::int64_t value) { return std::to_string(value); }
std::string text_of(double value) { return std::to_string(value); }

template <class T>
GraphNode::Attribute attribute_of(const OnnxAttribute::List<T>& list) {
  if (list.count == list.head.size()) {
    if constexpr (std::is_same_v<T, std::string_view>) {
      std::vector<std::string> texts;
      for (const T& item : list.head) texts.push_back(text_of(item));
      return texts;
    } else {
      return list.head;
    }
  }
  std::string text = "[";
  for (const T& item : list.head) {
    if (text.size() > kMaxTextBytes) break;
    text += text_of(item) + ", ";
  }
  return text + "...] (" + std::to_string(list.count) + " in all)";
}
GraphNode::Attribute attribute_of(std::monostate) { return std::string(); }
GraphNode::Attribute attribute_of(std::int64_t value) { return value; }
GraphNode::Attribute attribute_of(double value) { return value; }
GraphNode::Attribute attribute_of(std::string_view value) {
  return text_of(value);
}
GraphNode::Attribute attribute_of(const OnnxType& type) {
  return describe(type);
}

// The boxes around the nodes, without the prefix, by the module as parameters
// name it: "layer1.0.conv" for the box "layer1/layer1.0/conv" as well as for
// "layer1/0/conv", since exporters write either.
std::unordered_map<std::string, std::string_view> boxes_by_module(
    const std::vector<std::string>& node_names, std::size_t prefix_bytes) {
  constexpr int kMaxBoxes = 32;
  std::unordered_map<std::string, std::string_view> boxes;
  for (const std::string_view name : node_names) {
    const std::string_view path = name.substr(prefix_bytes);
    std::string module;
    std::size_t begin = 0;
    for (int depth = 0; depth < kMaxBoxes; ++depth) {
      const std::size_t slash = path.find('/', begin);
      if (slash == std::string_view::npos) break;
      const std::string_view part = path.substr(begin, slash - begin);
      if (!module.empty()) module += '.';
      if (part.starts_with(module)) module.clear();
      module += part;
      boxes.try_emplace(module, path.substr(0, slash));
      begin = slash + 1;
    }
  }
  return boxes;
}

class Converter {
 public:
  explicit Converter(const OnnxModel& model) {
    convert(model.graph, nullptr, "", {});
    add_origin(model);
  }

  bool too_large() const { return name_bytes_ > kMaxNameBytesInAll; }
  std::vector<GraphNode> nodes() && { return std::move(nodes_); }

 private:
  // The values that can be named inside one graph: its own, then those of the
  // graphs around it.
  struct Scope {
    const Scope* outer;
    std::string prefix;
    std::unordered_map<std::string_view, std::string> makers;
    std::unordered_map<std::string_view, const OnnxType*> types;
  };

  // Returns what feeds the graph's outputs. `feeds` are the inputs of the
  // operator around it: its i-th input becomes the graph's i-th.
  std::vector<std::string> convert(const OnnxGraph& graph, const Scope* outer,
                                   std::string prefix,
                                   const std::vector<std::string>& feeds);
  void add_inputs(const OnnxGraph& graph, Scope& scope,
                  const std::vector<std::string>& feeds);
  void add_initializers(const OnnxGraph& graph,
                        const std::vector<std::string>& node_names,
                        Scope& scope);
  // What makes the operator's inputs, by position; "" for one left out.
  std::vector<std::string> feeds_of(const OnnxNode& node, const Scope& scope);
  void add_operator(const OnnxNode& node, std::string name, const Scope& scope);
  void add_outputs(const OnnxGraph& graph, const Scope& scope);
  void add_origin(const OnnxModel& model);

  std::string take_name(const Scope& scope, const std::string& name) {
    std::string taken = names_.take(scope.prefix + name);
    name_bytes_ += taken.size();
    return taken;
  }
  const std::string* find_maker(const Scope& scope, std::string_view value) {
    for (const Scope* at = &scope; at != nullptr; at = at->outer) {
      const auto found = at->makers.find(value);
      if (found == at->makers.end()) continue;
      name_bytes_ += found->second.size();
      return &found->second;
    }
    return nullptr;
  }
  void add_value_node(std::string name, const char* op, const OnnxType& type,
                      std::vector<std::string> inputs);

  UniqueNames names_;
  std::vector<GraphNode> nodes_;
  std::size_t name_bytes_ = 0;
};

std::vector<std::string> Converter::convert(
    const OnnxGraph& graph, const Scope* outer, std::string prefix,
    const std::vector<std::string>& feeds) {
  Scope scope{outer, std::move(prefix), {}, {}};
  for (const auto* values : {&graph.values, &graph.inputs, &graph.outputs}) {
    for (const OnnxValue& value : *values) {
      scope.types.emplace(value.name, &value.type);
    }
  }
  std::vector<std::string> node_names;
  for (const OnnxNode& node : graph.nodes) {
    if (too_large()) return {};
    node_names.push_back(take_name(scope, name_of(node)));
    for (std::size_t port = 0; port < node.outputs.size(); ++port) {
      if (node.outputs[port].empty()) continue;
      std::string maker = node_names.back();
      if (port > 0) maker.append(":").append(std::to_string(port));
      name_bytes_ += maker.size();
      scope.makers.emplace(node.outputs[port], std::move(maker));
    }
  }
  add_initializers(graph, node_names, scope);
  add_inputs(graph, scope, feeds);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    add_operator(graph.nodes[i], std::move(node_names[i]), scope);
  }
  if (outer == nullptr) {
    add_outputs(graph, scope);
    return {};
  }
  std::vector<std::string> results;
  for (const OnnxValue& output : graph.outputs) {
    if (const auto* maker = find_maker(scope, output.name)) {
      results.push_back(*maker);
    }
  }
  return results;
}

void Converter::add_initializers(const OnnxGraph& graph,
                                 const std::vector<std::string>& node_names,
                                 Scope& scope) {
  if (graph.initializers.empty()) return;
  const auto boxes = boxes_by_module(node_names, scope.prefix.size());
  for (const OnnxValue& tensor : graph.initializers) {
    if (too_large()) return;
    std::string name = node_name(tensor.name);
    const std::size_t dot = name.rfind('.');
    if (dot != std::string::npos) {
      const auto box = boxes.find(name.substr(0, dot));
      if (box != boxes.end()) {
        name = std::string(box->second) + "/" + name.substr(dot + 1);
      }
    }
    name = take_name(scope, name.empty() ? "initializer" : name);
    scope.makers.emplace(tensor.name, name);
    add_value_node(std::move(name), "Const", tensor.type, {});
  }
}

void Converter::add_inputs(const OnnxGraph& graph, Scope& scope,
                           const std::vector<std::string>& feeds) {
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    if (too_large()) return;
    const OnnxValue& input = graph.inputs[i];
    // Before IR version 4 every initializer was an input, too.
    if (scope.makers.contains(input.name)) continue;
    std::string name = take_name(scope, "input/" + node_name(input.name));
    scope.makers.emplace(input.name, name);
    std::vector<std::string> from;
    if (i < feeds.size() && !feeds[i].empty()) from.push_back(feeds[i]);
    add_value_node(std::move(name), "IO Node", input.type, std::move(from));
  }
}

void Converter::add_outputs(const OnnxGraph& graph, const Scope& scope) {
  for (const OnnxValue& output : graph.outputs) {
    if (too_large()) return;
    std::vector<std::string> from;
    if (const auto* maker = find_maker(scope, output.name)) {
      from.push_back(*maker);
    }
    add_value_node(take_name(scope, "output/" + node_name(output.name)),
                   "IO Node", output.type, std::move(from));
  }
}

void Converter::add_value_node(std::string name, const char* op,
                               const OnnxType& type,
                               std::vector<std::string> inputs) {
  GraphNode node{std::move(name), op, std::move(inputs)};
  if (type.element != 0) node.attributes.emplace_back("type", describe(type));
  if (auto shape = known_shape(type)) {
    node.output_shapes.push_back(*std::move(shape));
  }
  nodes_.push_back(std::move(node));
}

std::vector<std::string> Converter::feeds_of(const OnnxNode& node,
                                             const Scope& scope) {
  std::vector<std::string> feeds;
  for (const std::string_view input : node.inputs) {
    const auto* maker = find_maker(scope, input);
    feeds.push_back(maker == nullptr ? "" : *maker);
  }
  return feeds;
}

void Converter::add_operator(const OnnxNode& node, std::string name,
                             const Scope& scope) {
  if (too_large()) return;
  GraphNode made{std::move(name), text_of(node.op)};
  for (const std::string_view input : node.inputs) {
    if (const auto* maker = find_maker(scope, input)) {
      made.inputs.push_back(*maker);
    }
  }
  if (!node.domain.empty() && node.domain != "ai.onnx") {
    made.attributes.emplace_back("domain", text_of(node.domain));
  }
  for (const OnnxAttribute& attribute : node.attributes) {
    const std::string label = node_name(attribute.name);
    for (const OnnxGraph& graph : attribute.graphs) {
      const std::string box = names_.take(made.name + "/" + label) + "/";
      for (std::string& result :
           convert(graph, &scope, box, feeds_of(node, scope))) {
        made.inputs.push_back(std::move(result));
      }
    }
    if (attribute.graphs.empty()) {
      made.attributes.emplace_back(
          label, std::visit([](const auto& v) { return attribute_of(v); },
                            attribute.value));
    }
  }
  for (const std::string_view output : node.outputs) {
    const auto type = scope.types.find(output);
    if (type == scope.types.end()) break;
    auto shape = known_shape(*type->second);
    if (!shape) break;
    made.output_shapes.push_back(*std::move(shape));
  }
  nodes_.push_back(std::move(made));
}

void Converter::add_origin(const OnnxModel& model) {
  GraphNode origin{names_.take("onnx_model"), "ONNX"};
  const auto note = [&](const char* name, std::string_view value) {
    if (!value.empty()) origin.attributes.emplace_back(name, text_of(value));
  };
  note("producer", model.producer_name);
  note("producer_version", model.producer_version);
  note("graph", model.graph.name);
  origin.attributes.emplace_back("ir_version", model.ir_version);
  std::vector<std::string> opsets;
  for (const OnnxOpset& opset : model.opsets) {
    if (opsets.size() == 32) break;
    const std::string domain =
        opset.domain.empty() ? "ai.onnx" : text_of(opset.domain);
    opsets.push_back(domain + " " + std::to_string(opset.version));
  }
  origin.attributes.emplace_back("opsets", std::move(opsets));
  nodes_.push_back(std::move(origin));
}

}  // namespace

Result<std::vector<GraphNode>> graph_of_onnx(std::string_view bytes) {
  const auto model = decode_onnx(bytes);
  if (!model) return model.error();
  Converter converter(*model);
  if (converter.too_large()) {
    return Error{ErrorCode::Corrupt,
                 "ONNX model too large to show: its names take more than " +
                     std::to_string(kMaxNameBytesInAll) + " bytes"};
  }
  return std::move(converter).nodes();
}

}  // namespace stepline::event
