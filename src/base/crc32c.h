#pragma once

#include <cstdint>
#include <string_view>

namespace stepline {

// CRC-32C (Castagnoli), as in RFC 3720.
std::uint32_t crc32c(std::string_view bytes);

// The checksum of a record is masked, because a CRC over data that themselves
// contain CRCs (a log inside a log) is weak.
constexpr std::uint32_t mask_crc(std::uint32_t crc) {
  return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}
inline std::uint32_t masked_crc32c(std::string_view bytes) {
  return mask_crc(crc32c(bytes));
}

}  // namespace stepline
