#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.h"

namespace stepline::cli {

// Writes JSON as it comes: nothing but the nesting is remembered. One value
// after another makes JSON Lines, each ended by end_line().
//
// Text that is not UTF-8 is repaired with U+FFFD. Numbers that JSON cannot
// hold are TensorBoard's strings "NaN", "Infinity" and "-Infinity"; all others
// have as few digits as bring the same number back.
class Json {
 public:
  explicit Json(Output& out) : out_(out) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  // Of the next value, inside an object.
  Json& key(std::string_view name);

  void value(std::string_view text);
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool truth);
  void value(std::int64_t number);
  void value(std::uint64_t number);
  void value(int number) { value(std::int64_t{number}); }
  void value(unsigned number) { value(std::uint64_t{number}); }
  void value(double number);
  void value(float number);  // Shortest as a float: 0.1, not 0.10000000149.
  void null();

  template <class T>
  void member(std::string_view name, const T& content) {
    key(name).value(content);
  }

  void end_line() { out_.write("\n"); }

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  void raw(std::string_view text);

  Output& out_;
  std::vector<bool> filled_;  // One for each open bracket.
  bool after_key_ = false;
};

// As Json writes it, quotes included.
std::string json_string(std::string_view text);

}  // namespace stepline::cli
