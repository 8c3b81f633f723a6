#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "event/types.h"
#include "stepline/tensor_view.h"

namespace stepline::writer {

// One tensor as a complete safetensors blob (docs/format.md): the payload of a
// record of the tensor file.
//
// A blob is the length of its header as u64le, the header (JSON), and the
// elements in row-major order. Its `__metadata__` holds "step", "wall_time"
// (seconds, 17 digits) and, for complex tensors, "complex": "true"; those are
// stored as floats with one more dimension of length 2.

// The tensor's elements begin at a multiple of this in the file.
inline constexpr std::size_t kTensorAlignment = 64;

// Everything of the blob before the elements. `file_offset` is where the blob's
// first byte will lie in the file (12 bytes after the beginning of its record);
// the header is padded with spaces so that the elements are aligned there.
// The elements, tensor.bytes() of them in row-major order, follow directly.
std::string tensor_blob_header(std::string_view name, const TensorView& tensor,
                               event::Step step, event::WallTime wall_time,
                               std::uint64_t file_offset);

// The whole blob.
std::string make_tensor_blob(std::string_view name, const TensorView& tensor,
                             event::Step step, event::WallTime wall_time,
                             std::uint64_t file_offset);

}  // namespace stepline::writer
