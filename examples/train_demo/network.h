#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "layer.h"

namespace demo {

// Layers, one behind the other.
class Network {
 public:
  explicit Network(Layer::Shape input_shape)
      : input_shape_(std::move(input_shape)) {}

  template <class L, class... Arguments>
  L& add(Arguments&&... arguments) {
    auto layer = std::make_unique<L>(std::forward<Arguments>(arguments)...);
    L& added = *layer;
    layers_.push_back(std::move(layer));
    return added;
  }

  Matrix forward(const Matrix& input);
  // What comes out of the layer of that name.
  Matrix forward_to(std::string_view layer_name, const Matrix& input);
  // Sets the gradients of all parameters.
  void backward(const Matrix& output_gradient);

  std::vector<Parameter*> parameters();
  const Layer::Shape& input_shape() const { return input_shape_; }
  // Of what the next layer gets.
  const Layer::Shape& output_shape() const;
  const std::vector<std::unique_ptr<Layer>>& layers() const { return layers_; }

 private:
  Layer::Shape input_shape_;
  std::vector<std::unique_ptr<Layer>> layers_;
};

}  // namespace demo
