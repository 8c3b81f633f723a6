#include "server/http/access.h"

#include <algorithm>

#include "server/http/authority.h"
#include "server/text.h"

namespace stepline::server {
namespace {

constexpr std::string_view kBearer = "bearer ";

std::string_view bearer_of(std::string_view authorization) {
  const std::string_view scheme = authorization.substr(0, kBearer.size());
  if (!same_but_for_case(scheme, kBearer)) return {};
  return trimmed(authorization.substr(kBearer.size()));
}

// A browser says where a request comes from. Following a link to us is fine
// from anywhere; all else is our own page's business.
bool comes_from_elsewhere(const Credentials& credentials) {
  const std::string_view site = credentials.fetch_site;
  if (site.empty() || site == "same-origin" || site == "none") return false;
  return credentials.fetch_mode != "navigate";
}

Access check_token(const AccessRules& rules, const Credentials& credentials) {
  if (rules.token.empty()) return Access::Granted;
  const std::string_view given[] = {
      bearer_of(credentials.authorization),
      find_cookie(credentials.cookies, cookie_name(credentials.host))};
  for (const std::string_view one : given) {
    if (equal_in_constant_time(one, rules.token)) {
      return credentials.token.empty() ? Access::Granted
                                       : Access::GrantedByAddress;
    }
  }
  if (equal_in_constant_time(credentials.token, rules.token)) {
    return Access::GrantedByAddress;
  }
  const bool none =
      given[0].empty() && given[1].empty() && credentials.token.empty();
  return none ? Access::NoToken : Access::WrongToken;
}

}  // namespace

AccessRules access_rules(std::string_view host, std::string_view token,
                         bool any_host) {
  AccessRules rules;
  rules.token = token;
  if (any_host || !token.empty()) return rules;
  rules.hosts = {"localhost", "127.0.0.1", "[::1]"};
  const bool bare_ipv6 = host.find(':') != host.npos && !host.starts_with('[');
  const auto given = parse_authority(bare_ipv6 ? "[" + std::string(host) + "]"
                                               : std::string(host));
  if (given && std::ranges::count(rules.hosts, given->host) == 0) {
    rules.hosts.push_back(given->host);
  }
  return rules;
}

Access check_access(const AccessRules& rules, const Credentials& credentials) {
  if (credentials.hosts != 1 || credentials.origins > 1) {
    return Access::BadRequest;
  }
  auto host = parse_authority(credentials.host);
  if (!host) return Access::BadRequest;
  if (!rules.hosts.empty() &&
      std::ranges::count(rules.hosts, host->host) == 0) {
    return Access::WrongHost;
  }
  if (credentials.origins > 0) {
    const auto origin = parse_origin(credentials.origin);
    if (!origin) return Access::WrongOrigin;
    // The scheme is the business of a proxy before us, and so the port that
    // goes without saying may be either.
    if (!origin->port && (host->port == 80 || host->port == 443)) {
      host->port.reset();
    }
    if (*origin != *host) return Access::WrongOrigin;
  }
  if (comes_from_elsewhere(credentials)) return Access::WrongOrigin;
  return check_token(rules, credentials);
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  }
  return difference == 0;
}

std::string cookie_name(std::string_view host_header) {
  const auto host = parse_authority(host_header);
  const bool has_port = host && host->port;
  return has_port ? "stepline_" + std::to_string(*host->port) : "stepline";
}

std::string_view find_cookie(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    std::string_view one = cookies.substr(0, cookies.find(';'));
    cookies.remove_prefix(std::min(cookies.size(), one.size() + 1));
    one = trimmed(one);
    if (one.starts_with(name) && one.substr(name.size()).starts_with('=')) {
      return one.substr(name.size() + 1);
    }
  }
  return {};
}

}  // namespace stepline::server
