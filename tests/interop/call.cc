#include "call.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <utility>

namespace stepline::interop {
namespace {

std::string unquoted(std::string_view quoted) {
  std::string text;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] != '%') {
      text += quoted[i];
      continue;
    }
    const std::string hex(quoted.substr(i + 1, 2));
    text += static_cast<char>(std::stoi(hex, nullptr, 16));
    i += 2;
  }
  return text;
}

std::vector<std::string> split(std::string_view list, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = list.find(separator);
    parts.emplace_back(list.substr(0, end));
    if (end == std::string_view::npos) return parts;
    list.remove_prefix(end + 1);
  }
}

std::optional<DType> dtype_named(std::string_view name) {
  constexpr int kCount = static_cast<int>(DType::Complex128) + 1;
  for (int i = 0; i < kCount; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (name == name_of(dtype)) return dtype;
  }
  return std::nullopt;
}

}  // namespace

Call::Call(const std::string& line) : line_(line) {
  std::stringstream stream(line);
  stream >> verb_;
  for (std::string word; stream >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) fail("no = in " + word);
    arguments_[word.substr(0, equals)] = word.substr(equals + 1);
  }
}

void Call::fail(std::string_view why) const {
  std::cerr << why << "\nin: " << line_.substr(0, 500) << "\n";
  std::exit(1);
}

std::string Call::raw(const std::string& name) {
  const auto found = arguments_.find(name);
  if (found == arguments_.end()) fail("wanted the argument " + name);
  used_[name] = true;
  return found->second;
}

std::string Call::text(const std::string& name) { return unquoted(raw(name)); }

std::string Call::text(const std::string& name, std::string otherwise) {
  return has(name) ? text(name) : std::move(otherwise);
}

double Call::number(const std::string& name) {
  const std::string digits = text(name);
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  if (digits.empty() || *end != '\0') fail(name + " is no number");
  return value;
}

std::int64_t Call::integer(const std::string& name, std::int64_t otherwise) {
  return has(name) ? std::stoll(text(name)) : otherwise;
}

std::vector<std::string> Call::texts(const std::string& name) {
  std::vector<std::string> values;
  if (!has(name)) return values;
  for (const std::string& part : split(raw(name), ',')) {
    values.push_back(unquoted(part));
  }
  return values;
}

std::vector<double> Call::numbers(const std::string& name) {
  std::vector<double> values;
  for (const std::string& part : texts(name)) {
    values.push_back(std::strtod(part.c_str(), nullptr));
  }
  return values;
}

std::vector<std::int64_t> Call::integers(const std::string& name) {
  std::vector<std::int64_t> values;
  for (const std::string& part : texts(name)) {
    values.push_back(std::stoll(part));
  }
  return values;
}

std::optional<double> Call::wall_time() {
  return has("wall_time") ? std::optional(number("wall_time")) : std::nullopt;
}

TensorView Call::array(const std::string& name) {
  const std::vector<std::string> parts = split(raw(name), ':');
  if (parts.size() != 3) fail(name + " is not dtype:shape:path");
  const auto dtype = dtype_named(parts[0]);
  if (!dtype) fail("no dtype is called " + parts[0]);
  std::vector<std::int64_t> shape;
  if (!parts[1].empty()) {
    for (const std::string& n : split(parts[1], ',')) {
      shape.push_back(std::stoll(n));
    }
  }
  std::ifstream file(unquoted(parts[2]), std::ios::binary);
  std::vector<char>& bytes = arrays_.emplace_back(
      std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  const TensorView view(bytes.data(), *dtype, shape);
  if (view.bytes() != bytes.size()) fail(name + ": the file's size is wrong");
  return view;
}

std::optional<TensorView> Call::maybe_array(const std::string& name) {
  return has(name) ? std::optional(array(name)) : std::nullopt;
}

void Call::check_all_used() const {
  for (const auto& [name, value] : arguments_) {
    if (!used_.contains(name)) fail("nobody uses the argument " + name);
  }
}

}  // namespace stepline::interop
