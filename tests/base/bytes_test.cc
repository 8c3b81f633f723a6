#include "base/bytes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace stepline {
namespace {

using namespace std::string_literals;

template <class T>
std::string stored(T value) {
  std::string out;
  append_le(out, value);
  return out;
}

std::string varint(std::uint64_t value) {
  std::string out;
  append_varint(out, value);
  return out;
}

TEST(LittleEndian, PutsTheLowByteFirst) {
  EXPECT_EQ(stored(std::uint8_t{0x12}), "\x12");
  EXPECT_EQ(stored(std::uint16_t{0x1234}), "\x34\x12");
  EXPECT_EQ(stored(std::uint32_t{0x12345678}), "\x78\x56\x34\x12");
  EXPECT_EQ(stored(std::uint64_t{0x0102030405060708}),
            "\x08\x07\x06\x05\x04\x03\x02\x01");
  EXPECT_EQ(stored(std::int32_t{-2}), "\xfe\xff\xff\xff");
  EXPECT_EQ(stored(1.0f), "\x00\x00\x80\x3f"s);
  EXPECT_EQ(stored(-2.0), "\x00\x00\x00\x00\x00\x00\x00\xc0"s);
}

TEST(LittleEndian, LoadsWhatWasStoredAtAnyAlignment) {
  char buffer[32];
  for (std::size_t at = 0; at < 16; ++at) {
    store_le(buffer + at, std::int64_t{-1234567890123456789});
    EXPECT_EQ(load_le<std::int64_t>(buffer + at), -1234567890123456789);
    store_le(buffer + at, 0.1);
    EXPECT_EQ(load_le<double>(buffer + at), 0.1);
    store_le(buffer + at, std::uint16_t{65000});
    EXPECT_EQ(load_le<std::uint16_t>(buffer + at), 65000);
  }
}

TEST(Varint, MatchesTheExamplesOfTheProtobufDocumentation) {
  EXPECT_EQ(varint(1), "\x01");
  EXPECT_EQ(varint(150), "\x96\x01");
  EXPECT_EQ(varint(std::uint64_t(std::int64_t{-2})),
            "\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

TEST(Varint, KnowsItsSizeOnBothSidesOfEveryPowerOfTwo) {
  EXPECT_EQ(varint_size(0), 1u);
  EXPECT_EQ(varint(0), "\x00"s);
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    for (const std::uint64_t value : {power - 1, power, power + 1}) {
      const std::string bytes = varint(value);
      EXPECT_EQ(varint_size(value), bytes.size()) << value;
      std::uint64_t decoded = 0;
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        decoded |= std::uint64_t(bytes[i] & 0x7f) << (7 * i);
        EXPECT_EQ((bytes[i] & 0x80) != 0, i + 1 < bytes.size()) << value;
      }
      EXPECT_EQ(decoded, value);
    }
  }
}

}  // namespace
}  // namespace stepline
