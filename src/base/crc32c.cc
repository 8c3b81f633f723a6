#include "base/crc32c.h"

#include <isa-l/crc.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/bytes.h"
#include "base/crc32c_impl.h"
#include "base/crc32c_short.h"

namespace stepline {
namespace crc32c_detail {
namespace {

using Table = std::array<std::uint32_t, 256>;

// kTables[k][b] is what byte b does to the state when k zero bytes follow it.
constexpr std::array<Table, 8> kTables = [] {
  std::array<Table, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t state = byte;
    for (int bit = 0; bit < 8; ++bit) {
      state = (state >> 1) ^ (state & 1 ? 0x82f63b78u : 0);
    }
    tables[0][byte] = state;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8) ^ tables[0][before & 0xff];
    }
  }
  return tables;
}();

}  // namespace

#if defined(__x86_64__)
const bool has_instructions = __builtin_cpu_supports("sse4.2") != 0;
#else
const bool has_instructions = false;
#endif

std::uint32_t portable(std::uint32_t crc, std::string_view bytes) {
  std::uint32_t state = ~crc;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    const std::uint64_t word = load_le<std::uint64_t>(bytes.data()) ^ state;
    state = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      state ^= kTables[7 - i][word >> (8 * i) & 0xff];
    }
  }
  for (const char byte : bytes) {
    state = (state >> 8) ^
            kTables[0][(state ^ static_cast<std::uint8_t>(byte)) & 0xff];
  }
  return ~state;
}

std::uint32_t isal(std::uint32_t crc, std::string_view bytes) {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;
  std::uint32_t state = ~crc;
  while (!bytes.empty()) {
    const std::size_t length = std::min(bytes.size(), kMostAtOnce);
    // ISA-L's signature lacks a const; it only reads.
    auto* data =
        reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
    state = crc32_iscsi(data, static_cast<int>(length), state);
    bytes.remove_prefix(length);
  }
  return ~state;
}

}  // namespace crc32c_detail

namespace {

constexpr std::size_t kLong = 256;

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  if (bytes.size() >= kLong && crc32c_detail::has_instructions) {
    return crc32c_detail::isal(0, bytes);
  }
  return crc32c_short(bytes);
}

std::uint32_t crc32c_extend(std::uint32_t crc, std::string_view bytes) {
#if defined(__x86_64__)
  if (crc32c_detail::has_instructions) {
    return bytes.size() >= kLong ? crc32c_detail::isal(crc, bytes)
                                 : crc32c_detail::instructions(crc, bytes);
  }
#endif
  return crc32c_detail::portable(crc, bytes);
}

}  // namespace stepline
