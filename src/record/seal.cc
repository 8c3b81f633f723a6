#include "record/seal.h"

#include <array>
#include <cstdint>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "base/crc32c_short.h"
#include "record/record_writer.h"

namespace stepline::record {
namespace {

constexpr std::uint64_t kShort = 256;  // From here on crc32c() is faster.

// Masked checksums of the length fields of short records.
const std::array<std::uint32_t, kShort>& length_checksums() {
  static const auto table = [] {
    std::array<std::uint32_t, kShort> checksums{};
    for (std::uint64_t length = 0; length < kShort; ++length) {
      char bytes[sizeof length];
      store_le(bytes, length);
      checksums[length] = masked_crc32c({bytes, sizeof bytes});
    }
    return checksums;
  }();
  return table;
}

}  // namespace

void seal_records(char* begin, char* end) {
  const auto& lengths = length_checksums();
  while (begin < end) {
    const auto length = load_le<std::uint64_t>(begin);
    char* const payload = begin + kHeaderBytes;
    const bool is_short = length < kShort;
    store_le(begin + 8, is_short ? lengths[length] : masked_crc32c({begin, 8}));
    store_le(payload + length, is_short
                                   ? mask_crc(crc32c_short({payload, length}))
                                   : masked_crc32c({payload, length}));
    begin = payload + length + kFooterBytes;
  }
}

}  // namespace stepline::record
