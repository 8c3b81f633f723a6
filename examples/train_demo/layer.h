#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "matrix.h"

namespace demo {

// What the optimiser changes.
struct Parameter {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<float> value;
  std::vector<float> gradient;

  Parameter(std::string parameter_name, std::vector<std::int64_t> dimensions);
};

// A step of a network. forward() keeps what backward() needs, so a layer serves
// one thread, and one backward() belongs to the last forward().
class Layer {
 public:
  // Of one sample: [features], or [channels, height, width].
  using Shape = std::vector<std::int64_t>;

  Layer(std::string name, std::string op, Shape output_shape)
      : name_(std::move(name)),
        op_(std::move(op)),
        output_shape_(std::move(output_shape)) {}
  virtual ~Layer() = default;

  virtual Matrix forward(const Matrix& input) = 0;
  // Adds to the parameters' gradients and returns that of the input.
  virtual Matrix backward(const Matrix& output_gradient) = 0;
  virtual std::vector<Parameter*> parameters() { return {}; }

  const std::string& name() const { return name_; }
  // The operation, by the name TensorFlow has for it.
  const std::string& op() const { return op_; }
  const Shape& output_shape() const { return output_shape_; }
  int output_size() const;

 private:
  std::string name_;
  std::string op_;
  Shape output_shape_;
};

}  // namespace demo
