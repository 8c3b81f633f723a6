#include "losses.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace demo {

Matrix softmax(const Matrix& logits) {
  Matrix result = logits;
  for (int i = 0; i < result.rows(); ++i) {
    float* row = result.row(i);
    const float greatest = *std::max_element(row, row + result.columns());
    float sum = 0;
    for (int j = 0; j < result.columns(); ++j) {
      row[j] = std::exp(row[j] - greatest);
      sum += row[j];
    }
    for (int j = 0; j < result.columns(); ++j) row[j] /= sum;
  }
  return result;
}

Loss cross_entropy(const Matrix& logits, std::span<const int> classes) {
  Loss loss{0, softmax(logits)};
  const float share = 1 / static_cast<float>(logits.rows());
  for (int i = 0; i < logits.rows(); ++i) {
    float* row = loss.gradient.row(i);
    const int wanted = classes[std::size_t(i)];
    loss.value -= share * std::log(std::max(row[wanted], 1e-12f));
    row[wanted] -= 1;
    for (int j = 0; j < logits.columns(); ++j) row[j] *= share;
  }
  return loss;
}

Loss squared_error(const Matrix& output, const Matrix& wanted) {
  Loss loss{0, output};
  auto& gradient = loss.gradient.values();
  const float share = 1 / static_cast<float>(gradient.size());
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const float difference = gradient[i] - wanted.values()[i];
    loss.value += share * difference * difference;
    gradient[i] = 2 * share * difference;
  }
  return loss;
}

}  // namespace demo
