#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "server/http/core.h"
#include "stepline/result.h"

namespace stepline::server {

using Acceptors = std::vector<boost::asio::ip::tcp::acceptor>;

// Listens at every address of the host ("localhost" has two, mostly), at one
// port: the first free one of `ports` from `port` on, or any for 0.
Result<Acceptors> listen_at(boost::asio::io_context& io,
                            const std::string& host, std::uint16_t port,
                            unsigned ports);

// Takes connections, and serves them, until the acceptor is closed.
void accept_connections(Core& core, boost::asio::ip::tcp::acceptor& acceptor);

}  // namespace stepline::server
