#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stepline::record {

// TFRecord framing (docs/format.md): u64 length, u32 masked CRC-32C of the
// length, the payload, u32 masked CRC-32C of the payload; little-endian.
inline constexpr std::size_t kHeaderBytes = 12;
inline constexpr std::size_t kFooterBytes = 4;

// Appends `payload` as one record to `out`.
void append_record(std::string& out, std::string_view payload);

// The 12 bytes before a payload of this length.
std::string header(std::uint64_t payload_bytes);

// The 4 bytes after a payload with this CRC-32C (not yet masked). With
// header() and crc32c_extend(), for payloads that are written in pieces.
std::string footer(std::uint32_t payload_crc);

}  // namespace stepline::record
