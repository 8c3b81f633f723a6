#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "log_kinds.h"

namespace demo {
namespace {

using Shape = stepline::GraphNode::Shape;

Shape batch_of(const Layer::Shape& sample) {
  Shape shape = {-1};
  shape.insert(shape.end(), sample.begin(), sample.end());
  return shape;
}

void add_node(stepline::Graph& graph, const std::string& name,
              const std::string& op, std::vector<std::string> inputs,
              const Shape& shape) {
  graph.add(name, op, std::move(inputs)).output_shapes = {shape};
}

// A box for the layer with its parameters in it; returns the node whose output
// is the layer's.
std::string add_layer(stepline::Graph& graph, Layer& layer,
                      const std::string& input) {
  const Shape shape = batch_of(layer.output_shape());
  const auto parameters = layer.parameters();
  if (parameters.empty()) {
    add_node(graph, layer.name(), layer.op(), {input}, shape);
    return layer.name();
  }
  for (const Parameter* parameter : parameters) {
    add_node(graph, parameter->name, "VariableV2", {}, parameter->shape);
  }
  const std::string product = layer.name() + "/" + layer.op();
  const std::string sum = layer.name() + "/BiasAdd";
  add_node(graph, product, layer.op(), {input, parameters[0]->name}, shape);
  add_node(graph, sum, "BiasAdd", {product, parameters[1]->name}, shape);
  return sum;
}

}  // namespace

void log_graph(RunLog& log, Network& network, std::string_view loss_op,
               std::vector<std::int64_t> target_shape) {
  stepline::Graph graph;
  add_node(graph, "pictures", "Placeholder", {},
           batch_of(network.input_shape()));
  std::string output = "pictures";
  for (const auto& layer : network.layers()) {
    output = add_layer(graph, *layer, output);
  }
  add_node(graph, "targets", "Placeholder", {}, batch_of(target_shape));
  const std::string loss = "loss/" + std::string(loss_op);
  add_node(graph, loss, std::string(loss_op), {output, "targets"}, {-1});
  add_node(graph, "loss/Mean", "Mean", {loss}, {});
  log.wrote("graphs", log.writer.add_graph(std::move(graph)));
}

}  // namespace demo
