#pragma once

#include <cstdint>
#include <string_view>

namespace stepline {

// CRC-32C (Castagnoli), as in RFC 3720. Uses the machine's instructions for it
// where there are any; where many short pieces are summed in a loop,
// base/crc32c_short.h saves the call.
std::uint32_t crc32c(std::string_view bytes);

// The CRC of a text whose first part has this `crc` and whose rest is `bytes`:
// crc32c(a + b) == crc32c_extend(crc32c(a), b).
std::uint32_t crc32c_extend(std::uint32_t crc, std::string_view bytes);

// The checksum of a record is masked, because a CRC over data that themselves
// contain CRCs (a log inside a log) is weak.
constexpr std::uint32_t mask_crc(std::uint32_t crc) {
  return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}
inline std::uint32_t masked_crc32c(std::string_view bytes) {
  return mask_crc(crc32c(bytes));
}

}  // namespace stepline
