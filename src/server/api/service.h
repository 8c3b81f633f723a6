#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "server/api/parameters.h"

namespace stepline::server {

// What an answer needs to know of a request; how it travelled is the
// transport's business.
struct Request {
  std::string method = "GET";  // HEAD comes as GET, forms with parameters.
  std::string path;            // Decoded, without the prefix: "/api/runs".
  Parameters parameters;
  std::string if_none_match;
  std::string range;  // "bytes=0-99"
  bool accepts_gzip = false;
  bool accepts_brotli = false;
  // Set when the client has gone: stop working. May be null.
  const std::atomic<bool>* cancelled = nullptr;

  bool is_cancelled() const { return cancelled != nullptr && *cancelled; }
};

// Bytes that are made while they are sent. Puts the next ones into `chunk`;
// false: that was all. An empty chunk is no end. Called from one thread at a
// time.
using BodyStream = std::function<bool(std::string& chunk)>;

using Body =
    std::variant<std::string, std::shared_ptr<const std::string>, BodyStream>;

struct Response {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string etag;  // With its quotes; empty: none.
  // Beside content type, length, ETag and what the transport always sets.
  std::vector<std::pair<std::string, std::string>> headers;
  // Who may show it in a frame, beside our own pages: origins, a space before
  // each.
  std::string frame_ancestors;
  bool has_form = false;  // Which may be sent to us; no other page has one.
  Body body;
};

// {"error": "..."} with that status.
Response error_response(unsigned status, const std::string& what);

// To a client that has gone: nobody reads it.
Response cancelled_response();

// Whatever answers requests. All functions may be called from any thread.
class Service {
 public:
  virtual ~Service() = default;

  // Takes as long as it needs: called where waiting is harmless.
  virtual Response answer(const Request& request) = 0;
  // A path by which requests may be counted: one of few, whatever the client
  // asked for ("/api/runs", "other").
  virtual std::string_view route_of(std::string_view path) const = 0;
};

}  // namespace stepline::server
