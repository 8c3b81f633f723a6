#include "cli/serve_address.h"

#include <algorithm>
#include <array>

namespace stepline::cli {
namespace {

constexpr std::size_t kShortestToken = 8;
constexpr std::string_view kSshPort = "22";

bool stands_for_all(std::string_view host) {
  return host.empty() || host == "0.0.0.0" || host == "::" || host == "[::]";
}

// As it stands in an address; `instead` of one that stands for all.
std::string named_host(std::string_view host, std::string_view instead) {
  if (stands_for_all(host)) host = instead;
  const bool is_ipv6 = host.find(':') != host.npos && !host.starts_with('[');
  return is_ipv6 ? "[" + std::string(host) + "]" : std::string(host);
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_scheme(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::ranges::all_of(text, [](char c) {
           return is_letter(c) || is_digit(c) || c == '+' || c == '-' ||
                  c == '.';
         });
}

// "*.example.org", too.
bool is_frame_host(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) {
    text = text.substr(1, text.size() - 2);
    return text.find(':') != text.npos &&
           text.find_first_not_of("0123456789abcdefABCDEF:.") == text.npos;
  }
  if (text.starts_with("*.")) text.remove_prefix(2);
  return !text.empty() && text.front() != '.' &&
         std::ranges::all_of(text, [](char c) {
           return is_letter(c) || is_digit(c) || c == '-' || c == '.' ||
                  c == '_';
         });
}

bool is_frame_port(std::string_view text) {
  return text == "*" || (!text.empty() && text.size() <= 5 &&
                         std::ranges::all_of(text, is_digit));
}

}  // namespace

bool is_loopback(std::string_view host) {
  const bool is_number =
      host.find_first_not_of("0123456789.") == std::string_view::npos;
  return host == "localhost" || host == "::1" || host == "[::1]" ||
         (is_number && host.starts_with("127."));
}

std::string address_of(const Serving& serving, std::string_view machine) {
  std::string address = serving.tls ? "https://" : "http://";
  address += named_host(serving.host, machine);
  address += ":" + std::to_string(serving.port) + serving.prefix + "/";
  if (!serving.token.empty()) address += "?token=" + serving.token;
  return address;
}

std::string visit_address(const Serving& serving, std::string_view machine) {
  Serving plain = serving;
  plain.token.clear();
  const std::string address = address_of(plain, machine);
  return serving.visit.empty() ? address : address + "?visit=" + serving.visit;
}

std::string tunnel_command(const Serving& serving,
                           std::string_view ssh_connection,
                           std::string_view user) {
  // Address and port of the client, then those of this machine.
  std::array<std::string_view, 4> fields;
  for (std::string_view& field : fields) {
    field = ssh_connection.substr(0, ssh_connection.find(' '));
    ssh_connection.remove_prefix(
        std::min(ssh_connection.size(), field.size() + 1));
  }
  if (fields[2].empty()) return "";
  const std::string port = std::to_string(serving.port);
  std::string command = "ssh -N -L " + port + ":" +
                        named_host(serving.host, "localhost") + ":" + port;
  if (!fields[3].empty() && fields[3] != kSshPort) {
    command += " -p " + std::string(fields[3]);
  }
  command += " ";
  if (!user.empty()) command += std::string(user) + "@";
  return command + std::string(fields[2]);
}

bool is_usable_token(std::string_view token) {
  const auto is_plain = [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.' ||
           c == '~';
  };
  return token.size() >= kShortestToken && token.size() <= 256 &&
         std::ranges::all_of(token, is_plain);
}

bool is_usable_origin(std::string_view origin) {
  const std::size_t colon = origin.find(':');
  if (!is_scheme(origin.substr(0, colon)) || colon == origin.npos) return false;
  std::string_view rest = origin.substr(colon + 1);
  if (rest.empty()) return !origin.starts_with("http");
  if (!rest.starts_with("//")) return false;
  rest.remove_prefix(2);
  const std::size_t end = rest.starts_with('[') ? rest.find(']') : 0;
  if (end == rest.npos) return false;
  const std::size_t port = rest.find(':', end);
  return is_frame_host(rest.substr(0, port)) &&
         (port == rest.npos || is_frame_port(rest.substr(port + 1)));
}

}  // namespace stepline::cli
