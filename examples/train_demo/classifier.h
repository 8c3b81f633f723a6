#pragma once

#include <string>
#include <vector>

#include "network.h"
#include "shapes.h"

namespace demo {

struct ClassifierConfig {
  std::string name;
  std::string optimizer;
  double learning_rate;
  int hidden;  // Units of the layer before the last.
};

inline constexpr int kFilters = 8;
inline constexpr int kFilterSize = 5;

std::vector<ClassifierConfig> classifier_configs();

// Two convolutions, a hidden layer "hidden/relu", and a score for each class.
Network make_classifier(const ClassifierConfig& config);

struct Evaluation {
  double loss;
  double accuracy;
  double accuracy_low;  // 95 % interval, by Wilson's score.
  double accuracy_high;
  Matrix probabilities;
  std::vector<int> predicted;
};

std::vector<int> most_probable(const Matrix& scores);
double accuracy(const std::vector<int>& predicted,
                const std::vector<int>& classes);
Evaluation evaluate(Network& network, const Shapes& shapes);

}  // namespace demo
