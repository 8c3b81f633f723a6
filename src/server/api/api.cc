#include "server/api/api.h"

#include <exception>
#include <memory>
#include <utility>

#include "base/deflater.h"
#include "base/gzip.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

constexpr std::size_t kMinCompressed = 1024;

bool is_compressible(const Response& response) {
  const std::string_view type = response.content_type;
  return !type.starts_with("image/") && !type.starts_with("audio/") &&
         type != "application/zip" && response.status == 200;
}

BodyStream compressed(BodyStream plain) {
  return [plain = std::move(plain),
          deflater = std::make_shared<Deflater>(Deflater::Format::Gzip)](
             std::string& chunk) {
    std::string piece;
    const bool more = plain(piece);
    deflater->write(piece, /*last=*/!more, chunk);
    return more;
  };
}

void compress(const Request& request, Response& response) {
  if (!request.accepts_gzip || !is_compressible(response)) return;
  if (auto* const body = std::get_if<std::string>(&response.body)) {
    if (body->size() < kMinCompressed) return;
    *body = gzip(*body);
  } else if (auto* const stream = std::get_if<BodyStream>(&response.body)) {
    *stream = compressed(std::move(*stream));
  } else {
    return;
  }
  response.headers.emplace_back("Content-Encoding", "gzip");
}

Response not_modified(std::string etag) {
  Response response;
  response.status = 304;
  response.content_type.clear();
  response.etag = std::move(etag);
  response.headers.emplace_back("Cache-Control", "private, no-cache");
  return response;
}

Response finished(const Request& request, Answer answer) {
  if (matches(request.if_none_match, answer.etag())) {
    return not_modified(answer.etag());
  }
  Response response = answer.make();
  if (response.status >= 400) return response;
  if (response.etag.empty()) response.etag = answer.etag();
  const auto* const body = std::get_if<std::string>(&response.body);
  if (response.etag.empty() && body != nullptr) {
    response.etag = Fingerprint().add(*body).etag();
  }
  if (matches(request.if_none_match, response.etag)) {
    return not_modified(response.etag);
  }
  response.headers.emplace_back("Cache-Control", "private, no-cache");
  compress(request, response);
  return response;
}

}  // namespace

Api::Api(const store::Store& store, ApiOptions options)
    : store_(store), options_(std::move(options)), tickets_(options_.now) {}

Response Api::answer(const Request& request) {
  const Route* const route = find_route(request.path);
  if (route == nullptr) {
    return error_response(404, "nothing at \"" + request.path + "\"");
  }
  if (request.method != "GET" && request.method != "POST") {
    Response response = error_response(405, "want GET or POST");
    response.headers.emplace_back("Allow", "GET, HEAD, POST");
    return response;
  }
  try {
    return finished(request,
                    route->answer({store_, options_, tickets_}, request));
  } catch (const std::exception& error) {
    return error_response(500, std::string("no answer: ") + error.what());
  }
}

std::string_view Api::route_of(std::string_view path) const {
  const Route* const route = find_route(path);
  return route == nullptr ? "other" : route->path;
}

}  // namespace stepline::server
