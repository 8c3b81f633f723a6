#include "cli/json.h"

#include <array>
#include <charconv>
#include <cmath>

#include "base/utf8.h"

namespace stepline::cli {
namespace {

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte != 0x7f) {
    out += c;
    return;
  }
  out += "\\u00";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

template <class Number>
std::string text_of(Number number) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

template <class Real>
std::string text_of_real(Real number) {
  if (std::isnan(number)) return "\"NaN\"";
  if (std::isinf(number)) return number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return text_of(number);
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string out = "\"";
  if (is_utf8(text)) {
    for (const char c : text) append_escaped(out, c);
  } else {
    for (const char c : repair_utf8(text)) append_escaped(out, c);
  }
  return out + "\"";
}

Json& Json::key(std::string_view name) {
  raw(json_string(name) + ":");
  after_key_ = true;
  return *this;
}

void Json::value(std::string_view text) { raw(json_string(text)); }
void Json::value(bool truth) { raw(truth ? "true" : "false"); }
void Json::value(std::int64_t number) { raw(text_of(number)); }
void Json::value(std::uint64_t number) { raw(text_of(number)); }
void Json::value(double number) { raw(text_of_real(number)); }
void Json::value(float number) { raw(text_of_real(number)); }
void Json::null() { raw("null"); }

void Json::open(char bracket) {
  raw({&bracket, 1});
  filled_.push_back(false);
}

void Json::close(char bracket) {
  filled_.pop_back();
  out_.write({&bracket, 1});
}

void Json::raw(std::string_view text) {
  separate();
  out_.write(text);
}

void Json::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (filled_.empty()) return;
  if (filled_.back()) out_.write(",");
  filled_.back() = true;
}

}  // namespace stepline::cli
