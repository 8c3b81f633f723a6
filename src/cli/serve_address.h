#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepline::cli {

// What is known of a server that listens.
struct Serving {
  std::string host;  // As it was asked for: "localhost", "0.0.0.0".
  std::uint16_t port = 0;
  std::string prefix;  // "" or "/some/where"
  std::string token;   // Empty: none.
  bool tls = false;
  std::string visit{};  // What lets in once, where there is a token.
};

// Whether only this machine can reach a server bound to that host.
bool is_loopback(std::string_view host);

// What to type into a browser; `machine` is what this one is called, for hosts
// that stand for all its addresses.
std::string address_of(const Serving& serving, std::string_view machine);

// The same for the browser that we open: others see it in the list of
// processes, so it has no token, but what lets in once.
std::string visit_address(const Serving& serving, std::string_view machine);

// The command that makes the server reachable from the machine where the user
// sits; empty where `ssh_connection` ($SSH_CONNECTION) does not tell.
std::string tunnel_command(const Serving& serving,
                           std::string_view ssh_connection,
                           std::string_view user);

// Whether it goes through an address, a cookie and a header as it is, and is
// too long to guess.
bool is_usable_token(std::string_view token);

// Whether it goes into a list of those that may show us in a frame, and stays
// within it.
bool is_usable_origin(std::string_view origin);

}  // namespace stepline::cli
