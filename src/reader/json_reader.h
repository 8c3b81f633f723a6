#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepline::reader {

// Reads JSON from beginning to end, value by value, as the caller expects it:
//
//   JsonReader in(text);
//   in.enter_object();
//   std::string key;
//   while (in.next_member(key)) {
//     if (key == "dtype") in.read_string(dtype); else in.skip_value();
//   }
//   if (!in.finished()) ...
//
// Written for the headers of safetensors blobs, the only JSON that is read
// here: a few hundred bytes in every record of a tensor file, which a tree of
// nodes or a dependency would be too much for. Strict, since the headers come
// from programs: RFC 8259 and nothing beside it, text in UTF-8, at most
// kMaxDepth levels.
//
// After something unexpected everything answers false, and ok() does too; so a
// caller may check once, at the end. The text must outlive the reader.
class JsonReader {
 public:
  static constexpr std::size_t kMaxDepth = 32;

  explicit JsonReader(std::string_view text) : text_(text) {}

  // Before the first member or element.
  bool enter_object() { return enter('{'); }
  bool enter_array() { return enter('['); }

  // Goes to the next member's value or the next element; false at the end,
  // which leaves the object or array.
  bool next_member(std::string& key);
  bool next_element() { return next(']'); }

  bool read_string(std::string& out);
  bool read_integer(std::int64_t& out);  // No fraction, no exponent.
  bool skip_value();

  bool ok() const { return ok_; }
  // Whether all was well and only white space is left.
  bool finished();
  // Where reading stopped, for a message.
  std::size_t position() const { return at_; }

 private:
  bool fail() {
    ok_ = false;
    return false;
  }
  void skip_space();
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c);
  bool take_word(std::string_view word);
  bool enter(char opening);
  bool next(char closing);
  bool take_escape(std::string& out);
  bool take_code_unit(std::uint32_t& unit);
  bool skip_number();
  bool skip_digits();
  bool skip_object();
  bool skip_array();

  std::string_view text_;
  std::size_t at_ = 0;
  bool ok_ = true;
  std::vector<bool> entered_;  // For each open level: whether it is fresh.
};

}  // namespace stepline::reader
