#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stepline::server {

// The head of a request, as far as anybody here looks at it.
struct RequestHead {
  std::string method;
  std::string target;
  std::string host;
  std::size_t hosts = 0;  // How many such headers there were.
  std::string origin;
  std::size_t origins = 0;
  std::string fetch_site;
  std::string fetch_mode;
  std::string authorization;
  std::string cookies;  // Joined by "; " where there were several headers.
  std::string accept;
  std::string accept_encoding;
  std::string content_type;
  std::string if_none_match;
  std::string range;
  bool is_upgrade = false;  // To a WebSocket.
  bool tls = false;

  bool is_head() const { return method == "HEAD"; }
};

// Whether `accept_encoding` takes "gzip" or "br", by its q-values.
bool accepts_encoding(std::string_view accept_encoding, std::string_view name);

// Whether `content_type` is that of a form, whatever its parameters.
bool is_form(std::string_view content_type);

// Whether `accept` names text/html: a browser that shows a page.
bool wants_page(std::string_view accept);

}  // namespace stepline::server
