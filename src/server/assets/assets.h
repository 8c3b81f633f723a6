#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/api/service.h"

namespace stepline::server {

// A file of the page, as it lies in the program. Compressed forms are empty
// where they would save nothing.
struct Asset {
  std::string_view path;  // "index.html", "assets/index-3f2a.js"
  std::string_view content_type;
  std::string_view etag;  // With its quotes.
  std::string_view plain;
  std::string_view gzip;
  std::string_view brotli;
};

// What was built into the program: web/dist, in the order of paths. Empty where
// it was built without the page.
std::span<const Asset> embedded_assets();

// What the page must know before it can ask.
struct PageOptions {
  std::string prefix;  // "" or "/some/where"
  std::string title;   // Empty: as it is.
};

// The files of the page. Its index.html gets the title, and its addresses that
// begin with "./" the prefix in place of the dot; it is the answer to "/".
//
// Thread-safe. The assets must outlive it.
class Assets {
 public:
  Assets(std::span<const Asset> assets, const PageOptions& options);

  // Nothing where there is no such file.
  std::optional<Response> find(const Request& request) const;

 private:
  Response index(const Request& request) const;

  std::span<const Asset> assets_;
  std::string index_;
  std::string index_gzip_;
  std::string index_etag_;
};

// `html` as Assets changes it.
std::string page_of(std::string_view html, const PageOptions& options);

}  // namespace stepline::server
