#include "reader/json_reader.h"

#include <charconv>

#include "base/utf8.h"

namespace stepline::reader {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](int shift) {
    out += static_cast<char>(0x80 | (code >> shift & 0x3f));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace

void JsonReader::skip_space() {
  while (at_ < text_.size() &&
         std::string_view(" \t\n\r").find(text_[at_]) != text_.npos) {
    ++at_;
  }
}

bool JsonReader::take(char c) {
  if (!ok_) return false;
  if (at_ >= text_.size() || text_[at_] != c) return fail();
  ++at_;
  return true;
}

bool JsonReader::take_word(std::string_view word) {
  if (!ok_ || text_.substr(at_, word.size()) != word) return fail();
  at_ += word.size();
  return true;
}

bool JsonReader::enter(char opening) {
  skip_space();
  if (!take(opening)) return false;
  if (entered_.size() == kMaxDepth) return fail();
  entered_.push_back(true);
  return true;
}

bool JsonReader::next(char closing) {
  if (!ok_) return false;
  if (entered_.empty()) return fail();
  skip_space();
  if (at_ < text_.size() && text_[at_] == closing) {
    ++at_;
    entered_.pop_back();
    return false;
  }
  if (entered_.back()) {
    entered_.back() = false;
    return true;
  }
  return take(',');
}

bool JsonReader::next_member(std::string& key) {
  if (!next('}') || !read_string(key)) return false;
  skip_space();
  return take(':');
}

bool JsonReader::read_string(std::string& out) {
  skip_space();
  if (!take('"')) return false;
  out.clear();
  while (ok_ && at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] == '\\') {
      take_escape(out);
    } else if (static_cast<unsigned char>(text_[at_]) < 0x20) {
      fail();
    } else {
      out += text_[at_++];
    }
  }
  if (!take('"')) return false;
  return is_utf8(out) || fail();
}

bool JsonReader::take_escape(std::string& out) {
  constexpr std::string_view kNames = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  ++at_;
  if (const auto found = kNames.find(peek()); found != kNames.npos) {
    ++at_;
    out += kMeanings[found];
    return true;
  }
  std::uint32_t code = 0;
  if (!take_code_unit(code)) return false;
  if (code >= 0xdc00 && code < 0xe000) return fail();
  if (code >= 0xd800 && code < 0xdc00) {
    std::uint32_t low = 0;
    if (!take('\\') || !take_code_unit(low)) return false;
    if (low < 0xdc00 || low >= 0xe000) return fail();
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  append_utf8(out, code);
  return true;
}

bool JsonReader::take_code_unit(std::uint32_t& unit) {
  if (!take('u') || text_.size() - at_ < 4) return fail();
  const char* begin = text_.data() + at_;
  const auto [end, error] = std::from_chars(begin, begin + 4, unit, 16);
  if (error != std::errc() || end != begin + 4) return fail();
  at_ += 4;
  return true;
}

bool JsonReader::read_integer(std::int64_t& out) {
  skip_space();
  const std::size_t begin = at_;
  if (!skip_number()) return false;
  const char* end = text_.data() + at_;
  const auto [stop, error] = std::from_chars(text_.data() + begin, end, out);
  return (error == std::errc() && stop == end) || fail();
}

bool JsonReader::skip_digits() {
  if (!is_digit(peek())) return fail();
  while (is_digit(peek())) ++at_;
  return true;
}

bool JsonReader::skip_number() {
  if (!ok_) return false;
  if (peek() == '-') ++at_;
  if (peek() == '0') {
    ++at_;
  } else if (!skip_digits()) {
    return false;
  }
  if (peek() == '.') {
    ++at_;
    if (!skip_digits()) return false;
  }
  if (peek() == 'e' || peek() == 'E') {
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    return skip_digits();
  }
  return true;
}

bool JsonReader::skip_object() {
  std::string key;
  enter_object();
  while (next_member(key)) skip_value();
  return ok_;
}

bool JsonReader::skip_array() {
  enter_array();
  while (next_element()) skip_value();
  return ok_;
}

bool JsonReader::skip_value() {
  skip_space();
  std::string ignored;
  switch (peek()) {
    case '{':
      return skip_object();
    case '[':
      return skip_array();
    case '"':
      return read_string(ignored);
    case 't':
      return take_word("true");
    case 'f':
      return take_word("false");
    case 'n':
      return take_word("null");
    default:
      return skip_number();
  }
}

bool JsonReader::finished() {
  skip_space();
  return ok_ && entered_.empty() && at_ == text_.size();
}

}  // namespace stepline::reader
