#pragma once

#include <optional>
#include <string>

#include "stepline/tensor_view.h"

namespace stepline::cli {

// What comes before the elements in a .npy file (numpy's format 1.0) of this
// dtype and shape; the elements follow in row-major order. nullopt where numpy
// has no such dtype: bfloat16 and the float8s.
//
// Our own: the format is a magic number and a line of text, and a library for
// it would be larger than this.
std::optional<std::string> npy_header(const TensorView& tensor);

}  // namespace stepline::cli
