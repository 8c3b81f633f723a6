#include "server/assets/assets.h"

#include <algorithm>
#include <cstdint>

#include "base/crc32c.h"

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

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string etag_of(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::uint32_t crc = crc32c(text);
  std::string etag = "\"";
  for (int i = 0; i < 8; ++i, crc >>= 4) etag += kDigits[crc & 15];
  return etag + "-" + std::to_string(text.size()) + "\"";
}

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
  if (matches_etag(request.if_none_match, asset.etag)) {
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
  index_etag_ = etag_of(index_);
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
  if (matches_etag(request.if_none_match, index_etag_)) {
    response.status = 304;
  } else {
    response.body = index_;
  }
  return response;
}

std::string page_of(std::string_view html, const PageOptions& options) {
  std::string page(html);
  replace_all(page, "=\"./", "=\"" + escaped(options.prefix) + "/");
  const std::size_t head = page.find("<head>");
  if (head != std::string::npos) {
    page.insert(head + 6, "<meta name=\"stepline-prefix\" content=\"" +
                              escaped(options.prefix) + "\">");
  }
  if (!options.title.empty()) {
    replace_between(page, "<title>", "</title>", escaped(options.title));
  }
  return page;
}

bool matches_etag(std::string_view if_none_match, std::string_view etag) {
  while (!if_none_match.empty()) {
    std::string_view one = if_none_match.substr(0, if_none_match.find(','));
    if_none_match.remove_prefix(std::min(if_none_match.size(), one.size() + 1));
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == "*" || one == etag) return true;
  }
  return false;
}

}  // namespace stepline::server
