#include "server/http/authority.h"

#include <algorithm>

#include "server/text.h"

namespace stepline::server {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

bool is_address_character(char c) {
  return (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9') || c == ':' ||
         c == '.';
}

bool is_host(std::string_view host) {
  if (!host.starts_with('[')) {
    return !host.empty() && std::ranges::all_of(host, is_name_character);
  }
  if (host.size() < 4 || !host.ends_with(']')) return false;
  return std::ranges::all_of(host.substr(1, host.size() - 2),
                             is_address_character);
}

}  // namespace

std::optional<Authority> parse_authority(std::string_view text) {
  const std::size_t bracket = text.rfind(']');
  const std::size_t colon = text.rfind(':');
  const bool has_port = colon != std::string_view::npos &&
                        (bracket == std::string_view::npos || colon > bracket);
  Authority authority;
  authority.host = text.substr(0, has_port ? colon : text.size());
  std::ranges::transform(authority.host, authority.host.begin(), lower);
  if (authority.host.ends_with('.')) authority.host.pop_back();
  if (!is_host(authority.host)) return std::nullopt;
  if (has_port) {
    authority.port = parsed_number<std::uint16_t>(text.substr(colon + 1));
    if (!authority.port) return std::nullopt;
  }
  return authority;
}

std::optional<Authority> parse_origin(std::string_view text) {
  std::uint16_t usual = 0;
  for (const auto& [scheme, port] :
       {std::pair<std::string_view, std::uint16_t>{"http://", 80},
        {"https://", 443}}) {
    if (!text.starts_with(scheme)) continue;
    text.remove_prefix(scheme.size());
    usual = port;
    break;
  }
  if (usual == 0) return std::nullopt;
  auto authority = parse_authority(text);
  if (authority && authority->port == usual) authority->port.reset();
  return authority;
}

}  // namespace stepline::server
