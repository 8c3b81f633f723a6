#pragma once

#include <string_view>

namespace stepline::event {

// Where the four bytes of the number lie in a well-formed TensorProto that
// holds exactly one float and has every field at most once; null otherwise.
// Private to the sources of this layer; throws as FieldReader does.
const char* float_of_tensor(std::string_view tensor_bytes);

}  // namespace stepline::event
