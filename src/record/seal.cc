#include "record/seal.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

#include "base/crc32c.h"
#include "record/record_writer.h"

namespace stepline::record {
namespace {

constexpr std::size_t kLongPayload = 256;  // From here on ISA-L is faster.
constexpr std::size_t kKnownLengths = 512;

std::uint64_t load(const char* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

void store(char* to, std::uint32_t word) { std::memcpy(to, &word, sizeof word); }

// Masked checksums of the length fields of short records.
const std::array<std::uint32_t, kKnownLengths>& length_crcs() {
  static const auto table = [] {
    std::array<std::uint32_t, kKnownLengths> crcs{};
    for (std::uint64_t n = 0; n < kKnownLengths; ++n) {
      char bytes[8];
      std::memcpy(bytes, &n, sizeof bytes);
      crcs[n] = masked_crc32c({bytes, sizeof bytes});
    }
    return crcs;
  }();
  return table;
}

void seal_length(char* record, std::uint64_t length) {
  store(record + 8, length < kKnownLengths ? length_crcs()[length]
                                           : masked_crc32c({record, 8}));
}

void seal_portable(char* begin, char* end) {
  while (begin < end) {
    const std::uint64_t length = load(begin);
    seal_length(begin, length);
    char* payload = begin + kHeaderBytes;
    store(payload + length, masked_crc32c({payload, length}));
    begin = payload + length + kFooterBytes;
  }
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) std::uint32_t short_crc(const char* data,
                                                          std::size_t size) {
  std::uint64_t crc = 0xffffffffu;
  for (; size >= 8; data += 8, size -= 8) crc = _mm_crc32_u64(crc, load(data));
  auto rest = static_cast<std::uint32_t>(crc);
  if (size & 4) {
    std::uint32_t word;
    std::memcpy(&word, data, 4);
    rest = _mm_crc32_u32(rest, word);
    data += 4;
  }
  for (size &= 3; size > 0; ++data, --size)
    rest = _mm_crc32_u8(rest, static_cast<std::uint8_t>(*data));
  return ~rest;
}

__attribute__((target("sse4.2"))) void seal_sse42(char* begin, char* end) {
  const auto& crcs = length_crcs();
  while (begin < end) {
    const std::uint64_t length = load(begin);
    char* payload = begin + kHeaderBytes;
    if (length < kLongPayload) {
      store(begin + 8, crcs[length]);
      store(payload + length, mask_crc(short_crc(payload, length)));
    } else {
      seal_length(begin, length);
      store(payload + length, masked_crc32c({payload, length}));
    }
    begin = payload + length + kFooterBytes;
  }
}

#endif

}  // namespace

void seal_records(char* begin, char* end) {
#if defined(__x86_64__)
  static const bool has_sse42 = __builtin_cpu_supports("sse4.2");
  if (has_sse42) return seal_sse42(begin, end);
#endif
  seal_portable(begin, end);
}

}  // namespace stepline::record
