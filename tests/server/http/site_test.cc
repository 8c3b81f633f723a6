#include "server/http/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "base/gzip.h"
#include "server/http/fake_service.h"

namespace stepline::server {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Asset kFiles[] = {
    {"assets/a-1.js", "text/javascript", "\"a\"", "plain", "gz", "br"},
    {"index.html", "text/html", "\"i\"",
     "<html><head><title>Stepline</title></head>"
     "<script src=\"./assets/a-1.js\"></script></html>",
     "", ""},
    {"token.css", "text/css", "\"t\"", "main {}", "", ""},
};

std::string body_of(const Response& response) {
  return std::get<std::string>(response.body);
}

std::string header_of(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

class SiteTest : public testing::Test {
 protected:
  SiteTest() {
    service_.at("/api/echo", [](const Request& request) {
      Response response;
      response.body = request.method + " " +
                      std::string(request.parameters.find("a").value_or("-")) +
                      (request.accepts_gzip ? " gzip" : "") + " " +
                      request.if_none_match + request.range;
      return response;
    });
    service_.at("/api/throw", [](const Request&) -> Response {
      throw std::runtime_error("out of luck");
    });
  }

  Site site() {
    SiteOptions options;
    options.access = access_rules("localhost", token_, false);
    options.visit = visit_;
    options.prefix = prefix_;
    options.title = "A <b> title";
    options.assets = kFiles;
    options.frames = frames_;
    options.figures = [] {
      return std::vector<Figure>{
          {"stepline_points", "Points.", Figure::Type::Gauge, 7}};
    };
    return Site(std::move(options), service_, metrics_);
  }

  RequestHead head(std::string target) {
    RequestHead result;
    result.method = "GET";
    result.target = std::move(target);
    result.host = "localhost:6006";
    result.hosts = 1;
    return result;
  }

  Response ask(const RequestHead& head) {
    const Site asked = site();
    const auto admission = asked.admit(head);
    if (admission.refusal) return *admission.refusal;
    return asked.answer(admission.request);
  }
  Response ask(const std::string& target) { return ask(head(target)); }

  FakeService service_;
  Metrics metrics_;
  std::string token_;
  std::string visit_;
  std::string prefix_;
  std::vector<std::string> frames_;
};

TEST_F(SiteTest, GivesTheServiceWhatItMustKnow) {
  RequestHead asking = head("/api/echo?a=x%20y");
  asking.accept_encoding = "gzip";
  asking.if_none_match = "\"7\"";
  asking.range = "bytes=0-9";
  EXPECT_EQ(body_of(ask(asking)), "GET x y gzip \"7\"bytes=0-9");
}

TEST_F(SiteTest, TellsTheServiceOfHeadAsOfGet) {
  RequestHead asking = head("/api/echo");
  asking.method = "HEAD";
  EXPECT_EQ(body_of(ask(asking)), "GET - ");
}

TEST_F(SiteTest, TakesFormsAsParameters) {
  RequestHead asking = head("/api/echo");
  asking.method = "POST";
  asking.content_type = "application/x-www-form-urlencoded";
  const Site asked = site();
  auto admission = asked.admit(asking);
  ASSERT_FALSE(admission.refusal);
  EXPECT_FALSE(asked.take_body(asking, "a=1", admission.request));
  EXPECT_EQ(body_of(asked.answer(admission.request)), "POST 1 ");
}

TEST_F(SiteTest, RefusesOtherBodies) {
  RequestHead asking = head("/api/echo");
  asking.method = "POST";
  for (const char* const type : {"", "application/json", "text/plain"}) {
    asking.content_type = type;
    Request request;
    const auto refusal = site().take_body(asking, "{}", request);
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->status, 415u);
  }
}

TEST_F(SiteTest, RefusesOtherMethods) {
  for (const char* const method : {"PUT", "DELETE", "OPTIONS", "TRACE", "X"}) {
    RequestHead asking = head("/api/echo");
    asking.method = method;
    const Response response = ask(asking);
    EXPECT_EQ(response.status, 405u);
    EXPECT_EQ(header_of(response, "Allow"), "GET, HEAD, POST");
  }
}

TEST_F(SiteTest, RefusesAddressesThatAreNone) {
  for (const char* const target : {"*", "api", "/../etc", "/%00", "//x"}) {
    EXPECT_EQ(ask(target).status, 400u) << target;
  }
  EXPECT_EQ(ask("/nothing").status, 404u);
  EXPECT_EQ(ask("/api/nothing").status, 404u);
  EXPECT_EQ(ask("/assets/../index.html").status, 400u);
}

TEST_F(SiteTest, RefusesOtherHostsAndOrigins) {
  RequestHead asking = head("/api/echo");
  asking.host = "evil.example";
  EXPECT_EQ(ask(asking).status, 403u);
  asking = head("/api/echo");
  asking.origin = "http://evil.example";
  asking.origins = 1;
  EXPECT_EQ(ask(asking).status, 403u);
  asking = head("/api/live");
  asking.is_upgrade = true;
  asking.origin = "http://evil.example";
  asking.origins = 1;
  EXPECT_EQ(ask(asking).status, 403u);
  asking.hosts = 0;
  EXPECT_EQ(ask(asking).status, 400u);
}

TEST_F(SiteTest, AnswersHealthToAnybody) {
  token_ = "correct-horse";
  RequestHead asking = head("/healthz");
  asking.host = "10.0.0.7";
  EXPECT_EQ(body_of(ask(asking)), "ok\n");
}

TEST_F(SiteTest, AsksForTheTokenInPlainWords) {
  token_ = "correct-horse";
  RequestHead asking = head("/");
  asking.accept = "text/html";
  const Response page = ask(asking);
  EXPECT_EQ(page.status, 401u);
  EXPECT_THAT(body_of(page), HasSubstr("wants a token"));
  EXPECT_THAT(body_of(page), Not(HasSubstr("refresh")));
  const Response other = ask("/api/echo");
  EXPECT_EQ(other.status, 401u);
  EXPECT_THAT(body_of(other), HasSubstr("a token is wanted"));
  for (const char* const target : {"/metrics", "/assets/a-1.js", "/api/live"}) {
    EXPECT_EQ(ask(target).status, 401u) << target;
  }
}

TEST_F(SiteTest, HasAFieldForTheToken) {
  token_ = "correct-horse";
  prefix_ = "/runs";
  RequestHead asking = head("/runs/");
  asking.accept = "text/html";
  const Response page = ask(asking);
  EXPECT_TRUE(page.has_form);
  EXPECT_THAT(body_of(page), HasSubstr("<title>A &lt;b&gt; title</title>"));
  EXPECT_THAT(body_of(page), HasSubstr("<form method=\"get\">"));
  EXPECT_THAT(body_of(page), HasSubstr("name=\"token\""));
  EXPECT_THAT(body_of(page), HasSubstr("href=\"/runs/token.css\""));
  EXPECT_THAT(body_of(page), Not(HasSubstr("role=\"alert\"")));
  EXPECT_EQ(body_of(ask("/runs/token.css")), "main {}");
  EXPECT_EQ(ask("/runs/index.html").status, 401u);
}

TEST_F(SiteTest, SaysThatATokenWasWrong) {
  token_ = "correct-horse";
  RequestHead asking = head("/?token=wrong-horse");
  asking.accept = "text/html";
  const Response tried = ask(asking);
  EXPECT_EQ(tried.status, 401u);
  EXPECT_THAT(body_of(tried), HasSubstr("This is not the token."));
  EXPECT_THAT(body_of(tried), Not(HasSubstr("horse")));
  asking.target = "/";
  asking.cookies = "stepline_6006=former-horse";
  EXPECT_THAT(body_of(ask(asking)), HasSubstr("no longer right"));
}

TEST_F(SiteTest, KeepsTheTokenInACookie) {
  token_ = "correct-horse";
  const Response response = ask("/?a=1&token=correct-horse&b=%20");
  EXPECT_EQ(response.status, 303u);
  EXPECT_EQ(header_of(response, "Location"), "/?a=1&b=%20");
  EXPECT_EQ(header_of(response, "Set-Cookie"),
            "stepline_6006=correct-horse; Path=/; HttpOnly; SameSite=Strict; "
            "Max-Age=31536000");
  RequestHead next = head("/?a=1");
  next.cookies = "stepline_6006=correct-horse";
  EXPECT_EQ(ask(next).status, 200u);
}

TEST_F(SiteTest, LetsInOnceByAnAddressForOneVisit) {
  token_ = "correct-horse";
  visit_ = "battery-staple";
  const Site site = this->site();
  const auto refusal = [&](const RequestHead& head) {
    return site.admit(head).refusal.value_or(Response());
  };
  EXPECT_EQ(refusal(head("/?visit=wrong-staples!")).status, 401u);
  RequestHead form = head("/?visit=battery-staple");
  form.method = "POST";
  EXPECT_EQ(refusal(form).status, 401u);
  const Response first = refusal(head("/?a=1&visit=battery-staple"));
  EXPECT_EQ(first.status, 303u);
  EXPECT_EQ(header_of(first, "Location"), "/?a=1");
  EXPECT_THAT(header_of(first, "Set-Cookie"),
              HasSubstr("stepline_6006=correct-horse;"));
  EXPECT_EQ(refusal(head("/?visit=battery-staple")).status, 401u);
  RequestHead back = head("/?visit=battery-staple");
  back.cookies = "stepline_6006=correct-horse";
  EXPECT_EQ(header_of(refusal(back), "Location"), "/");
}

TEST(OneVisit, IsForAWhile) {
  const auto end = OneVisit::Clock::now() + std::chrono::hours(1);
  OneVisit visit("word", end);
  EXPECT_FALSE(visit.take("word", end));
  EXPECT_FALSE(visit.take("other", end - std::chrono::seconds(1)));
  EXPECT_TRUE(visit.take("word", end - std::chrono::seconds(1)));
  EXPECT_FALSE(visit.take("word", end - std::chrono::seconds(1)));
  OneVisit none("", end);
  EXPECT_FALSE(none.take("", end - std::chrono::seconds(1)));
}

TEST_F(SiteTest, KeepsTheCookieToItsPrefixAndToTls) {
  token_ = "correct-horse";
  prefix_ = "/runs";
  RequestHead asking = head("/runs/?token=correct-horse");
  asking.tls = true;
  EXPECT_EQ(header_of(ask(asking), "Set-Cookie"),
            "stepline_6006=correct-horse; Path=/runs/; HttpOnly; "
            "SameSite=Strict; Max-Age=31536000; Secure");
}

TEST_F(SiteTest, LeadsOnByAPageWhereTheBrowserWouldKeepTheCookieBack) {
  token_ = "correct-horse";
  RequestHead asking = head("/?token=correct-horse&a=%22%3C");
  asking.fetch_site = "cross-site";
  asking.fetch_mode = "navigate";
  asking.accept = "text/html";
  const Response response = ask(asking);
  EXPECT_EQ(response.status, 200u);
  EXPECT_THAT(body_of(response), HasSubstr("content=\"0; url=/?a=%22%3C\""));
  EXPECT_THAT(header_of(response, "Set-Cookie"), HasSubstr("correct-horse"));
  asking.target = "/?a=1";
  const Response without = ask(asking);
  EXPECT_EQ(without.status, 401u);
  EXPECT_THAT(body_of(without), HasSubstr("content=\"0; url=/?a=1\""));
}

TEST_F(SiteTest, NeverSaysAWrongToken) {
  token_ = "correct-horse";
  const Response response = ask("/api/echo?token=wrong-horse");
  EXPECT_EQ(response.status, 401u);
  EXPECT_THAT(body_of(response), Not(HasSubstr("horse")));
}

TEST_F(SiteTest, BeginsAtItsPrefix) {
  prefix_ = "/runs";
  EXPECT_EQ(body_of(ask("/runs/api/echo")), "GET - ");
  EXPECT_EQ(ask("/api/echo").status, 404u);
  EXPECT_EQ(ask("/runsapi/echo").status, 404u);
  const Response bare = ask("/runs");
  EXPECT_EQ(bare.status, 308u);
  EXPECT_EQ(header_of(bare, "Location"), "/runs/");
  EXPECT_THAT(body_of(ask("/runs/")), HasSubstr("\"/runs/assets/a-1.js\""));
}

TEST_F(SiteTest, PutsTitleAndPrefixIntoThePage) {
  prefix_ = "/runs";
  EXPECT_THAT(body_of(ask("/runs/")),
              HasSubstr("<title>A &lt;b&gt; title</title>"));
  EXPECT_THAT(body_of(ask("/runs/")),
              HasSubstr("<script src=\"/runs/assets/a-1.js\">"));
}

TEST_F(SiteTest, LetsOthersFrameThePageOnly) {
  frames_ = {"http://localhost:*", "vscode-webview:"};
  EXPECT_EQ(ask("/").frame_ancestors, " http://localhost:* vscode-webview:");
  EXPECT_EQ(ask("/api/echo").frame_ancestors, "");
}

TEST_F(SiteTest, ChoosesTheFormOfAnAsset) {
  RequestHead asking = head("/assets/a-1.js");
  EXPECT_EQ(body_of(ask(asking)), "plain");
  asking.accept_encoding = "gzip";
  EXPECT_EQ(body_of(ask(asking)), "gz");
  asking.accept_encoding = "gzip, br";
  const Response response = ask(asking);
  EXPECT_EQ(body_of(response), "br");
  EXPECT_EQ(header_of(response, "Content-Encoding"), "br");
  EXPECT_THAT(header_of(response, "Cache-Control"), HasSubstr("immutable"));
  asking.if_none_match = "W/\"x\", \"a\"";
  EXPECT_EQ(ask(asking).status, 304u);
}

TEST_F(SiteTest, CompressesThePage) {
  RequestHead asking = head("/");
  asking.accept_encoding = "gzip";
  const Response page = ask(asking);
  EXPECT_EQ(header_of(page, "Content-Encoding"), "gzip");
  EXPECT_EQ(body_of(page), gzip(body_of(ask("/"))));
  EXPECT_EQ(page.etag, ask("/").etag);
}

TEST_F(SiteTest, GivesThePageAnEtag) {
  const Response page = ask("/");
  EXPECT_FALSE(page.etag.empty());
  RequestHead again = head("/");
  again.if_none_match = page.etag;
  EXPECT_EQ(ask(again).status, 304u);
}

TEST_F(SiteTest, SaysThatTheLiveStreamIsAWebSocket) {
  EXPECT_EQ(ask("/api/live").status, 426u);
  RequestHead asking = head("/api/live?cursor=7");
  asking.is_upgrade = true;
  const auto admission = site().admit(asking);
  EXPECT_FALSE(admission.refusal);
  EXPECT_TRUE(admission.is_live);
  EXPECT_EQ(admission.request.parameters.find("cursor"), "7");
}

TEST_F(SiteTest, DoesNotBeginWorkForClientsThatHaveGone) {
  const std::atomic<bool> gone = true;
  Request request;
  request.path = "/api/throw";
  request.cancelled = &gone;
  EXPECT_EQ(site().answer(request).status, 503u);
}

TEST_F(SiteTest, TurnsExceptionsIntoAnswers) {
  const Response response = ask("/api/throw");
  EXPECT_EQ(response.status, 500u);
  EXPECT_THAT(body_of(response), HasSubstr("out of luck"));
}

TEST_F(SiteTest, ShowsFiguresInPrometheusFormat) {
  metrics_.count("/api/\"x\"", 200, std::chrono::milliseconds(3));
  metrics_.count("/api/\"x\"", 404, std::chrono::milliseconds(30));
  const std::string text = body_of(ask("/metrics"));
  EXPECT_THAT(text, HasSubstr("stepline_requests_total{route=\"/api/\\\"x\\\"\""
                              ",status=\"200\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("{route=\"/api/\\\"x\\\"\",le=\"0.005\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("{route=\"/api/\\\"x\\\"\",le=\"+Inf\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("# TYPE stepline_points gauge\n"
                              "stepline_points 7\n"));
  EXPECT_THAT(text, HasSubstr("\nstepline_live_clients 0\n"));
}

}  // namespace
}  // namespace stepline::server
