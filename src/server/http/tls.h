#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "stepline/result.h"

namespace stepline::server {

// A context for TLS 1.2 and newer with this certificate chain and key, both
// PEM. An error says which of the two is wrong, or that they do not belong
// together.
Result<std::unique_ptr<boost::asio::ssl::context>> make_tls_context(
    const std::string& certificate, const std::string& key);

}  // namespace stepline::server
