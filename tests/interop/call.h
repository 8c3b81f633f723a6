#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/tensor_view.h"

namespace stepline::interop {

// One line of a script: a verb and named arguments,
//
//   add_image tag=a%20tag image=uint8:3,8,8:/path/to/raw/bytes step=2
//
// Values are percent-encoded, so that spaces, commas and any bytes can be part
// of them; lists are separated by commas. Arrays are files of raw elements.
// Arguments that are missing, misspelt or not used end the program with a
// message: a script that is wrong must not pass for a library that is.
class Call {
 public:
  explicit Call(const std::string& line);

  const std::string& verb() const { return verb_; }

  bool has(const std::string& name) const { return arguments_.contains(name); }
  std::string text(const std::string& name);
  std::string text(const std::string& name, std::string otherwise);
  double number(const std::string& name);
  std::int64_t integer(const std::string& name, std::int64_t otherwise);
  std::vector<std::string> texts(const std::string& name);
  std::vector<double> numbers(const std::string& name);
  std::vector<std::int64_t> integers(const std::string& name);
  std::optional<double> wall_time();

  // The memory lives as long as this call.
  TensorView array(const std::string& name);
  std::optional<TensorView> maybe_array(const std::string& name);

  // Ends the program when an argument was never asked for.
  void check_all_used() const;

  [[noreturn]] void fail(std::string_view why) const;

 private:
  std::string raw(const std::string& name);

  std::string line_;
  std::string verb_;
  std::map<std::string, std::string> arguments_;
  std::map<std::string, bool> used_;
  std::deque<std::vector<char>> arrays_;
};

}  // namespace stepline::interop
