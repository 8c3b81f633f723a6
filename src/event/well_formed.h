#pragma once

#include <cstdint>
#include <string_view>

namespace stepline::event {

// The submessages of an event whose inside a view does not look at.
enum class WireMessage : std::uint8_t {
  Flat,  // One of numbers and strings alone.
  Metadata,
  Histogram,
  Tensor,
  TensorShape,
};

// Whether decode_event() would take the message, found without decoding it.
// Private to the sources of this layer; throws protozero::exception if not, as
// FieldReader does.
void check_well_formed(std::string_view bytes, WireMessage message);

}  // namespace stepline::event
