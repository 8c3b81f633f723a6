#pragma once

#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace stepline::server {

// JSON that a test looks into: json["rows"][0]["run"].text() == "3". What is
// not JSON, or is not there, throws.
class JsonValue {
 public:
  static JsonValue parse(std::string_view text) {
    std::size_t at = 0;
    JsonValue value = take(text, at);
    skip_space(text, at);
    if (at != text.size()) throw std::runtime_error("more than one value");
    return value;
  }

  const JsonValue& operator[](const std::string& name) const {
    const auto found = members_.find(name);
    if (found == members_.end()) throw std::runtime_error("no member " + name);
    return found->second;
  }
  const JsonValue& operator[](std::size_t i) const { return elements_.at(i); }
  bool has(const std::string& name) const { return members_.contains(name); }
  std::size_t size() const { return elements_.size(); }
  const std::vector<JsonValue>& elements() const { return elements_; }
  const std::map<std::string, JsonValue>& members() const { return members_; }

  // As it stands in the text, without white space around it.
  const std::string& text() const { return text_; }
  double number() const {
    char* end = nullptr;
    const double value = std::strtod(text_.c_str(), &end);
    if (text_.empty() || *end != '\0') throw std::runtime_error("no number");
    return value;
  }
  // Of a string; escapes of control characters are not looked at.
  std::string string() const {
    if (text_.size() < 2 || text_[0] != '"') {
      throw std::runtime_error("no string: " + text_);
    }
    return text_.substr(1, text_.size() - 2);
  }
  // 'o', 'a', 's', 'n', 'b' or '0': object, array, string, number, boolean or
  // null.
  char type() const {
    switch (text_[0]) {
      case '{':
        return 'o';
      case '[':
        return 'a';
      case '"':
        return 's';
      case 't':
      case 'f':
        return 'b';
      case 'n':
        return '0';
      default:
        return 'n';
    }
  }

 private:
  static void skip_space(std::string_view text, std::size_t& at) {
    while (at < text.size() && std::string_view(" \n\r\t").find(text[at]) !=
                                   std::string_view::npos) {
      ++at;
    }
  }
  static bool accept(std::string_view text, std::size_t& at, char c) {
    skip_space(text, at);
    if (at >= text.size() || text[at] != c) return false;
    ++at;
    return true;
  }
  static void expect(std::string_view text, std::size_t& at, char c) {
    if (!accept(text, at, c)) {
      throw std::runtime_error(std::string("want ") + c + " at " +
                               std::to_string(at) + " of " +
                               std::string(text.substr(0, 200)));
    }
  }

  static JsonValue take(std::string_view text, std::size_t& at) {
    skip_space(text, at);
    if (at >= text.size()) throw std::runtime_error("the text ends");
    JsonValue value;
    const std::size_t begin = at;
    if (text[at] == '{') {
      value.take_members(text, at);
    } else if (text[at] == '[') {
      value.take_elements(text, at);
    } else if (text[at] == '"') {
      take_string(text, at);
    } else {
      while (at < text.size() && std::string_view(",]} \n").find(text[at]) ==
                                     std::string_view::npos) {
        ++at;
      }
    }
    value.text_ = text.substr(begin, at - begin);
    if (value.text_.empty()) throw std::runtime_error("an empty value");
    return value;
  }
  static void take_string(std::string_view text, std::size_t& at) {
    expect(text, at, '"');
    while (at < text.size() && text[at] != '"') {
      if (static_cast<unsigned char>(text[at]) < 0x20) {
        throw std::runtime_error("a control character");
      }
      at += text[at] == '\\' ? 2 : 1;
    }
    expect(text, at, '"');
  }
  void take_members(std::string_view text, std::size_t& at) {
    expect(text, at, '{');
    if (accept(text, at, '}')) return;
    do {
      const std::string name = take(text, at).string();
      expect(text, at, ':');
      if (!members_.emplace(name, take(text, at)).second) {
        throw std::runtime_error("two members " + name);
      }
    } while (accept(text, at, ','));
    expect(text, at, '}');
  }
  void take_elements(std::string_view text, std::size_t& at) {
    expect(text, at, '[');
    if (accept(text, at, ']')) return;
    do {
      elements_.push_back(take(text, at));
    } while (accept(text, at, ','));
    expect(text, at, ']');
  }

  std::string text_;
  std::map<std::string, JsonValue> members_;
  std::vector<JsonValue> elements_;
};

}  // namespace stepline::server
