#include "server/api/media_response.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "server/api/etag.h"
#include "server/api/media_type.h"
#include "server/text.h"

namespace stepline::server {
namespace {

struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // One past the last; not after begin: no such part.
};

// Of "bytes=0-99", "bytes=100-" and "bytes=-50". Everything else, several parts
// among it, is as if nothing had been asked for, which is allowed.
std::optional<ByteRange> range_of(std::string_view text, std::uint64_t size) {
  constexpr std::string_view kUnit = "bytes=";
  if (!text.starts_with(kUnit)) return std::nullopt;
  text.remove_prefix(kUnit.size());
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const std::string_view first = text.substr(0, dash);
  const std::string_view last = text.substr(dash + 1);
  const auto begin = parsed_number<std::uint64_t>(first);
  const auto end = parsed_number<std::uint64_t>(last);
  if (first.empty()) {
    if (!end) return std::nullopt;
    return ByteRange{size - std::min(*end, size), size};
  }
  if (!begin || (!end && !last.empty())) return std::nullopt;
  if (end && *end < *begin) return std::nullopt;
  return ByteRange{*begin, end ? std::min(*end, size - 1) + 1 : size};
}

void cut_to(const ByteRange& range, Response& response) {
  auto& bytes = std::get<std::string>(response.body);
  const std::string size = std::to_string(bytes.size());
  if (range.begin >= range.end || range.begin >= bytes.size()) {
    response.status = 416;
    response.headers.emplace_back("Content-Range", "bytes */" + size);
    bytes.clear();
    return;
  }
  response.status = 206;
  response.headers.emplace_back("Content-Range",
                                "bytes " + std::to_string(range.begin) + "-" +
                                    std::to_string(range.end - 1) + "/" + size);
  bytes = bytes.substr(range.begin, range.end - range.begin);
}

}  // namespace

std::string attachment(const std::string& name) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string plain;
  std::string encoded;
  for (const char c : repair_utf8(name)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool safe = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                      (c >= 'a' && c <= 'z') || c == '.' || c == '-' ||
                      c == '_';
    plain += safe ? c : '_';
    if (safe) {
      encoded += c;
    } else {
      encoded += '%';
      encoded += kDigits[byte >> 4];
      encoded += kDigits[byte & 15];
    }
  }
  return "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + encoded;
}

Response media_response(const Request& request, std::string bytes,
                        const std::string& name, bool download) {
  const std::string_view type = media_type_of(bytes);
  Response response;
  response.content_type = type;
  response.etag = Fingerprint().add(bytes).strong_etag();
  response.headers = {
      {"Content-Security-Policy", "sandbox; default-src 'none'"},
      {"Accept-Ranges", "bytes"},
  };
  if (download || type == kUnknownType) {
    response.headers.emplace_back(
        "Content-Disposition",
        attachment(name + std::string(extension_of(type))));
  }
  const auto range = request.range.empty()
                         ? std::nullopt
                         : range_of(request.range, bytes.size());
  response.body = std::move(bytes);
  if (range) cut_to(*range, response);
  return response;
}

}  // namespace stepline::server
