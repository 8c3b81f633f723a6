#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace stepline {

namespace detail {

template <std::size_t kBytes>
using UnsignedOf = std::conditional_t<
    kBytes == 1, std::uint8_t,
    std::conditional_t<
        kBytes == 2, std::uint16_t,
        std::conditional_t<kBytes == 4, std::uint32_t, std::uint64_t>>>;

// Converts between the machine's order and little-endian; its own inverse.
template <std::unsigned_integral T>
constexpr T little(T value) {
  if constexpr (std::endian::native == std::endian::little) {
    return value;
  } else {
    T reversed = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      reversed = T(reversed << 8) | T(value >> (8 * i) & 0xff);
    }
    return reversed;
  }
}

}  // namespace detail

// Numbers of 1, 2, 4 or 8 bytes in little-endian order, at any alignment. At
// least sizeof(T) bytes must be there.
template <class T>
  requires std::is_arithmetic_v<T>
T load_le(const char* from) {
  detail::UnsignedOf<sizeof(T)> bits;
  std::memcpy(&bits, from, sizeof bits);
  return std::bit_cast<T>(detail::little(bits));
}

template <class T>
  requires std::is_arithmetic_v<T>
void store_le(char* to, T value) {
  const auto bits =
      detail::little(std::bit_cast<detail::UnsignedOf<sizeof(T)>>(value));
  std::memcpy(to, &bits, sizeof bits);
}

template <class T>
  requires std::is_arithmetic_v<T>
void append_le(std::string& out, T value) {
  char bytes[sizeof(T)];
  store_le(bytes, value);
  out.append(bytes, sizeof bytes);
}

inline constexpr std::size_t kMaxVarintBytes = 10;

// Bytes of a protobuf base-128 varint: 1 to kMaxVarintBytes.
constexpr std::size_t varint_size(std::uint64_t value) {
  return (static_cast<std::size_t>(std::bit_width(value | 1)) + 6) / 7;
}

// Writes varint_size(value) bytes and returns the end of them.
inline char* write_varint(char* to, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) *to++ = static_cast<char>(value | 0x80);
  *to++ = static_cast<char>(value);
  return to;
}

inline void append_varint(std::string& out, std::uint64_t value) {
  char bytes[kMaxVarintBytes];
  out.append(bytes,
             static_cast<std::size_t>(write_varint(bytes, value) - bytes));
}

}  // namespace stepline
