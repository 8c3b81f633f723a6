#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stepline/tensor_view.h"

namespace stepline::writer {

// How the elements of a TensorView are got at, whatever its strides and dtype.
// Every function needs a view that is valid().

// Writes the elements in row-major order to `out`, which holds view.bytes().
// One memcpy where the view is contiguous; a transposed one is copied in tiles,
// so that neither side strides through memory line by line.
void copy_contiguous(const TensorView& view, void* out);

// The elements of a view in row-major order, copied only if they are not so
// already. Where nothing was copied the view's memory must outlive it.
class ContiguousView {
 public:
  explicit ContiguousView(const TensorView& view);

  const TensorView& view() const { return view_; }

 private:
  std::vector<std::byte> copy_;
  TensorView view_;
};

// Whether every value of this dtype is exactly a float32.
bool fits_float(DType dtype);

// Converts out.size() elements that lie one after another at `data`. Integers
// are rounded to nearest where they do not fit. Not for complex dtypes, whose
// answer is all zeros.
void convert_elements(const void* data, DType dtype, std::span<double> out);
void convert_elements(const void* data, DType dtype, std::span<float> out);

// All elements in row-major order; `out` has view.size() of them.
void to_doubles(const TensorView& view, std::span<double> out);
void to_floats(const TensorView& view, std::span<float> out);
std::vector<double> doubles_of(const TensorView& view);

// The same elements with the axes in another order: axis i of the answer is
// axis `axes[i]` of `view`. An axis of -1 is a new one of length 1.
TensorView permuted(const TensorView& view, std::span<const int> axes);

// Element `index` along the first axis, with that axis gone. Needs a rank of at
// least 1 and an index within it.
TensorView slice(const TensorView& view, std::int64_t index);

}  // namespace stepline::writer
