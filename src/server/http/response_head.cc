#include "server/http/response_head.h"

#include <algorithm>

#include "server/text.h"

namespace stepline::server {
namespace {

constexpr std::string_view kPolicy =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; "
    "style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
    "connect-src 'self'; font-src 'self'; worker-src 'self' blob:; "
    "base-uri 'none'; form-action ";
constexpr std::string_view kAlways =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Vary: Accept-Encoding\r\n";

bool is_clean(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) || c == '\t';
  });
}

void append(std::string& head, std::string_view name, std::string_view value) {
  if (!is_clean(name) || !is_clean(value)) return;
  head += name;
  head += ": ";
  head += value;
  head += "\r\n";
}

}  // namespace

std::string response_head(const Response& response, const Framing& framing) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head += reason_of(response.status);
  head += "\r\nServer: stepline\r\n";
  if (!response.content_type.empty() && response.status != 304) {
    append(head, "Content-Type", response.content_type);
  }
  if (framing.length && !is_bodiless(response.status)) {
    append(head, "Content-Length", std::to_string(*framing.length));
  }
  if (framing.chunked) append(head, "Transfer-Encoding", "chunked");
  if (!response.etag.empty()) append(head, "ETag", response.etag);
  bool caching = false;
  for (const auto& [name, value] : response.headers) {
    caching = caching || same_but_for_case(name, "Cache-Control");
    append(head, name, value);
  }
  if (!caching) {
    append(head, "Cache-Control",
           response.etag.empty() ? "no-store" : "no-cache");
  }
  append(head, "Connection", framing.keep_alive ? "keep-alive" : "close");
  head += kPolicy;
  head += response.has_form ? "'self'" : "'none'";
  head += "; frame-ancestors 'self'";
  if (is_clean(response.frame_ancestors)) head += response.frame_ancestors;
  head += "\r\n";
  head += kAlways;
  return head + "\r\n";
}

std::string_view reason_of(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 206:
      return "Partial Content";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 308:
      return "Permanent Redirect";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 416:
      return "Range Not Satisfiable";
    case 426:
      return "Upgrade Required";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Unknown";
  }
}

bool is_bodiless(unsigned status) {
  return status < 200 || status == 204 || status == 304;
}

std::optional<std::uint64_t> length_of(const Body& body) {
  if (std::holds_alternative<BodyStream>(body)) return std::nullopt;
  return bytes_of(body).size();
}

std::string_view bytes_of(const Body& body) {
  if (const auto* own = std::get_if<std::string>(&body)) return *own;
  const auto* shared = std::get_if<std::shared_ptr<const std::string>>(&body);
  return shared != nullptr && *shared != nullptr ? std::string_view(**shared)
                                                 : std::string_view();
}

}  // namespace stepline::server
