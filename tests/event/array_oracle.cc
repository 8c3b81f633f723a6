// The C++ side of test_array_oracle.py: reads TensorProtos (frames.h) and
// writes of each either "error" or its array: a line with dtype and shape
// ("float32 2,3"), then the elements; strings as frames each.

#include <iostream>
#include <string>

#include "base/bytes.h"
#include "event/array.h"
#include "event/wire.h"
#include "support/frames.h"

namespace stepline::event {
namespace {

std::string describe(const Array& array) {
  std::string out = array.is_text ? "text" : name_of(array.dtype);
  out += ' ';
  for (const std::int64_t n : array.shape) out += std::to_string(n) + ",";
  if (out.back() == ',') out.pop_back();
  out += '\n';
  for (const std::string& each : array.strings) {
    append_le(out, static_cast<std::uint32_t>(each.size()));
    out += each;
  }
  return out + array.bytes;
}

}  // namespace
}  // namespace stepline::event

int main() {
  using namespace stepline;
  std::ios::sync_with_stdio(false);
  while (const auto frame = read_frame()) {
    const auto tensor = event::decode_tensor(*frame);
    const auto array = tensor ? event::to_array(*tensor)
                              : Result<event::Array>(tensor.error());
    write_frame(array ? event::describe(*array) : "error");
  }
}
