#include "simple_layers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "stepline/step_scope.h"

namespace demo {

Matrix Relu::forward(const Matrix& input) {
  output_ = input;
  for (float& x : output_.values()) x = std::max(x, 0.0f);
  if (stepline::StepScope::active()) {
    const auto& values = output_.values();
    const auto asleep = std::count(values.begin(), values.end(), 0.0f);
    stepline::summarize_scalar(
        "awake/" + name(),
        1 - static_cast<double>(asleep) / static_cast<double>(values.size()));
  }
  return output_;
}

Matrix Relu::backward(const Matrix& output_gradient) {
  Matrix gradient = output_gradient;
  for (std::size_t i = 0; i < gradient.values().size(); ++i) {
    if (output_.values()[i] == 0) gradient.values()[i] = 0;
  }
  return gradient;
}

int layer_scalars(const Network& network) {
  if (!stepline::StepScope::active()) return 0;
  return static_cast<int>(
      std::count_if(network.layers().begin(), network.layers().end(),
                    [](const auto& layer) { return layer->op() == "Relu"; }));
}

Matrix Sigmoid::forward(const Matrix& input) {
  output_ = input;
  for (float& x : output_.values()) x = 1 / (1 + std::exp(-x));
  return output_;
}

Matrix Sigmoid::backward(const Matrix& output_gradient) {
  Matrix gradient = output_gradient;
  for (std::size_t i = 0; i < gradient.values().size(); ++i) {
    const float y = output_.values()[i];
    gradient.values()[i] *= y * (1 - y);
  }
  return gradient;
}

Matrix MaxPool::forward(const Matrix& input) {
  const int side = static_cast<int>(output_shape()[1]);
  input_size_ = input.columns();
  Matrix output(input.rows(), output_size());
  winners_.resize(output.values().size());
  std::size_t next = 0;
  for (int i = 0; i < input.rows(); ++i) {
    const float* row = input.row(i);
    for (int j = 0; j < output_size(); ++j, ++next) {
      const int corner = j / side * 4 * side + j % side * 2;
      int winner = corner;
      for (const int other :
           {corner + 1, corner + 2 * side, corner + 2 * side + 1}) {
        if (row[other] > row[winner]) winner = other;
      }
      winners_[next] = winner;
      output.values()[next] = row[winner];
    }
  }
  return output;
}

Matrix MaxPool::backward(const Matrix& output_gradient) {
  Matrix gradient(output_gradient.rows(), input_size_);
  std::size_t next = 0;
  for (int i = 0; i < gradient.rows(); ++i) {
    float* row = gradient.row(i);
    for (int j = 0; j < output_size(); ++j, ++next) {
      row[winners_[next]] += output_gradient.values()[next];
    }
  }
  return gradient;
}

}  // namespace demo
