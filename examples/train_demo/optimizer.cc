#include "optimizer.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace demo {
namespace {

using State = std::vector<std::vector<float>>;

State zeros_like(const std::vector<Parameter*>& parameters) {
  State state;
  for (const Parameter* p : parameters) state.emplace_back(p->value.size());
  return state;
}

class Sgd : public Optimizer {
 public:
  explicit Sgd(std::vector<Parameter*> parameters)
      : parameters_(std::move(parameters)),
        velocity_(zeros_like(parameters_)) {}

  void step(float learning_rate) override {
    constexpr float kMomentum = 0.9f;
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
      Parameter& parameter = *parameters_[p];
      for (std::size_t i = 0; i < parameter.value.size(); ++i) {
        float& v = velocity_[p][i];
        v = kMomentum * v + parameter.gradient[i];
        parameter.value[i] -= learning_rate * v;
      }
    }
  }

 private:
  std::vector<Parameter*> parameters_;
  State velocity_;
};

class Adam : public Optimizer {
 public:
  explicit Adam(std::vector<Parameter*> parameters)
      : parameters_(std::move(parameters)),
        mean_(zeros_like(parameters_)),
        square_(zeros_like(parameters_)) {}

  void step(float learning_rate) override {
    constexpr float kMean = 0.9f;
    constexpr float kSquare = 0.999f;
    constexpr float kEpsilon = 1e-8f;
    mean_weight_ *= kMean;
    square_weight_ *= kSquare;
    const float rate =
        learning_rate * std::sqrt(1 - square_weight_) / (1 - mean_weight_);
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
      Parameter& parameter = *parameters_[p];
      for (std::size_t i = 0; i < parameter.value.size(); ++i) {
        const float g = parameter.gradient[i];
        float& mean = mean_[p][i];
        float& square = square_[p][i];
        mean = kMean * mean + (1 - kMean) * g;
        square = kSquare * square + (1 - kSquare) * g * g;
        parameter.value[i] -= rate * mean / (std::sqrt(square) + kEpsilon);
      }
    }
  }

 private:
  std::vector<Parameter*> parameters_;
  State mean_;
  State square_;
  float mean_weight_ = 1;
  float square_weight_ = 1;
};

}  // namespace

std::unique_ptr<Optimizer> make_optimizer(std::string_view name,
                                          std::vector<Parameter*> parameters) {
  if (name == "sgd") return std::make_unique<Sgd>(std::move(parameters));
  return std::make_unique<Adam>(std::move(parameters));
}

}  // namespace demo
