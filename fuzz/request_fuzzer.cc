// Any bytes as the head of a request, a line for each part: no crash, nobody is
// let in without the token, no path leads elsewhere, and what is answered stays
// inside its header lines.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "server/http/address.h"
#include "server/http/response_head.h"
#include "server/http/site.h"

namespace stepline::server {
namespace {

constexpr std::string_view kToken = "correct-horse";

class NoService final : public Service {
 public:
  Response answer(const Request&) override { return {}; }
  std::string_view route_of(std::string_view) const override { return "x"; }
};

std::string take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return std::string(line);
}

RequestHead head_of(std::string_view text) {
  RequestHead head;
  head.method = take_line(text);
  for (std::string* const field :
       {&head.target, &head.host, &head.origin, &head.fetch_site,
        &head.fetch_mode, &head.authorization, &head.cookies, &head.accept,
        &head.accept_encoding, &head.content_type, &head.if_none_match,
        &head.range}) {
    *field = take_line(text);
  }
  head.hosts = 1;
  head.origins = head.origin.empty() ? 0 : 1;
  head.is_upgrade = text.starts_with('u');
  return head;
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

  const RequestHead head = head_of(text);
  check_path(head.target);
  normal_prefix(head.target);
  for (const Site* const site : {&open, &guarded}) {
    auto admission = site->admit(head);
    if (admission.refusal) {
      check_answer(*admission.refusal);
      continue;
    }
    site->take_body(head, std::string(text), admission.request);
    check_answer(site->answer(admission.request));
    const bool knows = text.find(kToken) != std::string_view::npos ||
                       text.find('%') != std::string_view::npos;
    const bool is_health = admission.request.path == "/healthz";
    if (site == &guarded && !knows && !is_health) std::abort();
    if (site == &open && !is_health &&
        head.host.find("evil") != std::string::npos) {
      std::abort();
    }
  }
}

}  // namespace
}  // namespace stepline::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  stepline::server::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
