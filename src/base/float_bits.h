#pragma once

#include <bit>
#include <cstdint>

// Small floating-point formats, given as their bits (see DType). To float every
// value is exact; from float it is rounded to the nearest, ties to even, and
// what is too large becomes an infinity. NaN stays NaN, with its sign.
namespace stepline {

constexpr float bfloat16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

namespace detail {

// The value of a subnormal of a format whose smallest normal is `normal`.
// `mantissa` is placed as in a float. Only normal floats take part, so that it
// is right in programs that flush subnormal floats to zero.
constexpr std::uint32_t subnormal(float normal, std::uint32_t mantissa) {
  const std::uint32_t above = std::bit_cast<std::uint32_t>(normal) | mantissa;
  return std::bit_cast<std::uint32_t>(std::bit_cast<float>(above) - normal);
}

}  // namespace detail

constexpr float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t magnitude = (bits & 0x7fffu) << 13;
  const std::uint32_t exponent = bits & 0x7c00u;
  if (exponent == 0) {
    return std::bit_cast<float>(sign | detail::subnormal(0x1p-14f, magnitude));
  }
  const std::uint32_t rebias = (exponent == 0x7c00u ? 224u : 112u) << 23;
  return std::bit_cast<float>(sign | (magnitude + rebias));
}

constexpr float float8_e5m2_to_float(std::uint8_t bits) {
  return half_to_float(static_cast<std::uint16_t>(bits << 8));
}

constexpr float float8_e4m3fn_to_float(std::uint8_t bits) {
  const std::uint32_t sign = (bits & 0x80u) << 24;
  const std::uint32_t magnitude = (bits & 0x7fu) << 20;
  if ((bits & 0x7fu) == 0x7fu) return std::bit_cast<float>(sign | 0x7fc00000u);
  if ((bits & 0x78u) == 0) {
    return std::bit_cast<float>(sign | detail::subnormal(0x1p-6f, magnitude));
  }
  return std::bit_cast<float>(sign | (magnitude + (120u << 23)));
}

std::uint16_t float_to_bfloat16(float value);
std::uint16_t float_to_half(float value);

}  // namespace stepline
