#include "dense.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace demo {

Dense::Dense(const std::string& name, int inputs, int outputs, Random& random)
    : Layer(name, "MatMul", {outputs}),
      weight_(name + "/weight", {outputs, inputs}),
      bias_(name + "/bias", {outputs}) {
  const float scale = std::sqrt(2.0f / static_cast<float>(inputs));
  for (float& w : weight_.value) w = scale * random.normal();
}

Matrix Dense::forward(const Matrix& input) {
  input_ = input;
  Matrix output(input.rows(), output_size());
  for (int i = 0; i < output.rows(); ++i) {
    std::copy(bias_.value.begin(), bias_.value.end(), output.row(i));
  }
  add_product_with_transposed(input.row(0), weight_.value.data(), output.row(0),
                              input.rows(), input.columns(), output.columns());
  return output;
}

Matrix Dense::backward(const Matrix& output_gradient) {
  for (int i = 0; i < output_gradient.rows(); ++i) {
    const float* row = output_gradient.row(i);
    for (std::size_t j = 0; j < bias_.gradient.size(); ++j) {
      bias_.gradient[j] += row[j];
    }
  }
  add_product_of_transposed(output_gradient.row(0), input_.row(0),
                            weight_.gradient.data(), output_size(),
                            input_.rows(), input_.columns());
  Matrix input_gradient(input_.rows(), input_.columns());
  add_product(output_gradient.row(0), weight_.value.data(),
              input_gradient.row(0), input_.rows(), output_size(),
              input_.columns());
  return input_gradient;
}

}  // namespace demo
