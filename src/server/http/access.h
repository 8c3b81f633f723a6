#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stepline::server {

// Who is let in. Without a token, that is whoever can reach the port and names
// it by a host of ours: a page of another site cannot, even where it has its
// own name lead to this machine (DNS rebinding).
struct AccessRules {
  // As browsers write them ("localhost", "[::1]"); empty: any host.
  std::vector<std::string> hosts;
  std::string token;  // Empty: none is asked for.
};

// The rules of a server bound to `host`, with a token or without one.
AccessRules access_rules(std::string_view host, std::string_view token,
                         bool any_host);

// What decides it, of a request: headers as they were sent, empty where they
// were not.
struct Credentials {
  std::string_view host;
  std::size_t hosts = 0;  // How many such headers there were.
  std::string_view origin;
  std::size_t origins = 0;
  std::string_view fetch_site;  // Sec-Fetch-Site
  std::string_view fetch_mode;  // Sec-Fetch-Mode
  std::string_view authorization;
  std::string_view cookies;  // Joined by "; " where there were several.
  std::string_view token;    // Of the address.
};

enum class Access {
  Granted,
  GrantedByAddress,  // Keep the token in a cookie, and forget the address.
  BadRequest,        // No host, or several.
  WrongHost,
  WrongOrigin,
  NoToken,
  WrongToken,
};

Access check_access(const AccessRules& rules, const Credentials& credentials);

// Takes as long for any two texts of one length.
bool equal_in_constant_time(std::string_view a, std::string_view b);

// The name of the cookie that keeps the token. It carries the port by which the
// browser knows us, since cookies of one host are shared by all its ports.
std::string cookie_name(std::string_view host_header);

// The value of the first such cookie in "a=1; b=2"; empty where there is none.
std::string_view find_cookie(std::string_view cookies, std::string_view name);

}  // namespace stepline::server
