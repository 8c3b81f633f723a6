// Any bytes, as each of the messages that plugins keep: decoding must not
// crash, and what was decoded must survive being written and read again. The
// projector's text has a fuzzer of its own.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>

#include "event/message_kinds.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace stepline::event;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto try_kind = [&](const auto& kind) {
    if (kind.name == "projector") return;
    const auto model = kind.decode(bytes);
    if (!model) return;
    const std::string settled = kind.encode(*model);
    const auto again = kind.decode(settled);
    if (!again || kind.encode(*again) != settled) std::abort();
  };
  std::apply([&](const auto&... kinds) { (try_kind(kinds), ...); },
             kMessageKinds);
  return 0;
}
