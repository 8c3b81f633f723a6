#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace demo {

// Rows of floats, one sample a row.
class Matrix {
 public:
  Matrix() = default;
  Matrix(int rows, int columns)
      : rows_(rows),
        columns_(columns),
        values_(std::size_t(rows) * std::size_t(columns)) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  float* row(int i) { return values_.data() + offset(i); }
  const float* row(int i) const { return values_.data() + offset(i); }
  std::span<const float> row_span(int i) const {
    return {row(i), std::size_t(columns_)};
  }
  std::vector<float>& values() { return values_; }
  const std::vector<float>& values() const { return values_; }

 private:
  std::size_t offset(int i) const {
    return std::size_t(i) * std::size_t(columns_);
  }

  int rows_ = 0;
  int columns_ = 0;
  std::vector<float> values_;
};

// Adds a product to c, which is [m, n]; all are contiguous and row by row.
// a is [m, k], b is [k, n].
void add_product(const float* a, const float* b, float* c, int m, int k, int n);
// a is [k, m], b is [k, n]: transpose(a) * b.
void add_product_of_transposed(const float* a, const float* b, float* c, int m,
                               int k, int n);
// a is [m, k], b is [n, k]: a * transpose(b).
void add_product_with_transposed(const float* a, const float* b, float* c,
                                 int m, int k, int n);

}  // namespace demo
