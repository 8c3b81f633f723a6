#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "event/tensor_proto.h"
#include "stepline/result.h"
#include "stepline/tensor_view.h"

namespace stepline::event {

// A tensor with its elements in memory, row-major.
struct Array {
  bool is_text = false;  // Then `strings` has the elements, `bytes` is empty.
  DType dtype = DType::Float32;
  std::vector<std::int64_t> shape;
  std::string bytes;                 // size_of(dtype) each, machine's order.
  std::vector<std::string> strings;  // Any bytes.

  std::int64_t size() const;  // Number of elements; 1 for rank 0.
  TensorView view() const;    // Of `bytes`; needs !is_text.
  bool operator==(const Array&) const = default;
};

// All encodings: tensor_content or the typed fields; fewer values than elements
// repeat the last one (none at all: zeros, or empty strings). A shape that is
// unknown, negative, or larger than what the bytes can justify is
// ErrorCode::Corrupt, and so are more values than elements and a dtype without
// a DType; nothing is allocated then. An array takes a small multiple of the
// tensor's own bytes, but for repeated elements, which may take up to
// kMaxRepeatedBytes.
inline constexpr std::size_t kMaxRepeatedBytes = std::size_t{1} << 26;
Result<Array> to_array(const TensorProto& tensor);

// The elements as doubles; integers beyond 2^53 are rounded to nearest. None
// for text and complex numbers.
std::vector<double> doubles_of(const Array& array);

}  // namespace stepline::event
