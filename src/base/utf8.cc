#include "base/utf8.h"

#include <cstdint>

namespace stepline {
namespace {

struct Sequence {
  std::size_t length;  // Bytes to take: the whole sequence, or the bad part.
  bool valid;
};

// The sequence that begins at text[0]; Unicode 15, table 3-7.
Sequence next_sequence(std::string_view text) {
  const auto at = [&](std::size_t i) {
    return static_cast<std::uint8_t>(text[i]);
  };
  const std::uint8_t first = at(0);
  if (first < 0x80) return {1, true};
  std::size_t length = 0;
  std::uint8_t low = 0x80, high = 0xbf;  // Range of the second byte.
  if (first >= 0xc2 && first <= 0xdf) {
    length = 2;
  } else if (first >= 0xe0 && first <= 0xef) {
    length = 3;
    if (first == 0xe0) low = 0xa0;
    if (first == 0xed) high = 0x9f;
  } else if (first >= 0xf0 && first <= 0xf4) {
    length = 4;
    if (first == 0xf0) low = 0x90;
    if (first == 0xf4) high = 0x8f;
  } else {
    return {1, false};
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (i >= text.size() || at(i) < low || at(i) > high) return {i, false};
    low = 0x80;
    high = 0xbf;
  }
  return {length, true};
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Sequence sequence = next_sequence(text);
    if (!sequence.valid) return false;
    text.remove_prefix(sequence.length);
  }
  return true;
}

std::string repair_utf8(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size());
  while (!text.empty()) {
    const Sequence sequence = next_sequence(text);
    repaired.append(sequence.valid ? text.substr(0, sequence.length)
                                   : std::string_view("\xef\xbf\xbd"));
    text.remove_prefix(sequence.length);
  }
  return repaired;
}

}  // namespace stepline
