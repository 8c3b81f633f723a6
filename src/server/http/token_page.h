#pragma once

#include <string>
#include <string_view>

#include "server/api/service.h"

namespace stepline::server {

// The only asset that needs no token: how the page that asks for one looks.
inline constexpr std::string_view kTokenStyle = "/token.css";

struct TokenPage {
  std::string_view title{};   // Empty: the program's name.
  std::string_view prefix{};  // As normal_prefix() gives it.
  std::string_view next{};    // Where it leads on by itself; empty: nowhere.
  std::string_view wrong{};   // What is said of the last try; empty: nothing.
};

// Asks for the token, which it sends as `?token=` of the address it stands at.
// It has a status of 401, and never holds what was tried.
Response token_page(const TokenPage& asked);

// Leads on to an address by itself.
Response leading_page(std::string_view next);

}  // namespace stepline::server
