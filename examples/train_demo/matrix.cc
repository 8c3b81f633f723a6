#include "matrix.h"

#include <array>

namespace demo {
namespace {

void add_scaled(float scale, const float* x, float* y, int n) {
  for (int j = 0; j < n; ++j) y[j] += scale * x[j];
}

// Eight sums side by side, which the compiler keeps in vector registers.
float dot(const float* x, const float* y, int n) {
  constexpr int kLanes = 8;
  std::array<float, kLanes> sums{};
  int j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      sums[std::size_t(lane)] += x[j + lane] * y[j + lane];
    }
  }
  float sum = 0;
  for (; j < n; ++j) sum += x[j] * y[j];
  for (const float s : sums) sum += s;
  return sum;
}

}  // namespace

void add_product(const float* a, const float* b, float* c, int m, int k,
                 int n) {
  for (int i = 0; i < m; ++i) {
    for (int p = 0; p < k; ++p) {
      const float scale = a[i * k + p];
      if (scale != 0) add_scaled(scale, b + p * n, c + i * n, n);
    }
  }
}

void add_product_of_transposed(const float* a, const float* b, float* c, int m,
                               int k, int n) {
  for (int p = 0; p < k; ++p) {
    for (int i = 0; i < m; ++i) {
      const float scale = a[p * m + i];
      if (scale != 0) add_scaled(scale, b + p * n, c + i * n, n);
    }
  }
}

void add_product_with_transposed(const float* a, const float* b, float* c,
                                 int m, int k, int n) {
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) c[i * n + j] += dot(a + i * k, b + j * k, k);
  }
}

}  // namespace demo
