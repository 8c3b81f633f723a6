#include "server/assets/assets.h"

#include <algorithm>

#include "base/gzip.h"
#include "server/api/etag.h"
#include "server/text.h"

namespace stepline::server {
namespace {

// Names in assets/ change with the content.
constexpr std::string_view kHashed = "assets/";
constexpr std::string_view kForever = "private, max-age=31536000, immutable";

constexpr std::string_view kNoPage =
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
    "<title>Stepline</title></head><body><p>This program was built without its "
    "page (Node.js was missing). The API is there: "
    "<a href=\"./api/info\">api/info</a>.</p></body></html>\n";

void replace_between(std::string& text, std::string_view begin,
                     std::string_view end, std::string_view by) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return;
  const std::size_t to = text.find(end, from);
  if (to == std::string::npos) return;
  text.replace(from + begin.size(), to - from - begin.size(), by);
}

void replace_all(std::string& text, std::string_view what,
                 std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

// A body that lies in the program as long as it runs.
Response response_of(const Asset& asset, const Request& request) {
  Response response;
  response.content_type = asset.content_type;
  response.etag = asset.etag;
  response.headers.emplace_back(
      "Cache-Control", asset.path.starts_with(kHashed) ? kForever : "no-cache");
  if (matches(request.if_none_match, asset.etag)) {
    response.status = 304;
  } else if (request.accepts_brotli && !asset.brotli.empty()) {
    response.headers.emplace_back("Content-Encoding", "br");
    response.body = std::string(asset.brotli);
  } else if (request.accepts_gzip && !asset.gzip.empty()) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = std::string(asset.gzip);
  } else {
    response.body = std::string(asset.plain);
  }
  return response;
}

}  // namespace

Assets::Assets(std::span<const Asset> assets, const PageOptions& options)
    : assets_(assets) {
  const auto index = std::ranges::find(assets, "index.html", &Asset::path);
  index_ = page_of(index == assets.end() ? kNoPage : index->plain, options);
  index_gzip_ = gzip(index_);
  index_etag_ = Fingerprint().add(index_).etag();
}

std::optional<Response> Assets::find(const Request& request) const {
  std::string_view path = request.path;
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.empty() || path == "index.html") return index(request);
  const auto found = std::ranges::find(assets_, path, &Asset::path);
  if (found == assets_.end()) return std::nullopt;
  return response_of(*found, request);
}

Response Assets::index(const Request& request) const {
  Response response;
  response.content_type = "text/html; charset=utf-8";
  response.etag = index_etag_;
  if (matches(request.if_none_match, index_etag_)) {
    response.status = 304;
  } else if (request.accepts_gzip) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = index_gzip_;
  } else {
    response.body = index_;
  }
  return response;
}

std::string page_of(std::string_view html, const PageOptions& options) {
  std::string page(html);
  replace_all(page, "=\"./", "=\"" + html_escaped(options.prefix) + "/");
  if (!options.title.empty()) {
    replace_between(page, "<title>", "</title>", html_escaped(options.title));
  }
  return page;
}

}  // namespace stepline::server
