#include "server/http/http_connection.h"

namespace stepline::server {

void serve_plain(Core& core, boost::beast::tcp_stream stream) {
  serve(core, std::move(stream));
}

}  // namespace stepline::server
