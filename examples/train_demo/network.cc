#include "network.h"

#include <algorithm>

namespace demo {

Matrix Network::forward(const Matrix& input) { return forward_to({}, input); }

Matrix Network::forward_to(std::string_view layer_name, const Matrix& input) {
  Matrix values = input;
  for (const auto& layer : layers_) {
    values = layer->forward(values);
    if (layer->name() == layer_name) break;
  }
  return values;
}

void Network::backward(const Matrix& output_gradient) {
  for (Parameter* parameter : parameters()) {
    std::fill(parameter->gradient.begin(), parameter->gradient.end(), 0.0f);
  }
  Matrix gradient = output_gradient;
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    gradient = (*layer)->backward(gradient);
  }
}

std::vector<Parameter*> Network::parameters() {
  std::vector<Parameter*> all;
  for (const auto& layer : layers_) {
    for (Parameter* parameter : layer->parameters()) all.push_back(parameter);
  }
  return all;
}

const Layer::Shape& Network::output_shape() const {
  return layers_.empty() ? input_shape_ : layers_.back()->output_shape();
}

}  // namespace demo
