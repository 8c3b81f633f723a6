#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/result.h"
#include "stepline/tensor_view.h"

namespace stepline::reader {

// The payload of a record of a tensor file (docs/format.md): one safetensors
// blob with one tensor.
struct TensorBlob {
  std::string name;
  std::int64_t step = 0;
  double wall_secs = 0;  // Never NaN nor infinite: the epoch then.
  DType dtype = DType::Float32;
  std::vector<std::int64_t> shape;  // Complex again, where it was stored so.
  // Row-major, in the given bytes. Those of a Bool may be other than 0 and 1.
  std::string_view elements;
};

// Takes blobs of any safetensors writer: any order of keys, spaces, escapes;
// without `__metadata__` step and wall time are 0. More than one tensor, a
// dtype without a DType, offsets or shapes that do not fit: ErrorCode::Corrupt.
// `bytes` must outlive the answer.
Result<TensorBlob> decode_tensor_blob(std::string_view bytes);

}  // namespace stepline::reader
