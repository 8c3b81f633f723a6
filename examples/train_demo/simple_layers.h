#pragma once

#include <string>
#include <vector>

#include "layer.h"
#include "network.h"

namespace demo {

// Negative values become 0. In a stepline::StepScope it logs how much of it is
// awake: a unit that never is has stopped learning.
class Relu : public Layer {
 public:
  Relu(const std::string& name, const Shape& shape)
      : Layer(name, "Relu", shape) {}

  Matrix forward(const Matrix& input) override;
  Matrix backward(const Matrix& output_gradient) override;

 private:
  Matrix output_;
};

// How many scalars the layers of a network log in a forward() at this moment.
int layer_scalars(const Network& network);

// Into (0, 1).
class Sigmoid : public Layer {
 public:
  Sigmoid(const std::string& name, const Shape& shape)
      : Layer(name, "Sigmoid", shape) {}

  Matrix forward(const Matrix& input) override;
  Matrix backward(const Matrix& output_gradient) override;

 private:
  Matrix output_;
};

// The largest of each two by two pixels.
class MaxPool : public Layer {
 public:
  MaxPool(const std::string& name, const Shape& input_shape)
      : Layer(name, "MaxPool",
              {input_shape[0], input_shape[1] / 2, input_shape[2] / 2}) {}

  Matrix forward(const Matrix& input) override;
  Matrix backward(const Matrix& output_gradient) override;

 private:
  int input_size_ = 0;
  std::vector<int> winners_;  // Index of the input in its row, by output.
};

}  // namespace demo
