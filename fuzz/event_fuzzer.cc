// Any bytes: decoding must not crash, and what was decoded must survive being
// written and read again. Compared as bytes, because NaN differs from itself.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "event/wire.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace stepline::event;
  const auto event = decode_event({reinterpret_cast<const char*>(data), size});
  if (!event) return 0;
  const std::string bytes = encode_event(*event);
  const auto again = decode_event(bytes);
  if (!again || encode_event(*again) != bytes) std::abort();
  return 0;
}
