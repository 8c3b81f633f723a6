#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/request_head.h"
#include "server/http/response_head.h"

namespace stepline::server {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Encoding, IsTakenByItsName) {
  EXPECT_TRUE(accepts_encoding("gzip", "gzip"));
  EXPECT_TRUE(accepts_encoding("deflate, GZIP;q=0.5", "gzip"));
  EXPECT_TRUE(accepts_encoding("br;q=1.0, gzip;q=0.8, *;q=0.1", "br"));
  EXPECT_TRUE(accepts_encoding("*", "br"));
  EXPECT_FALSE(accepts_encoding("", "gzip"));
  EXPECT_FALSE(accepts_encoding("identity", "gzip"));
  EXPECT_FALSE(accepts_encoding("gzip;q=0", "gzip"));
  EXPECT_FALSE(accepts_encoding("gzip; q=0.000", "gzip"));
  EXPECT_FALSE(accepts_encoding("*;q=0", "gzip"));
  EXPECT_FALSE(accepts_encoding("gzip;q=0, *", "gzip"));
  EXPECT_FALSE(accepts_encoding("xgzip, gzipx", "gzip"));
}

TEST(Form, IsKnownByItsType) {
  EXPECT_TRUE(is_form("application/x-www-form-urlencoded"));
  EXPECT_TRUE(is_form("Application/X-WWW-form-urlencoded ; charset=utf-8"));
  EXPECT_FALSE(is_form("application/json"));
  EXPECT_FALSE(is_form("multipart/form-data; boundary=x"));
  EXPECT_FALSE(is_form(""));
}

TEST(Page, IsWantedByBrowsers) {
  EXPECT_TRUE(wants_page("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"));
  EXPECT_FALSE(wants_page("*/*"));
  EXPECT_FALSE(wants_page("application/json"));
}

Response answer(std::string body = "{}") {
  Response response;
  response.body = std::move(body);
  return response;
}

TEST(ResponseHead, SaysWhatTheResponseSays) {
  Response response = answer();
  response.etag = "\"7\"";
  response.headers.emplace_back("X-Stepline-Items", "3");
  const std::string head = response_head(response, {2, false, true});
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nContent-Type: application/json\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nContent-Length: 2\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nETag: \"7\"\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nX-Stepline-Items: 3\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nCache-Control: no-cache\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nConnection: keep-alive\r\n"));
}

TEST(ResponseHead, AlwaysProtectsThePage) {
  for (const unsigned status : {200u, 304u, 404u, 500u}) {
    Response response = answer();
    response.status = status;
    const std::string head = response_head(response, {2, false, true});
    EXPECT_THAT(head, HasSubstr("\r\nContent-Security-Policy: default-src "
                                "'none'; script-src 'self'; "));
    EXPECT_THAT(head, Not(HasSubstr("unsafe")));
    EXPECT_THAT(head, HasSubstr("\r\nX-Content-Type-Options: nosniff\r\n"));
    EXPECT_THAT(head, HasSubstr("\r\nReferrer-Policy: no-referrer\r\n"));
    EXPECT_THAT(head,
                HasSubstr("\r\nCross-Origin-Resource-Policy: same-origin\r\n"));
    EXPECT_THAT(head,
                HasSubstr("\r\nCross-Origin-Opener-Policy: same-origin\r\n"));
    EXPECT_THAT(head, Not(HasSubstr("Access-Control")));
  }
}

TEST(ResponseHead, KeepsWhatIsSaidOfCaching) {
  Response response = answer();
  response.headers.emplace_back("cache-control", "max-age=5");
  const std::string head = response_head(response, {2, false, true});
  EXPECT_THAT(head, HasSubstr("cache-control: max-age=5\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("no-cache")));
}

TEST(ResponseHead, AddsToTheContentPolicy) {
  Response response = answer();
  response.headers.emplace_back("Content-Security-Policy", "sandbox");
  const std::string head = response_head(response, {2, false, true});
  EXPECT_THAT(head, HasSubstr("\r\nContent-Security-Policy: sandbox\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nContent-Security-Policy: default-src"));
}

TEST(ResponseHead, SaysWhoMayFrameThePage) {
  Response response;
  EXPECT_THAT(response_head(response, {}),
              HasSubstr("frame-ancestors 'self'\r\n"));
  response.frame_ancestors = " http://localhost:*";
  EXPECT_THAT(response_head(response, {}),
              HasSubstr("frame-ancestors 'self' http://localhost:*\r\n"));
}

TEST(ResponseHead, LetsNoPageSendAFormButThatWhichHasOne) {
  Response response;
  EXPECT_THAT(response_head(response, {}), HasSubstr("; form-action 'none'; "));
  response.has_form = true;
  EXPECT_THAT(response_head(response, {}), HasSubstr("; form-action 'self'; "));
}

TEST(ResponseHead, LeavesOutWhatWouldBreakOutOfItsLine) {
  Response response = answer();
  response.content_type = "image/png\r\nX-Evil: 1";
  response.headers.emplace_back("Content-Disposition", "a\nX-Evil: 2");
  response.headers.emplace_back("X-Evil: 3\r\nX", "y");
  const std::string head = response_head(response, {2, false, true});
  EXPECT_THAT(head, Not(HasSubstr("Evil")));
}

TEST(ResponseHead, FramesChunksAndEnds) {
  Response response;
  response.body = BodyStream([](std::string&) { return false; });
  EXPECT_EQ(length_of(response.body), std::nullopt);
  EXPECT_THAT(response_head(response, {{}, true, true}),
              HasSubstr("\r\nTransfer-Encoding: chunked\r\n"));
  const std::string plain = response_head(response, {{}, false, false});
  EXPECT_THAT(plain, Not(HasSubstr("Transfer-Encoding")));
  EXPECT_THAT(plain, Not(HasSubstr("Content-Length")));
  EXPECT_THAT(plain, HasSubstr("\r\nConnection: close\r\n"));
}

TEST(ResponseHead, HasNoLengthWhereThereIsNoBody) {
  Response response;
  response.status = 304;
  EXPECT_THAT(response_head(response, {0, false, true}),
              Not(HasSubstr("Content-Length")));
}

}  // namespace
}  // namespace stepline::server
