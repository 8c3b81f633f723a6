#include <boost/beast/ssl/ssl_stream.hpp>

#include "server/http/http_connection.h"

namespace stepline::server {

void serve_tls(Core& core, boost::beast::tcp_stream stream) {
  using Stream = boost::beast::ssl_stream<boost::beast::tcp_stream>;
  serve(core, Stream(std::move(stream), *core.tls));
}

}  // namespace stepline::server
