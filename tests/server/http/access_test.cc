#include "server/http/access.h"

#include <gtest/gtest.h>

#include <string>

namespace stepline::server {
namespace {

constexpr char kToken[] = "correct-horse";

Credentials asking(std::string_view host) {
  Credentials credentials;
  credentials.host = host;
  credentials.hosts = 1;
  return credentials;
}

Credentials from(std::string_view host, std::string_view origin) {
  Credentials credentials = asking(host);
  credentials.origin = origin;
  credentials.origins = 1;
  return credentials;
}

Access check(const Credentials& credentials) {
  return check_access(access_rules("localhost", "", false), credentials);
}

Access check_with_token(const Credentials& credentials) {
  return check_access(access_rules("0.0.0.0", kToken, false), credentials);
}

struct HostCase {
  const char* host;
  Access want;
};

TEST(Access, WithoutATokenIsForHostsOfOursAlone) {
  const HostCase cases[] = {
      {"localhost", Access::Granted},
      {"localhost:6006", Access::Granted},
      {"LocalHost:1", Access::Granted},
      {"localhost.:6006", Access::Granted},
      {"127.0.0.1:6006", Access::Granted},
      {"[::1]:6006", Access::Granted},
      {"[::1]", Access::Granted},
      {"gpu7:6006", Access::WrongHost},
      {"evil.example:6006", Access::WrongHost},
      {"localhost.evil.example", Access::WrongHost},
      {"127.0.0.1.evil.example", Access::WrongHost},
      {"127.0.0.2", Access::WrongHost},
      {"0.0.0.0:6006", Access::WrongHost},
      {"[::2]:6006", Access::WrongHost},
      {"", Access::BadRequest},
      {"localhost:", Access::BadRequest},
      {"localhost:x", Access::BadRequest},
      {"localhost:65536", Access::BadRequest},
      {"user@localhost", Access::BadRequest},
      {"localhost/evil", Access::BadRequest},
      {"local host", Access::BadRequest},
      {"[::1", Access::BadRequest},
      {"::1", Access::BadRequest},
  };
  for (const HostCase& one : cases) {
    EXPECT_EQ(check(asking(one.host)), one.want) << one.host;
  }
}

TEST(Access, TakesTheHostThatWasGiven) {
  const AccessRules named = access_rules("gpu7", "", false);
  EXPECT_EQ(check_access(named, asking("GPU7:6006")), Access::Granted);
  EXPECT_EQ(check_access(named, asking("localhost:6006")), Access::Granted);
  EXPECT_EQ(check_access(named, asking("gpu8:6006")), Access::WrongHost);
  const AccessRules ipv6 = access_rules("fe80::1", "", false);
  EXPECT_EQ(check_access(ipv6, asking("[fe80::1]:6006")), Access::Granted);
}

TEST(Access, WithATokenOrInsecureIsForAnyHost) {
  Credentials credentials = asking("anything.example");
  EXPECT_EQ(check_access(access_rules("localhost", "", true), credentials),
            Access::Granted);
  credentials.authorization = "Bearer correct-horse";
  EXPECT_EQ(check_with_token(credentials), Access::Granted);
}

TEST(Access, WantsExactlyOneHost) {
  Credentials credentials = asking("localhost");
  credentials.hosts = 0;
  EXPECT_EQ(check(credentials), Access::BadRequest);
  credentials.hosts = 2;
  EXPECT_EQ(check(credentials), Access::BadRequest);
}

struct OriginCase {
  const char* host;
  const char* origin;
  Access want;
};

TEST(Access, IsForTheOwnOriginAlone) {
  const OriginCase cases[] = {
      {"localhost:6006", "http://localhost:6006", Access::Granted},
      {"localhost:6006", "https://localhost:6006", Access::Granted},
      {"localhost:6006", "http://LOCALHOST:6006", Access::Granted},
      {"localhost:6006", "http://localhost:6007", Access::WrongOrigin},
      {"localhost:6006", "http://localhost", Access::WrongOrigin},
      {"localhost:6006", "http://127.0.0.1:6006", Access::WrongOrigin},
      {"localhost:6006", "http://evil.example", Access::WrongOrigin},
      {"localhost:6006", "http://localhost:6006.evil.example",
       Access::WrongOrigin},
      {"localhost:6006", "null", Access::WrongOrigin},
      {"localhost:6006", "", Access::WrongOrigin},
      {"localhost:6006", "file://", Access::WrongOrigin},
      {"localhost:6006", "localhost:6006", Access::WrongOrigin},
      {"localhost:6006", "http://localhost:6006/", Access::WrongOrigin},
      {"localhost:6006", "http://user@localhost:6006", Access::WrongOrigin},
      // Behind a proxy that speaks TLS.
      {"localhost", "https://localhost", Access::Granted},
      {"localhost:443", "https://localhost", Access::Granted},
      {"localhost", "https://localhost:443", Access::Granted},
      {"localhost:80", "http://localhost", Access::Granted},
      {"localhost", "http://localhost:81", Access::WrongOrigin},
  };
  for (const OriginCase& one : cases) {
    EXPECT_EQ(check(from(one.host, one.origin)), one.want)
        << one.host << " from " << one.origin;
  }
}

TEST(Access, HoldsOriginsAgainstTokensToo) {
  Credentials credentials = from("gpu7:6006", "http://evil.example");
  credentials.authorization = "Bearer correct-horse";
  EXPECT_EQ(check_with_token(credentials), Access::WrongOrigin);
}

TEST(Access, TakesLinksOfOtherSitesButNothingElse) {
  Credentials credentials = asking("localhost:6006");
  for (const char* const site : {"none", "same-origin"}) {
    credentials.fetch_site = site;
    credentials.fetch_mode = "cors";
    EXPECT_EQ(check(credentials), Access::Granted) << site;
  }
  for (const char* const site : {"cross-site", "same-site"}) {
    credentials.fetch_site = site;
    credentials.fetch_mode = "navigate";
    EXPECT_EQ(check(credentials), Access::Granted) << site;
    for (const char* const mode : {"no-cors", "cors", "websocket", ""}) {
      credentials.fetch_mode = mode;
      EXPECT_EQ(check(credentials), Access::WrongOrigin) << site << mode;
    }
  }
}

TEST(Access, TakesATokenInThreeWays) {
  Credentials credentials = asking("gpu7:6006");
  EXPECT_EQ(check_with_token(credentials), Access::NoToken);
  credentials.authorization = "bearer   correct-horse ";
  EXPECT_EQ(check_with_token(credentials), Access::Granted);
  credentials.authorization = "";
  credentials.cookies = "a=b; stepline_6006=correct-horse";
  EXPECT_EQ(check_with_token(credentials), Access::Granted);
  credentials.cookies = "";
  credentials.token = kToken;
  EXPECT_EQ(check_with_token(credentials), Access::GrantedByAddress);
}

TEST(Access, KnowsAWrongTokenInEachOfThem) {
  for (const char* const wrong :
       {"wrong", "correct-horsE", "correct-hors", "correct-horsee", " "}) {
    Credentials credentials = asking("gpu7:6006");
    credentials.token = wrong;
    EXPECT_EQ(check_with_token(credentials), Access::WrongToken) << wrong;
    const std::string cookies = "stepline_6006=x" + std::string(wrong);
    credentials.token = "";
    credentials.cookies = cookies;
    EXPECT_EQ(check_with_token(credentials), Access::WrongToken) << wrong;
    const std::string authorization = "Bearer x" + std::string(wrong);
    credentials.cookies = "";
    credentials.authorization = authorization;
    EXPECT_EQ(check_with_token(credentials), Access::WrongToken) << wrong;
  }
}

TEST(Access, ForgetsATokenInTheAddressOfThoseWhoHaveACookie) {
  Credentials credentials = asking("gpu7:6006");
  credentials.cookies = "stepline_6006=correct-horse";
  credentials.token = "correct-horse";
  EXPECT_EQ(check_with_token(credentials), Access::GrantedByAddress);
}

TEST(Access, KeepsTheCookiesOfTwoPortsApart) {
  Credentials credentials = asking("gpu7:6007");
  credentials.cookies = "stepline_6006=correct-horse";
  EXPECT_EQ(check_with_token(credentials), Access::NoToken);
  EXPECT_EQ(cookie_name("gpu7:6007"), "stepline_6007");
  EXPECT_EQ(cookie_name("gpu7"), "stepline");
}

TEST(Cookies, AreFoundByTheirWholeName) {
  EXPECT_EQ(find_cookie("a=1; b=2;c=3", "a"), "1");
  EXPECT_EQ(find_cookie("a=1; b=2;c=3", "b"), "2");
  EXPECT_EQ(find_cookie("a=1; b=2;c=3", "c"), "3");
  EXPECT_EQ(find_cookie("aa=1; xa=2", "a"), "");
  EXPECT_EQ(find_cookie("a", "a"), "");
  EXPECT_EQ(find_cookie("a=1; a=2", "a"), "1");
  EXPECT_EQ(find_cookie(";;=;", "a"), "");
  EXPECT_EQ(find_cookie("", "a"), "");
}

TEST(ConstantTime, ComparesAsUsual) {
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "xbc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
  EXPECT_FALSE(equal_in_constant_time(std::string_view("a\0b", 3),
                                      std::string_view("a\0c", 3)));
}

}  // namespace
}  // namespace stepline::server
