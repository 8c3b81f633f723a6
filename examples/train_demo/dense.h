#pragma once

#include <string>
#include <vector>

#include "layer.h"
#include "random.h"

namespace demo {

// Every output is a weighted sum of every input.
class Dense : public Layer {
 public:
  Dense(const std::string& name, int inputs, int outputs, Random& random);

  Matrix forward(const Matrix& input) override;
  Matrix backward(const Matrix& output_gradient) override;
  std::vector<Parameter*> parameters() override { return {&weight_, &bias_}; }

 private:
  Parameter weight_;  // [outputs, inputs]
  Parameter bias_;
  Matrix input_;
};

}  // namespace demo
