#include "base/json_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include "base/utf8.h"

namespace stepline {
namespace {

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte != 0x7f && c != '"' && c != '\\';
}

void append_escape(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr std::string_view kNamed = "\"\\\n\r\t";
  constexpr std::string_view kNames = "\"\\nrt";
  const std::size_t named = kNamed.find(c);
  if (named != std::string_view::npos) {
    out += '\\';
    out += kNames[named];
    return;
  }
  const auto byte = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

template <class Number>
void append_number(std::string& out, Number number) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  out.append(text.data(), end);
}

template <class Real>
void append_real(std::string& out, Real number) {
  if (std::isnan(number)) {
    out += "\"NaN\"";
  } else if (std::isinf(number)) {
    out += number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  } else {
    append_number(out, number);
  }
}

}  // namespace

void append_json(std::string& out, std::string_view text) {
  if (!is_utf8(text)) return append_json(out, repair_utf8(text));
  out += '"';
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_plain(text[i])) continue;
    out.append(text, done, i - done);
    append_escape(out, text[i]);
    done = i + 1;
  }
  out.append(text, done);
  out += '"';
}

void append_json(std::string& out, bool truth) {
  out += truth ? "true" : "false";
}
void append_json(std::string& out, std::int64_t number) {
  append_number(out, number);
}
void append_json(std::string& out, std::uint64_t number) {
  append_number(out, number);
}
void append_json(std::string& out, double number) { append_real(out, number); }
void append_json(std::string& out, float number) { append_real(out, number); }

}  // namespace stepline
