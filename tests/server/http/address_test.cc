#include "server/http/address.h"

#include <gtest/gtest.h>

namespace stepline::server {
namespace {

TEST(Target, HasAPathAndAQuery) {
  const auto target = split_target("/api/runs?a=b?c&d");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/api/runs");
  EXPECT_EQ(target->query, "a=b?c&d");
  EXPECT_EQ(split_target("/")->query, "");
}

TEST(Target, BeginsWithASlash) {
  for (const char* const wrong : {"", "*", "api", "http://localhost/api"}) {
    EXPECT_FALSE(split_target(wrong)) << wrong;
  }
}

TEST(Path, IsDecoded) {
  EXPECT_EQ(decode_path("/"), "/");
  EXPECT_EQ(decode_path("/api/runs"), "/api/runs");
  EXPECT_EQ(decode_path("/a%20b/%41"), "/a b/A");
  EXPECT_EQ(decode_path("/api/"), "/api/");
  EXPECT_EQ(decode_path("/.../.a"), "/.../.a");
}

TEST(Path, IsNeverOneThatLeadsElsewhere) {
  for (const char* const wrong : {"",
                                  "api",
                                  "/..",
                                  "/../etc",
                                  "/a/../b",
                                  "/a/./b",
                                  "/.",
                                  "/%2e%2e/x",
                                  "/%2E%2e",
                                  "/.%2e/x",
                                  "/a%2fb",
                                  "/a%2Fb",
                                  "//evil.example",
                                  "/a//b",
                                  "/a\\b",
                                  "/a%5cb",
                                  "/%00",
                                  "/a%0ab",
                                  "/a%7f",
                                  "/a\tb",
                                  "/%",
                                  "/%4",
                                  "/%4g",
                                  "/%zz"}) {
    EXPECT_FALSE(decode_path(wrong)) << wrong;
  }
  EXPECT_FALSE(decode_path(std::string_view("/a\0b", 4)));
}

TEST(Prefix, IsTakenOffWholeComponents) {
  EXPECT_EQ(without_prefix("/x/api", "/x"), "/api");
  EXPECT_EQ(without_prefix("/x/", "/x"), "/");
  EXPECT_EQ(without_prefix("/x", "/x"), "");
  EXPECT_EQ(without_prefix("/api", ""), "/api");
  EXPECT_FALSE(without_prefix("/xy/api", "/x"));
  EXPECT_FALSE(without_prefix("/api", "/x"));
}

TEST(Prefix, HasOneForm) {
  EXPECT_EQ(normal_prefix(""), "");
  EXPECT_EQ(normal_prefix("/"), "");
  EXPECT_EQ(normal_prefix("x"), "/x");
  EXPECT_EQ(normal_prefix("/x/"), "/x");
  EXPECT_EQ(normal_prefix("a//b-c/d.e/"), "/a/b-c/d.e");
  for (const char* const wrong :
       {"a b", "..", "/a/../b", "a?b", "a#b", "\"", "a%20", "ä", ";", "a\n"}) {
    EXPECT_FALSE(normal_prefix(wrong)) << wrong;
  }
}

TEST(Query, LosesAllParametersOfAName) {
  EXPECT_EQ(without_parameter("token=x", "token"), "");
  EXPECT_EQ(without_parameter("a=1&token=x&b=2", "token"), "a=1&b=2");
  EXPECT_EQ(without_parameter("token=x&a=1&token=y", "token"), "a=1");
  EXPECT_EQ(without_parameter("tok%65n=x&a=%20", "token"), "a=%20");
  EXPECT_EQ(without_parameter("tokens=x&&b", "token"), "tokens=x&b");
  EXPECT_EQ(without_parameter("token", "token"), "");
}

}  // namespace
}  // namespace stepline::server
