#include "base/crc32c.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/crc32c_impl.h"
#include "base/crc32c_short.h"

namespace stepline {
namespace {

std::string counting(int first, int step) {
  std::string bytes;
  for (int i = 0; i < 32; ++i) bytes += static_cast<char>(first + i * step);
  return bytes;
}

std::string random_bytes(std::size_t size) {
  std::mt19937 random(20240229);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

// One bit at a time, as the standard defines it.
std::uint32_t by_definition(std::string_view bytes) {
  std::uint32_t state = 0xffffffffu;
  for (const char byte : bytes) {
    state ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) {
      state = (state >> 1) ^ (0x82f63b78u & (0u - (state & 1)));
    }
  }
  return ~state;
}

struct Implementation {
  const char* name;
  std::uint32_t (*crc)(std::string_view);
};

std::vector<Implementation> implementations() {
  using namespace crc32c_detail;
  std::vector<Implementation> all = {
      {"crc32c", [](std::string_view b) { return crc32c(b); }},
      {"crc32c_short", [](std::string_view b) { return crc32c_short(b); }},
      {"crc32c_extend", [](std::string_view b) { return crc32c_extend(0, b); }},
      {"portable", [](std::string_view b) { return portable(0, b); }},
      {"isal", [](std::string_view b) { return isal(0, b); }}};
#if defined(__x86_64__)
  if (has_instructions) {
    all.push_back({"instructions",
                   [](std::string_view b) { return instructions(0, b); }});
    all.push_back({"instructions_aligned", [](std::string_view b) {
                     return b.size() < 8 ? instructions(0, b)
                                         : instructions_aligned(b);
                   }});
  }
#endif
  return all;
}

TEST(Crc32c, MatchesTheVectorsOfRfc3720) {
  const std::string read_command(
      "\x01\xc0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x14\0\0\0\0\0\x04\0\0\0\0\x14\0\0"
      "\0\x18\x28\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0",
      48);
  for (const auto& [name, crc] : implementations()) {
    SCOPED_TRACE(name);
    EXPECT_EQ(crc(std::string(32, '\0')), 0x8a9136aau);
    EXPECT_EQ(crc(std::string(32, '\xff')), 0x62a8ab43u);
    EXPECT_EQ(crc(counting(0, 1)), 0x46dd794eu);
    EXPECT_EQ(crc(counting(31, -1)), 0x113fdb5cu);
    EXPECT_EQ(crc(read_command), 0xd9963a56u);
  }
}

TEST(Crc32c, OfNothingIsZero) {
  for (const auto& [name, crc] : implementations()) {
    EXPECT_EQ(crc({}), 0u) << name;
  }
}

TEST(MaskedCrc, MatchesAnEventFileWrittenByTensorFlow) {
  // tf.compat.v1.Event(file_version=b"CRC test, one two")
  EXPECT_EQ(masked_crc32c("\x1a\x11"
                          "CRC test, one two"),
            0x5794d08au);
}

TEST(Crc32c, ImplementationsAgreeWithTheDefinitionForEveryLength) {
  const std::string data = random_bytes(5000);
  for (std::size_t length = 0; length <= data.size(); ++length) {
    // A copy of exactly this size, so that a sanitizer sees any byte beyond.
    const std::vector<char> exact(data.begin(), data.begin() + length);
    const std::string_view bytes(exact.data(), length);
    const std::uint32_t want = by_definition(bytes);
    for (const auto& [name, crc] : implementations()) {
      ASSERT_EQ(crc(bytes), want) << name << " of " << length << " bytes";
    }
  }
}

TEST(Crc32c, ImplementationsAgreeAtEveryAlignment) {
  const std::string data = random_bytes(5000 + 64);
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::string_view bytes =
        std::string_view(data).substr(random() % 64, random() % 5001);
    const std::uint32_t want = crc32c_detail::portable(0, bytes);
    for (const auto& [name, crc] : implementations()) {
      ASSERT_EQ(crc(bytes), want) << name << " of " << bytes.size() << " bytes";
    }
  }
}

TEST(Crc32c, ExtendsOverAnySplit) {
  using namespace crc32c_detail;
  const std::string data = random_bytes(900);
  const std::uint32_t want = crc32c(data);
  for (std::size_t cut = 0; cut <= data.size(); ++cut) {
    const std::string_view head = std::string_view(data).substr(0, cut);
    const std::string_view tail = std::string_view(data).substr(cut);
    ASSERT_EQ(crc32c_extend(crc32c(head), tail), want) << cut;
    ASSERT_EQ(portable(portable(0, head), tail), want) << cut;
    ASSERT_EQ(isal(isal(0, head), tail), want) << cut;
  }
}

}  // namespace
}  // namespace stepline
