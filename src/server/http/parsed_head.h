#pragma once

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>

#include "server/http/request_head.h"

namespace stepline::server {

// What Beast has parsed, in our terms.
RequestHead parsed_head(const boost::beast::http::request_header<>& parsed,
                        bool tls);

}  // namespace stepline::server
