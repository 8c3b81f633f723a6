#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace stepline::store {

// The beginning of an event that is a summary and nothing else, written the way
// every writer writes it.
struct EventHead {
  double wall_secs;
  std::int64_t step;
  const char* values;  // The content of the summary, to the event's end.
};

// A varint's groups of seven bits, of up to eight bytes without their high
// bits.
inline std::uint64_t join_varint(std::uint64_t bytes) {
  bytes = (bytes & 0x007f007f007f007f) | (bytes & 0x7f007f007f007f00) >> 1;
  bytes = (bytes & 0x00003fff00003fff) | (bytes & 0x3fff00003fff0000) >> 2;
  return (bytes & 0x0fffffff) | (bytes & 0x0fffffff00000000) >> 4;
}

// False for any other form, and for a wall time that is not finite: then the
// event must be taken apart properly. 16 bytes past the payload must be
// readable.
inline bool read_head(std::string_view payload, EventHead& head) {
  constexpr char kWallTime = 0x09;
  constexpr char kStep = 0x10;
  constexpr char kSummary = 0x2a;
  constexpr std::uint64_t kExponent = 0x7ff0000000000000;
  constexpr std::size_t kLeastBytes = 11;
  const char* at = payload.data();
  if (payload.size() < kLeastBytes || *at != kWallTime) return false;
  const auto wall_bits = load_le<std::uint64_t>(at + 1);
  if ((wall_bits & kExponent) == kExponent) return false;
  head.wall_secs = std::bit_cast<double>(wall_bits);
  at += 1 + sizeof(double);
  head.step = 0;
  if (*at == kStep) {
    const auto bytes = load_le<std::uint64_t>(at + 1);
    const std::uint64_t ends = ~bytes & 0x8080808080808080;
    if (ends == 0) return false;
    head.step =
        static_cast<std::int64_t>(join_varint(bytes & (ends ^ (ends - 1))));
    at += 2 + std::countr_zero(ends) / 8;
  }
  if (*at++ != kSummary) return false;
  std::ptrdiff_t length = static_cast<unsigned char>(*at++);
  if (length >= 0x80) {
    length &= 0x7f;
    for (int shift = 7;; shift += 7) {
      const std::ptrdiff_t group = static_cast<unsigned char>(*at++);
      length |= (group & 0x7f) << shift;
      if (group < 0x80) break;
      if (shift == 21) return false;
    }
  }
  head.values = at;
  return payload.data() + payload.size() - at == length;
}

}  // namespace stepline::store
