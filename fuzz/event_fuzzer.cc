// Any bytes as an event. Decoding must not crash, and what was decoded must
// survive being written and read again (compared as bytes, because NaN differs
// from itself). A view must see what the decoder sees, and upgrading must take
// whatever comes out.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "event/check_view.h"
#include "event/wire.h"
#include "reader/datum.h"

namespace stepline {
namespace {

void check_round_trip(const event::Event& event) {
  const std::string bytes = encode_event(event);
  const auto again = event::decode_event(bytes);
  if (!again || encode_event(*again) != bytes) std::abort();
}

// Each value by its own metadata, by those of the value before, and by none.
void upgrade(const event::Event& event) {
  reader::upgrade_event(event);
  const auto* summary = std::get_if<event::Summary>(&event.what);
  if (summary == nullptr) return;
  std::optional<event::Metadata> before;
  for (event::Value value : summary->values) {
    const auto datum = reader::upgrade_value(value, nullptr);
    if (datum && datum->metadata.display_name.empty() &&
        !reader::tag_of(value).empty()) {
      std::abort();
    }
    std::swap(value.metadata, before);
    reader::upgrade_value(value, before ? &*before : nullptr);
    value.metadata.reset();
    reader::upgrade_value(value, nullptr);
  }
}

}  // namespace
}  // namespace stepline

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace stepline;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const event::ViewCheck check = event::check_view(bytes);
  if (!check.disagreement.empty()) {
    std::cerr << "the view differs: " << check.disagreement << "\n";
    std::abort();
  }
  const auto event = event::decode_event(bytes);
  if (!event) return 0;
  check_round_trip(*event);
  upgrade(*event);
  return 0;
}
