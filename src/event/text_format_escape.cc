#include "event/text_format_escape.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "event/text_format.h"

namespace stepline::event {
namespace {

constexpr std::string_view kLetters = "abfnrtv\\'\"?";
constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"?";

// The number at the front of `text`: at least `least` and at most `most`
// digits. Removes them.
bool take_number(std::string_view& text, int base, std::size_t least,
                 std::size_t most, std::uint32_t& number) {
  const char* begin = text.data();
  const char* end = begin + std::min(most, text.size());
  const auto [last, error] = std::from_chars(begin, end, number, base);
  const auto taken = std::size_t(last - begin);
  if (error != std::errc() || taken < least) return false;
  text.remove_prefix(taken);
  return true;
}

bool append_utf8(std::uint32_t code, std::string& out) {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return false;
  const auto tail = [&](unsigned shift) {
    out += static_cast<char>(0x80 | ((code >> shift) & 0x3f));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
  return true;
}

}  // namespace

bool unescape(std::string_view& text, std::string& out) {
  if (text.size() < 2) return false;
  const char letter = text[1];
  std::uint32_t number = 0;
  if (letter >= '0' && letter <= '7') {
    text.remove_prefix(1);
    if (!take_number(text, 8, 1, 3, number) || number > 0xff) return false;
    out += static_cast<char>(number);
    return true;
  }
  text.remove_prefix(2);
  if (letter == 'x' || letter == 'X') {
    if (!take_number(text, 16, 1, 2, number)) return false;
    out += static_cast<char>(number);
    return true;
  }
  if (letter == 'u' || letter == 'U') {
    const std::size_t digits = letter == 'u' ? 4 : 8;
    return take_number(text, 16, digits, digits, number) &&
           append_utf8(number, out);
  }
  const std::size_t at = kLetters.find(letter);
  if (at == kLetters.npos) return false;
  out += kMeanings[at];
  return true;
}

std::string quote_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte >= 0x20 && byte < 0x7f) {
      quoted += c;
    } else {
      quoted += '\\';
      for (const int shift : {6, 3, 0}) {
        quoted += static_cast<char>('0' + ((byte >> shift) & 7));
      }
    }
  }
  return quoted + '"';
}

}  // namespace stepline::event
