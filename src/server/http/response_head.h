#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/api/service.h"

namespace stepline::server {

// How the body of a response travels.
struct Framing {
  std::optional<std::uint64_t> length;  // Nothing: it is not known yet,
  bool chunked = false;                 // so it comes in chunks, or else ends
  bool keep_alive = true;               // with the connection.
};

// Status line and headers, with the empty line behind them: what the response
// says, and what every response of ours says. A header that would break out of
// its line is left out.
std::string response_head(const Response& response, const Framing& framing);

std::string_view reason_of(unsigned status);

// Whether responses of that status never have a body.
bool is_bodiless(unsigned status);

// The length of a body that is not made while it is sent.
std::optional<std::uint64_t> length_of(const Body& body);
// Its bytes; empty for one that is.
std::string_view bytes_of(const Body& body);

}  // namespace stepline::server
