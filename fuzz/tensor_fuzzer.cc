// Any bytes as a TensorProto and as a safetensors blob: no crash, and arrays
// that are as large as their shapes say. The quick reader of scalars must agree
// with the one of arrays.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "event/array.h"
#include "event/event_view.h"
#include "event/wire.h"
#include "reader/tensor_blob.h"

namespace stepline {
namespace {

void check_array(const event::Array& array) {
  const auto size = static_cast<std::size_t>(array.size());
  if (array.is_text) {
    if (array.strings.size() != size || !array.bytes.empty()) std::abort();
  } else if (array.bytes.size() != size * size_of(array.dtype)) {
    std::abort();
  }
}

void check_tensor(std::string_view bytes) {
  const auto tensor = event::decode_tensor(bytes);
  const auto scalar = event::scalar_of_tensor(bytes);
  const auto array =
      tensor ? to_array(*tensor) : Result<event::Array>(tensor.error());
  if (array) check_array(*array);
  const bool has_number = array && array->size() == 1 && !array->is_text &&
                          doubles_of(*array).size() == 1;
  if (!has_number) {
    // What is malformed beside the number is not the quick reader's concern.
    if (scalar && tensor) std::abort();
    return;
  }
  const double number = doubles_of(*array)[0];
  if (!scalar) std::abort();
  if (scalar->value != number && number == number) std::abort();
}

void check_blob(std::string_view bytes) {
  const auto blob = reader::decode_tensor_blob(bytes);
  if (!blob) return;
  std::size_t size = size_of(blob->dtype);
  for (const std::int64_t n : blob->shape) size *= static_cast<std::size_t>(n);
  if (blob->elements.size() != size) std::abort();
  if (blob->elements.data() + size != bytes.data() + bytes.size()) std::abort();
}

}  // namespace
}  // namespace stepline

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  stepline::check_tensor(bytes);
  stepline::check_blob(bytes);
  return 0;
}
