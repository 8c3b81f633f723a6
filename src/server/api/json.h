#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_text.h"

namespace stepline::server {

// Makes JSON, value by value; base/json_text.h has its spelling.
class Json {
 public:
  Json& begin_object() { return open('{'); }
  Json& end_object() { return close('}'); }
  Json& begin_array() { return open('['); }
  Json& end_array() { return close(']'); }
  // Of the next value, inside an object.
  Json& key(std::string_view name) {
    value(name);
    text_ += ':';
    separate_ = false;
    return *this;
  }

  template <class T>
  Json& value(const T& content) {
    separate();
    if constexpr (std::same_as<T, bool> || std::floating_point<T>) {
      append_json(text_, content);
    } else if constexpr (std::signed_integral<T>) {
      append_json(text_, std::int64_t{content});
    } else if constexpr (std::unsigned_integral<T>) {
      append_json(text_, std::uint64_t{content});
    } else {
      append_json(text_, std::string_view(content));
    }
    return *this;
  }
  Json& null() { return raw("null"); }
  // What is JSON already.
  Json& raw(std::string_view json) {
    separate();
    text_ += json;
    return *this;
  }

  template <class T>
  Json& member(std::string_view name, const T& content) {
    return key(name).value(content);
  }

  // [of(item), ...] as the next member.
  template <class Items, class F>
  Json& list(std::string_view name, const Items& items, F of) {
    key(name).begin_array();
    for (const auto& item : items) value(of(item));
    return end_array();
  }

  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  Json& open(char bracket) {
    separate();
    text_ += bracket;
    separate_ = false;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    separate_ = true;
    return *this;
  }
  void separate() {
    if (separate_) text_ += ',';
    separate_ = true;
  }

  std::string text_;
  bool separate_ = false;
};

}  // namespace stepline::server
