#include "base/float_bits.h"

namespace stepline {

std::uint16_t float_to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) {
    return static_cast<std::uint16_t>(bits >> 16 | 0x0040u);
  }
  const std::uint32_t to_even = bits >> 16 & 1;
  return static_cast<std::uint16_t>((bits + 0x7fffu + to_even) >> 16);
}

std::uint16_t float_to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  const auto with_sign = [&](std::uint32_t half) {
    return static_cast<std::uint16_t>(sign | half);
  };
  if (magnitude > 0x7f800000u) {
    return with_sign(0x7e00u | (magnitude >> 13 & 0x3ffu));
  }
  constexpr std::uint32_t kOverflows = 0x477ff000u;       // 65520
  constexpr std::uint32_t kSmallestNormal = 0x38800000u;  // 2^-14
  if (magnitude >= kOverflows) return with_sign(0x7c00u);
  if (magnitude >= kSmallestNormal) {
    constexpr std::uint32_t kBiasDifference = 112u << 23;
    const std::uint32_t to_even = magnitude >> 13 & 1;
    return with_sign((magnitude - kBiasDifference + 0xfffu + to_even) >> 13);
  }
  // Adding 0.5 makes the sum's last bit worth 2^-24, the smallest half, and the
  // addition rounds.
  const float sum = std::bit_cast<float>(magnitude) + 0.5f;
  return with_sign(std::bit_cast<std::uint32_t>(sum) - 0x3f000000u);
}

}  // namespace stepline
