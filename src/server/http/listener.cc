#include "server/http/listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>
#include <utility>

#include "server/http/asynchronous.h"
#include "server/http/response_head.h"

namespace stepline::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using SystemError = boost::system::error_code;

constexpr std::chrono::milliseconds kBreath{50};
// After so long without a sign of life what was sent counts as lost.
constexpr int kLostMillis = 60'000;

Result<std::vector<tcp::endpoint>> endpoints_of(asio::io_context& io,
                                                const std::string& host) {
  if (host == "localhost") {
    return std::vector<tcp::endpoint>{{asio::ip::address_v4::loopback(), 0},
                                      {asio::ip::address_v6::loopback(), 0}};
  }
  SystemError error;
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(host, "0", tcp::resolver::passive, error);
  if (error) {
    return Error{ErrorCode::Io,
                 "host unknown: " + error.message() + ": \"" + host + "\""};
  }
  std::vector<tcp::endpoint> endpoints;
  for (const auto& one : found) {
    const tcp::endpoint endpoint = one.endpoint();
    if (std::ranges::count(endpoints, endpoint) == 0) {
      endpoints.push_back(endpoint);
    }
  }
  return endpoints;
}

// Programs that we start, as a browser, shall not hold our port.
void keep_to_ourselves(int socket) { ::ioctl(socket, FIOCLEX); }

SystemError listen(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  SystemError error;
  acceptor.open(endpoint.protocol(), error);
  if (error) return error;
  keep_to_ourselves(acceptor.native_handle());
  acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (endpoint.address().is_v6() && !endpoint.address().is_unspecified()) {
    acceptor.set_option(asio::ip::v6_only(true), error);
  }
  acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  return error;
}

// A machine may lack IPv6, or IPv4.
bool is_absence(const SystemError& error) {
  return error == asio::error::address_family_not_supported ||
         error == boost::system::errc::address_not_available;
}

struct Listening {
  Acceptors acceptors;
  SystemError error;
};

Listening listen_at_port(asio::io_context& io,
                         std::vector<tcp::endpoint> endpoints,
                         std::uint16_t port) {
  Listening result;
  SystemError absence;
  for (tcp::endpoint& endpoint : endpoints) {
    endpoint.port(port);
    tcp::acceptor acceptor(io);
    const SystemError error = listen(acceptor, endpoint);
    if (error && is_absence(error)) {
      absence = error;
      continue;
    }
    if (error) return {{}, error};
    port = acceptor.local_endpoint().port();
    result.acceptors.push_back(std::move(acceptor));
  }
  if (result.acceptors.empty()) result.error = absence;
  return result;
}

// Says that there are too many, without waiting for anybody.
void turn_away(Core& core, tcp::socket& socket) {
  ++core.metrics.refused_connections;
  SystemError ignored;
  socket.non_blocking(true, ignored);
  if (core.tls == nullptr) {
    Response response = error_response(503, "too many connections");
    response.headers.emplace_back("Retry-After", "1");
    const std::string& body = std::get<std::string>(response.body);
    const std::string text =
        response_head(response, {body.size(), false, false}) + body;
    char unread[4096];
    socket.read_some(asio::buffer(unread), ignored);
    socket.write_some(asio::buffer(text), ignored);
  }
  socket.close(ignored);
}

void set_options(tcp::socket& socket) {
  keep_to_ourselves(socket.native_handle());
  SystemError ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT,
               &kLostMillis, sizeof kLostMillis);
}

asio::awaitable<void> accept_all(Core& core, tcp::acceptor& acceptor) {
  asio::steady_timer breath(acceptor.get_executor());
  while (acceptor.is_open()) {
    const asio::any_io_executor strand = asio::make_strand(core.io);
    auto [error, socket] = co_await acceptor.async_accept(strand, kAsTuple);
    if (error == asio::error::operation_aborted) break;
    if (error) {
      // No descriptors are left, mostly; some will be.
      breath.expires_after(kBreath);
      co_await breath.async_wait(kAsTuple);
      continue;
    }
    const auto limit = core.options.limits.connections;
    if (core.metrics.connections >= static_cast<std::int64_t>(limit) &&
        !core.end_an_idle_one()) {
      turn_away(core, socket);
      continue;
    }
    set_options(socket);
    boost::beast::tcp_stream stream(std::move(socket));
    if (core.tls) {
      serve_tls(core, std::move(stream));
    } else {
      serve_plain(core, std::move(stream));
    }
  }
}

}  // namespace

Result<Acceptors> listen_at(asio::io_context& io, const std::string& host,
                            std::uint16_t port, unsigned ports) {
  const auto endpoints = endpoints_of(io, host);
  if (!endpoints) return endpoints.error();
  SystemError error;
  for (unsigned i = 0; i < std::max(ports, 1u) && port + i <= 65535; ++i) {
    Listening listening =
        listen_at_port(io, *endpoints, static_cast<std::uint16_t>(port + i));
    if (!listening.error) return std::move(listening.acceptors);
    error = listening.error;
    if (error != asio::error::address_in_use) break;
  }
  std::string what = "cannot listen at port " + std::to_string(port);
  if (ports > 1) what += " or the " + std::to_string(ports - 1) + " after it";
  return Error{ErrorCode::Io,
               what + ": " + error.message() + ": \"" + host + "\""};
}

void accept_connections(Core& core, tcp::acceptor& acceptor) {
  asio::co_spawn(
      acceptor.get_executor(),
      [&core, &acceptor] { return accept_all(core, acceptor); },
      asio::detached);
}

}  // namespace stepline::server
