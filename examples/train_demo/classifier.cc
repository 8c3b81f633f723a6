#include "classifier.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "convolution.h"
#include "dense.h"
#include "losses.h"
#include "random.h"
#include "simple_layers.h"

namespace demo {

std::vector<ClassifierConfig> classifier_configs() {
  return {{"sgd", "sgd", 0.02, 32},
          {"adam", "adam", 0.005, 32},
          {"adam-narrow", "adam", 0.01, 12}};
}

Network make_classifier(const ClassifierConfig& config) {
  constexpr int kDeepFilters = 16;
  Random random(17);
  Network network({1, kSide, kSide});
  network.add<Convolution>("conv1", network.output_shape(), kFilters,
                           kFilterSize, random);
  network.add<Relu>("conv1/relu", network.output_shape());
  network.add<MaxPool>("conv1/pool", network.output_shape());
  network.add<Convolution>("conv2", network.output_shape(), kDeepFilters, 3,
                           random);
  network.add<Relu>("conv2/relu", network.output_shape());
  const auto& pool = network.add<MaxPool>("conv2/pool", network.output_shape());
  network.add<Dense>("hidden", pool.output_size(), config.hidden, random);
  network.add<Relu>("hidden/relu", network.output_shape());
  network.add<Dense>("scores", config.hidden, kClasses, random);
  return network;
}

std::vector<int> most_probable(const Matrix& scores) {
  std::vector<int> best;
  for (int i = 0; i < scores.rows(); ++i) {
    const auto row = scores.row_span(i);
    best.push_back(static_cast<int>(std::max_element(row.begin(), row.end()) -
                                    row.begin()));
  }
  return best;
}

double accuracy(const std::vector<int>& predicted,
                const std::vector<int>& classes) {
  int right = 0;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    right += predicted[i] == classes[i] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(predicted.size());
}

Evaluation evaluate(Network& network, const Shapes& shapes) {
  const Matrix scores = network.forward(shapes.noisy);
  Evaluation e{};
  e.loss = cross_entropy(scores, shapes.classes).value;
  e.probabilities = softmax(scores);
  e.predicted = most_probable(scores);
  e.accuracy = accuracy(e.predicted, shapes.classes);
  const double z = 1.96;
  const double n = shapes.count();
  const double centre = (e.accuracy + z * z / (2 * n)) / (1 + z * z / n);
  const double reach =
      z / (1 + z * z / n) *
      std::sqrt(e.accuracy * (1 - e.accuracy) / n + z * z / (4 * n * n));
  e.accuracy_low = centre - reach;
  e.accuracy_high = centre + reach;
  return e;
}

}  // namespace demo
