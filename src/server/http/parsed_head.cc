#include "server/http/parsed_head.h"

#include <boost/beast/websocket/rfc6455.hpp>
#include <string>

namespace stepline::server {
namespace {

namespace http = boost::beast::http;
using Fields = http::request_header<>;

std::string one(const Fields& parsed, http::field name) {
  const auto value = parsed[name];
  return std::string(value.data(), value.size());
}

std::string one(const Fields& parsed, const char* name) {
  const auto value = parsed[name];
  return std::string(value.data(), value.size());
}

std::string joined(const Fields& parsed, http::field name,
                   std::string_view separator) {
  std::string all;
  const auto [begin, end] = parsed.equal_range(name);
  for (auto field = begin; field != end; ++field) {
    if (!all.empty()) all += separator;
    all.append(field->value().data(), field->value().size());
  }
  return all;
}

}  // namespace

RequestHead parsed_head(const Fields& parsed, bool tls) {
  RequestHead head;
  const auto method = parsed.method_string();
  const auto target = parsed.target();
  head.method.assign(method.data(), method.size());
  head.target.assign(target.data(), target.size());
  head.host = one(parsed, http::field::host);
  head.hosts = parsed.count(http::field::host);
  head.origin = one(parsed, http::field::origin);
  head.origins = parsed.count(http::field::origin);
  head.fetch_site = one(parsed, "Sec-Fetch-Site");
  head.fetch_mode = one(parsed, "Sec-Fetch-Mode");
  head.authorization = one(parsed, http::field::authorization);
  head.cookies = joined(parsed, http::field::cookie, "; ");
  head.accept = joined(parsed, http::field::accept, ", ");
  head.accept_encoding = joined(parsed, http::field::accept_encoding, ", ");
  head.content_type = one(parsed, http::field::content_type);
  head.if_none_match = joined(parsed, http::field::if_none_match, ", ");
  head.range = one(parsed, http::field::range);
  head.is_upgrade =
      parsed.method() == http::verb::get && parsed.version() == 11 &&
      http::token_list{parsed[http::field::upgrade]}.exists("websocket") &&
      http::token_list{parsed[http::field::connection]}.exists("upgrade");
  head.tls = tls;
  return head;
}

}  // namespace stepline::server
