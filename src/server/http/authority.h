#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepline::server {

// A host and a port, as in "Host: localhost:6006".
struct Authority {
  std::string host;  // Lower case, without a final dot; IPv6 in brackets.
  std::optional<std::uint16_t> port;
  bool operator==(const Authority&) const = default;
};

std::optional<Authority> parse_authority(std::string_view text);

// Of "https://host:port", as browsers send it: without a path, without a user;
// a port that goes without saying is left out. Nothing for "null" and others.
std::optional<Authority> parse_origin(std::string_view text);

}  // namespace stepline::server
