#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "layer.h"

namespace demo {

// Changes parameters by their gradients.
class Optimizer {
 public:
  virtual ~Optimizer() = default;
  virtual void step(float learning_rate) = 0;
};

// "sgd" (with momentum) or "adam". The parameters must outlive it.
std::unique_ptr<Optimizer> make_optimizer(std::string_view name,
                                          std::vector<Parameter*> parameters);

}  // namespace demo
