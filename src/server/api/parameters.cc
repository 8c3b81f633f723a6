#include "server/api/parameters.h"

#include <iterator>
#include <utility>

#include "server/text.h"

namespace stepline::server {
namespace {

std::string decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      out += ' ';
      continue;
    }
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high >= 0 && low >= 0) {
        out += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

}  // namespace

Parameters Parameters::decode(std::string_view text) {
  Parameters all;
  while (!text.empty()) {
    const std::size_t end = text.find('&');
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (one.empty()) continue;
    const std::size_t equals = one.find('=');
    const bool has_value = equals != std::string_view::npos;
    all.parameters_.push_back(
        {decoded(one.substr(0, equals)),
         has_value ? decoded(one.substr(equals + 1)) : std::string()});
  }
  return all;
}

void Parameters::append(Parameters more) {
  parameters_.insert(parameters_.end(),
                     std::make_move_iterator(more.parameters_.begin()),
                     std::make_move_iterator(more.parameters_.end()));
}

std::optional<std::string_view> Parameters::find(std::string_view name) const {
  for (const Parameter& parameter : parameters_) {
    if (parameter.name == name) return parameter.value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Parameters::all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const Parameter& parameter : parameters_) {
    if (parameter.name == name) values.push_back(parameter.value);
  }
  return values;
}

std::string Parameters::text() const {
  std::string text;
  for (const Parameter& parameter : parameters_) {
    for (const std::string* part : {&parameter.name, &parameter.value}) {
      text += std::to_string(part->size()) + ":" + *part;
    }
  }
  return text;
}

}  // namespace stepline::server
