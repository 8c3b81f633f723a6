#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// The implementations behind crc32c.h, apart so that each can be tested on any
// machine that has it. All give the same answer.
namespace stepline::crc32c_detail {

// Slicing by 8; runs anywhere.
std::uint32_t portable(std::uint32_t crc, std::string_view bytes);

// ISA-L: the fastest for long inputs. Runs anywhere, chooses by itself.
std::uint32_t isal(std::uint32_t crc, std::string_view bytes);

// Whether the machine has the CRC32 instructions. Before static initialisation
// has come to it this reads false, which is slower and never wrong.
extern const bool has_instructions;

#if defined(__x86_64__)

// Instructions are written out, not called as intrinsics, so that they can be
// inlined into code that is compiled for any x86-64 and asks first.
inline std::uint64_t step8(std::uint64_t state, const char* from) {
  std::uint64_t word;
  std::memcpy(&word, from, 8);
  __asm__("crc32q %1, %0" : "+r"(state) : "r"(word));
  return state;
}
inline std::uint32_t step4(std::uint32_t state, const char* from) {
  std::uint32_t word;
  std::memcpy(&word, from, 4);
  __asm__("crc32l %1, %0" : "+r"(state) : "r"(word));
  return state;
}
inline std::uint32_t step1(std::uint32_t state, char byte) {
  __asm__("crc32b %1, %0" : "+r"(state) : "q"(byte));
  return state;
}

// Needs has_instructions.
inline std::uint32_t instructions(std::uint32_t crc, std::string_view bytes) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  std::uint64_t wide = ~crc;
  for (; end - at >= 8; at += 8) wide = step8(wide, at);
  auto state = static_cast<std::uint32_t>(wide);
  if (end - at >= 4) {
    state = step4(state, at);
    at += 4;
  }
  for (; at != end; ++at) state = step1(state, *at);
  return ~state;
}

// kStart[k] is the state that 8 - k zero bytes carry to all ones.
inline constexpr std::array<std::uint32_t, 9> kStart = [] {
  std::array<std::uint32_t, 9> start{};
  std::uint32_t state = 0xffffffffu;
  for (std::size_t k = 9; k-- > 0;) {
    start[k] = state;
    for (int bit = 0; bit < 8; ++bit) {
      state =
          state & 0x80000000u ? ((state ^ 0x82f63b78u) << 1) | 1 : state << 1;
    }
  }
  return start;
}();

// The CRC from the beginning, without a loop over odd bytes at the end: they
// go first, as the high end of one word whose low bytes are zero, from a state
// that undoes the zeros. Needs has_instructions and at least 8 bytes.
inline std::uint32_t instructions_aligned(std::string_view bytes) {
  const std::size_t first = ((bytes.size() - 1) & 7) + 1;
  std::uint64_t word;
  std::memcpy(&word, bytes.data(), 8);
  word <<= 8 * (8 - first);
  std::uint64_t state = kStart[first];
  __asm__("crc32q %1, %0" : "+r"(state) : "r"(word));
  const char* const end = bytes.data() + bytes.size();
  for (const char* at = bytes.data() + first; at != end; at += 8) {
    state = step8(state, at);
  }
  return ~static_cast<std::uint32_t>(state);
}

#endif

}  // namespace stepline::crc32c_detail
