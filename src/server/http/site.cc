#include "server/http/site.h"

#include <exception>
#include <utility>

#include "server/http/address.h"
#include "server/http/token_page.h"
#include "server/text.h"

namespace stepline::server {
namespace {

constexpr std::string_view kHealth = "/healthz";
constexpr std::string_view kMetrics = "/metrics";
constexpr std::string_view kLive = "/api/live";

Response plain(std::string text) {
  Response response;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(text);
  return response;
}

// A link on somebody else's page: the browser keeps our cookie back until a
// page of ours leads on.
bool follows_a_foreign_link(const RequestHead& head) {
  return head.fetch_mode == "navigate" &&
         (head.fetch_site == "cross-site" || head.fetch_site == "same-site");
}

Credentials credentials_of(const RequestHead& head, std::string_view token) {
  return {.host = head.host,
          .hosts = head.hosts,
          .origin = head.origin,
          .origins = head.origins,
          .fetch_site = head.fetch_site,
          .fetch_mode = head.fetch_mode,
          .authorization = head.authorization,
          .cookies = head.cookies,
          .token = token};
}

}  // namespace

Site::Site(SiteOptions options, Service& service, Metrics& metrics)
    : options_(std::move(options)),
      service_(service),
      metrics_(metrics),
      assets_(options_.assets, {options_.prefix, options_.title}),
      visit_(options_.visit, OneVisit::Clock::now() + options_.visit_within) {}

Site::Admission Site::admit(const RequestHead& head) const {
  Admission admission;
  const auto target = split_target(head.target);
  const auto decoded = target ? decode_path(target->path) : std::nullopt;
  if (!decoded) {
    admission.refusal = error_response(400, "this is not an address of ours");
    return admission;
  }
  Request& request = admission.request;
  request.method = head.is_head() ? "GET" : head.method;
  request.parameters = Parameters::decode(target->query);
  request.if_none_match = head.if_none_match;
  request.range = head.range;
  request.accepts_gzip = accepts_encoding(head.accept_encoding, "gzip");
  request.accepts_brotli = accepts_encoding(head.accept_encoding, "br");
  const auto path = without_prefix(*decoded, options_.prefix);
  if (path) request.path = *path;
  if (request.path != kHealth && request.path != kTokenStyle) {
    admission.refusal = refuse(head, request, target->query);
  }
  if (admission.refusal) return admission;
  if (!path) {
    admission.refusal =
        error_response(404, "nothing here; it begins at " + options_.prefix);
  } else if (path->empty()) {
    Response response = plain("");
    response.status = 308;
    response.headers.emplace_back("Location", options_.prefix + "/");
    admission.refusal = std::move(response);
  }
  admission.is_live = request.path == kLive;
  if (admission.is_live && !head.is_upgrade && !admission.refusal) {
    admission.refusal = error_response(426, "this is a WebSocket");
    admission.refusal->headers.emplace_back("Upgrade", "websocket");
  }
  admission.is_quick =
      !request.path.starts_with("/api/") && request.path != kMetrics;
  return admission;
}

Access Site::access_of(const RequestHead& head, const Request& request) const {
  const auto token = request.parameters.find("token");
  const Access access =
      check_access(options_.access, credentials_of(head, token.value_or("")));
  const auto visit = request.parameters.find("visit");
  if (!visit || head.method != "GET" || head.is_upgrade) return access;
  const bool lacks_token =
      access == Access::NoToken || access == Access::WrongToken;
  if (access == Access::Granted ||
      (lacks_token && visit_.take(*visit, OneVisit::Clock::now()))) {
    return Access::GrantedByAddress;
  }
  return access;
}

std::optional<Response> Site::refuse(const RequestHead& head,
                                     const Request& request,
                                     std::string_view query) const {
  if (head.method != "GET" && head.method != "HEAD" && head.method != "POST") {
    Response response = error_response(405, "want GET, HEAD or POST");
    response.headers.emplace_back("Allow", "GET, HEAD, POST");
    return response;
  }
  const Access access = access_of(head, request);
  switch (access) {
    case Access::Granted:
      break;
    case Access::GrantedByAddress:
      if (head.method == "POST" || head.is_upgrade) break;
      return forget_token(head, head.target.substr(0, head.target.find('?')),
                          query);
    case Access::BadRequest:
      return error_response(400, "want one Host, and at most one Origin");
    case Access::WrongHost:
      return error_response(
          403, "this host is none of ours: got \"" + head.host +
                   "\", want localhost; start the server with --token, or "
                   "with --insecure, to be reached by other names");
    case Access::WrongOrigin:
      return error_response(403, "requests of other sites are not answered");
    case Access::NoToken:
    case Access::WrongToken:
      return ask_for_token(head, request, access);
  }
  return std::nullopt;
}

Response Site::forget_token(const RequestHead& head, std::string_view path,
                            std::string_view query) const {
  std::string address(path);
  const std::string rest =
      without_parameter(without_parameter(query, "token"), "visit");
  if (!rest.empty()) address += "?" + rest;
  Response response;
  if (follows_a_foreign_link(head)) {
    response = leading_page(address);
  } else {
    response = plain("");
    response.status = 303;
    response.headers.emplace_back("Location", address);
  }
  if (options_.access.token.empty()) return response;
  std::string cookie = cookie_name(head.host) + "=" + options_.access.token +
                       "; Path=" + options_.prefix + "/" +
                       "; HttpOnly; SameSite=Strict; Max-Age=31536000";
  if (head.tls) cookie += "; Secure";
  response.headers.emplace_back("Set-Cookie", cookie);
  return response;
}

Response Site::ask_for_token(const RequestHead& head, const Request& request,
                             Access access) const {
  if (!wants_page(head.accept)) {
    Response response = error_response(
        401, access == Access::NoToken ? "a token is wanted" : "wrong token");
    response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
  }
  TokenPage page{.title = options_.title, .prefix = options_.prefix};
  if (request.parameters.find("token")) {
    page.wrong = "This is not the token.";
  } else if (access == Access::WrongToken) {
    page.wrong = "The token that this browser remembers is no longer right.";
  } else if (follows_a_foreign_link(head)) {
    page.next = head.target;
  }
  return token_page(page);
}

std::optional<Response> Site::take_body(const RequestHead& head,
                                        std::string body,
                                        Request& request) const {
  if (head.method != "POST") return std::nullopt;
  if (!is_form(head.content_type)) {
    return error_response(
        415, "want a body of the type application/x-www-form-urlencoded");
  }
  request.parameters.append(Parameters::decode(body));
  return std::nullopt;
}

Response Site::answer(const Request& request) const noexcept {
  try {
    if (request.is_cancelled()) return cancelled_response();
    if (request.path == kHealth) return plain("ok\n");
    if (request.path == kMetrics) return metrics();
    if (request.path.starts_with("/api/")) return service_.answer(request);
    auto asset = assets_.find(request);
    if (asset) {
      for (const std::string& origin : options_.frames) {
        asset->frame_ancestors += " " + origin;
      }
      return *std::move(asset);
    }
    return error_response(404, "no such page");
  } catch (const std::exception& problem) {
    return error_response(500, problem.what());
  } catch (...) {
    return error_response(500, "unknown problem");
  }
}

Response Site::metrics() const {
  Response response = plain(metrics_.text(
      options_.figures ? options_.figures() : std::vector<Figure>()));
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  return response;
}

std::string_view Site::route_of(const Request& request) const {
  if (request.path == kHealth) return kHealth;
  if (request.path == kMetrics) return kMetrics;
  if (request.path == kLive) return kLive;
  if (request.path.starts_with("/api/")) return service_.route_of(request.path);
  return "page";
}

}  // namespace stepline::server
