#pragma once

#include <span>

#include "matrix.h"

namespace demo {

struct Loss {
  double value;     // Mean over the samples.
  Matrix gradient;  // By the network's output.
};

Matrix softmax(const Matrix& logits);

// Cross entropy of softmax(logits); `classes` are the true ones.
Loss cross_entropy(const Matrix& logits, std::span<const int> classes);

// Mean over the samples of the mean over the pixels.
Loss squared_error(const Matrix& output, const Matrix& wanted);

}  // namespace demo
