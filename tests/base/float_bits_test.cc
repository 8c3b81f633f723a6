#include "base/float_bits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace stepline {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// What the bits of a binary format mean, by the textbook.
struct Format {
  int exponent_bits;
  int mantissa_bits;
  bool has_infinity;

  double value(unsigned bits) const {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int all_ones = (1 << exponent_bits) - 1;
    const int mantissa = static_cast<int>(bits) & ((1 << mantissa_bits) - 1);
    const int exponent = static_cast<int>(bits >> mantissa_bits) & all_ones;
    const bool negative = bits >> (exponent_bits + mantissa_bits) & 1;
    const double sign = negative ? -1.0 : 1.0;
    if (exponent == all_ones && has_infinity) {
      return mantissa == 0 ? sign * kInfinity : std::copysign(kNan, sign);
    }
    if (exponent == all_ones && mantissa == (1 << mantissa_bits) - 1) {
      return std::copysign(kNan, sign);
    }
    if (exponent == 0) {
      return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
    }
    return sign * std::ldexp((1 << mantissa_bits) + mantissa,
                             exponent - bias - mantissa_bits);
  }
};

constexpr Format kHalf{5, 10, true};
constexpr Format kBFloat16{8, 7, true};
constexpr Format kE4M3{4, 3, false};
constexpr Format kE5M2{5, 2, true};

void expect_same(float got, double want, unsigned bits) {
  ASSERT_EQ(std::isnan(got), std::isnan(want)) << bits;
  ASSERT_EQ(std::signbit(got), std::signbit(want)) << bits;
  if (std::isnan(want)) return;
  ASSERT_EQ(double{got}, want) << bits;
}

TEST(FloatBits, KnowsEveryHalf) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    expect_same(half_to_float(std::uint16_t(bits)), kHalf.value(bits), bits);
  }
}

TEST(FloatBits, KnowsEveryBFloat16) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    expect_same(bfloat16_to_float(std::uint16_t(bits)), kBFloat16.value(bits),
                bits);
  }
}

TEST(FloatBits, KnowsEveryFloat8) {
  for (unsigned bits = 0; bits < 256; ++bits) {
    expect_same(float8_e4m3fn_to_float(std::uint8_t(bits)), kE4M3.value(bits),
                bits);
    expect_same(float8_e5m2_to_float(std::uint8_t(bits)), kE5M2.value(bits),
                bits);
  }
}

TEST(FloatBits, KnowsTheLandmarksOfTheFormats) {
  EXPECT_EQ(half_to_float(0x3c00), 1.0f);
  EXPECT_EQ(half_to_float(0x7bff), 65504.0f);
  EXPECT_EQ(half_to_float(0x0001), 0x1p-24f);
  EXPECT_EQ(float8_e4m3fn_to_float(0x7e), 448.0f);
  EXPECT_EQ(float8_e4m3fn_to_float(0x01), 0x1p-9f);
  EXPECT_EQ(float8_e5m2_to_float(0x7b), 57344.0f);
  EXPECT_EQ(float8_e5m2_to_float(0x01), 0x1p-16f);
}

// Checks one narrowing: every value of the format comes back, the middle
// between neighbours goes to the even one, and a hair's breadth beside the
// middle decides.
void expect_rounds_to_nearest_even(std::uint16_t (*narrow)(float),
                                   const Format& format, unsigned infinity) {
  const auto just_above = [](float x) {
    return std::nextafterf(x, float(kInfinity));
  };
  for (unsigned sign : {0u, 0x8000u}) {
    const float one = sign ? -1.0f : 1.0f;
    for (unsigned bits = 0; bits < infinity; ++bits) {
      const double low = format.value(bits);
      const double high = bits + 1 == infinity
                              ? 2 * low - format.value(bits - 1)
                              : format.value(bits + 1);
      const auto middle = static_cast<float>((low + high) / 2);
      ASSERT_EQ(double{middle}, (low + high) / 2) << bits;
      ASSERT_EQ(narrow(one * float(low)), sign | bits);
      ASSERT_EQ(narrow(one * middle), sign | (bits % 2 ? bits + 1 : bits));
      ASSERT_EQ(narrow(one * std::nextafterf(middle, 0)), sign | bits);
      ASSERT_EQ(narrow(one * just_above(middle)), sign | (bits + 1));
    }
    ASSERT_EQ(narrow(one * float(kInfinity)), sign | infinity);
    ASSERT_EQ(narrow(one * std::numeric_limits<float>::max()), sign | infinity);
  }
}

TEST(FloatBits, RoundsToTheNearestHalf) {
  expect_rounds_to_nearest_even(float_to_half, kHalf, 0x7c00);
}

TEST(FloatBits, RoundsToTheNearestBFloat16) {
  expect_rounds_to_nearest_even(float_to_bfloat16, kBFloat16, 0x7f80);
}

#if defined(__SSE__)
TEST(FloatBits, KnowsSubnormalsInAProgramThatFlushesThemToZero) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u);  // Flush to zero, denormals are zero.
  for (unsigned bits = 0; bits < 0x400; ++bits) {
    expect_same(half_to_float(std::uint16_t(bits)), kHalf.value(bits), bits);
  }
  for (unsigned bits = 0; bits < 8; ++bits) {
    expect_same(float8_e4m3fn_to_float(std::uint8_t(bits)), kE4M3.value(bits),
                bits);
  }
  _mm_setcsr(before);
}
#endif

TEST(FloatBits, KeepsNanAndItsSign) {
  // Also those whose payload lies in the bits that are cut off.
  for (const std::uint32_t bits : {0x7fc00000u, 0x7f800001u, 0xff800001u,
                                   0xffc00000u, 0x7fffffffu, 0xffffffffu}) {
    const float value = std::bit_cast<float>(bits);
    const float half = half_to_float(float_to_half(value));
    const float bfloat16 = bfloat16_to_float(float_to_bfloat16(value));
    EXPECT_TRUE(std::isnan(half) && std::isnan(bfloat16)) << bits;
    EXPECT_EQ(std::signbit(half), bits >> 31 != 0) << bits;
    EXPECT_EQ(std::signbit(bfloat16), bits >> 31 != 0) << bits;
  }
}

}  // namespace
}  // namespace stepline
