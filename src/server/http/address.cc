#include "server/http/address.h"

#include "server/api/parameters.h"
#include "server/text.h"

namespace stepline::server {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '~';
}

bool is_fit(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f && c != '\\';
}

std::optional<std::string> decode_component(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      if (c == '/') return std::nullopt;
      i += 2;
    }
    if (!is_fit(c)) return std::nullopt;
    out += c;
  }
  if (out == "." || out == "..") return std::nullopt;
  return out;
}

}  // namespace

std::optional<Target> split_target(std::string_view target) {
  if (!target.starts_with('/')) return std::nullopt;
  const std::size_t question = target.find('?');
  if (question == std::string_view::npos) return Target{target, {}};
  return Target{target.substr(0, question), target.substr(question + 1)};
}

std::optional<std::string> decode_path(std::string_view path) {
  if (!path.starts_with('/')) return std::nullopt;
  std::string out;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view component = path.substr(0, path.find('/'));
    path.remove_prefix(component.size());
    if (component.empty() && !path.empty()) return std::nullopt;
    const auto decoded = decode_component(component);
    if (!decoded) return std::nullopt;
    out += '/';
    out += *decoded;
  }
  return out;
}

std::optional<std::string_view> without_prefix(std::string_view path,
                                               std::string_view prefix) {
  if (!path.starts_with(prefix)) return std::nullopt;
  path.remove_prefix(prefix.size());
  if (!path.empty() && !path.starts_with('/')) return std::nullopt;
  return path;
}

std::optional<std::string> normal_prefix(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view component = text.substr(0, text.find('/'));
    text.remove_prefix(component.size());
    if (!text.empty()) text.remove_prefix(1);
    if (component.empty()) continue;
    if (component == "." || component == "..") return std::nullopt;
    for (const char c : component) {
      if (!is_plain(c)) return std::nullopt;
    }
    out += '/';
    out += component;
  }
  return out;
}

std::string without_parameter(std::string_view query, std::string_view name) {
  std::string out;
  while (!query.empty()) {
    const std::string_view one = query.substr(0, query.find('&'));
    query.remove_prefix(one.size());
    if (!query.empty()) query.remove_prefix(1);
    if (one.empty() || Parameters::decode(one).find(name)) continue;
    if (!out.empty()) out += '&';
    out += one;
  }
  return out;
}

}  // namespace stepline::server
