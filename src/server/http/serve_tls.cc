#include <boost/asio/ssl/stream.hpp>

#include "server/http/http_connection.h"

namespace stepline::server {

void serve_tls(Core& core, boost::beast::tcp_stream stream) {
  // Not Beast's own: clang finds two ways to close a WebSocket on it.
  using Stream = boost::asio::ssl::stream<boost::beast::tcp_stream>;
  serve(core, Stream(std::move(stream), *core.tls));
}

}  // namespace stepline::server
