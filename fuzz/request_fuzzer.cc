// Any bytes as what a client sends, request after request: no crash, nobody is
// let in without the token, no path leads elsewhere, and what is answered stays
// inside its header lines.

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "server/http/address.h"
#include "server/http/parsed_head.h"
#include "server/http/response_head.h"
#include "server/http/server.h"
#include "server/http/site.h"
#include "server/http/token_page.h"

namespace stepline::server {
namespace {

constexpr std::string_view kToken = "correct-horse";

class NoService final : public Service {
 public:
  Response answer(const Request&) override { return {}; }
  std::string_view route_of(std::string_view) const override { return "x"; }
};

using Parser =
    boost::beast::http::request_parser<boost::beast::http::string_body>;

// Takes a request off `text`, its body only where that is `wanted`; false where
// it is none, or not all of one.
template <class Wanted>
bool take_request(std::string_view& text, Parser& parser, Wanted wanted) {
  const Limits limits;
  parser.header_limit(static_cast<std::uint32_t>(limits.head_bytes));
  parser.body_limit(limits.body_bytes);
  while (!parser.is_done()) {
    if (parser.is_header_done() && !wanted(parser)) return true;
    boost::beast::error_code error;
    const std::size_t bytes =
        parser.put(boost::asio::buffer(text.data(), text.size()), error);
    text.remove_prefix(bytes);
    if (error || (bytes == 0 && text.empty())) return false;
  }
  return true;
}

bool knows_token(const RequestHead& head) {
  const auto target = split_target(head.target);
  const auto parameters = Parameters::decode(target ? target->query : "");
  return parameters.find("token") == kToken ||
         head.authorization.find(kToken) != std::string::npos ||
         head.cookies.find(kToken) != std::string::npos;
}

void check_path(std::string_view target) {
  const auto split = split_target(target);
  const auto path = split ? decode_path(split->path) : std::nullopt;
  if (!path) return;
  const std::string whole = *path + "/";
  for (const std::string_view wrong : {"/../", "/./", "\\"}) {
    if (whole.find(wrong) != std::string::npos) std::abort();
  }
  if (whole.find('\0') != std::string::npos) std::abort();
  if (path->starts_with("//")) std::abort();
}

void check_answer(const Response& response) {
  const std::string head = response_head(response, {0, false, true});
  if (head.find("\r\n\r\n") != head.size() - 4) std::abort();
  for (std::size_t at = 0; (at = head.find('\n', at)) != std::string::npos;
       ++at) {
    if (at == 0 || head[at - 1] != '\r') std::abort();
  }
}

void check(const Site& site, bool is_guarded, const RequestHead& head,
           const std::string& body) {
  auto admission = site.admit(head);
  if (admission.refusal) return check_answer(*admission.refusal);
  const bool is_public = admission.request.path == "/healthz" ||
                         admission.request.path == kTokenStyle;
  if (is_guarded && !is_public && !knows_token(head)) std::abort();
  if (!is_guarded && !is_public &&
      head.host.find("evil") != std::string::npos) {
    std::abort();
  }
  const auto refusal = site.take_body(head, body, admission.request);
  check_answer(refusal ? *refusal : site.answer(admission.request));
}

void check(std::string_view text) {
  static NoService service;
  static Metrics metrics;
  static const auto make = [](std::string_view token) {
    SiteOptions options;
    options.access = access_rules("localhost", token, false);
    options.prefix = "/x";
    return Site(std::move(options), service, metrics);
  };
  static const Site open = make("");
  static const Site guarded = make(kToken);

  while (!text.empty()) {
    Parser parser;
    const auto body_wanted = [](const Parser& head_only) {
      return !guarded.admit(parsed_head(head_only.get(), false)).refusal;
    };
    if (!take_request(text, parser, body_wanted)) return;
    const RequestHead head = parsed_head(parser.get(), false);
    check_path(head.target);
    normal_prefix(head.target);
    check(open, false, head, parser.get().body());
    check(guarded, true, head, parser.get().body());
    if (!parser.is_done() || !parser.keep_alive()) return;
  }
}

}  // namespace
}  // namespace stepline::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  stepline::server::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
