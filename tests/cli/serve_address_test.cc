#include "cli/serve_address.h"

#include <gtest/gtest.h>

namespace stepline::cli {
namespace {

TEST(ServeAddress, IsWhatABrowserTakes) {
  EXPECT_EQ(address_of({"localhost", 6006, "", "", false}, "gpu7"),
            "http://localhost:6006/");
  EXPECT_EQ(address_of({"0.0.0.0", 6007, "/a/b", "secret", true}, "gpu7"),
            "https://gpu7:6007/a/b/?token=secret");
  EXPECT_EQ(address_of({"::", 80, "", "", false}, "gpu7"), "http://gpu7:80/");
  EXPECT_EQ(address_of({"fe80::1", 80, "", "", false}, "gpu7"),
            "http://[fe80::1]:80/");
}

TEST(ServeAddress, KeepsTheTokenFromTheBrowsersCommandLine) {
  EXPECT_EQ(
      visit_address({"localhost", 6006, "/a", "secret", false, "once"}, ""),
      "http://localhost:6006/a/?visit=once");
  EXPECT_EQ(visit_address({"localhost", 6006, "", "", false}, ""),
            "http://localhost:6006/");
}

TEST(ServeAddress, IsThisMachinesAloneOnLoopback) {
  for (const char* const host :
       {"localhost", "127.0.0.1", "127.1.2.3", "::1"}) {
    EXPECT_TRUE(is_loopback(host)) << host;
  }
  for (const char* const host : {"0.0.0.0", "::", "10.0.0.7", "gpu7",
                                 "localhost.example", "127.example", ""}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
}

TEST(ServeAddress, IsReachedThroughATunnel) {
  EXPECT_EQ(tunnel_command({"localhost", 6006, "", "", false},
                           "10.0.0.1 55 10.0.0.7 22", "me"),
            "ssh -N -L 6006:localhost:6006 me@10.0.0.7");
  EXPECT_EQ(tunnel_command({"0.0.0.0", 6006, "", "", false},
                           "::1 55 fe80::7 2222", ""),
            "ssh -N -L 6006:localhost:6006 -p 2222 fe80::7");
  EXPECT_EQ(tunnel_command({"localhost", 1, "", "", false}, "", "me"), "");
  EXPECT_EQ(tunnel_command({"localhost", 1, "", "", false}, "a b", "me"), "");
}

TEST(ServeFrames, AreOriginsThatStayWithinTheirList) {
  for (const auto* right :
       {"http://localhost:*", "vscode-webview:", "https://wiki.example.org",
        "https://*.example.org:8443", "http://127.0.0.1:8888",
        "http://[::1]:8888", "vscode-webview://a1b2"}) {
    EXPECT_TRUE(is_usable_origin(right)) << right;
  }
  for (const auto* wrong : {"",
                            "a b",
                            "a;b",
                            "a,b",
                            "a\r\nb",
                            "'self'",
                            "foo",
                            "*",
                            "foo.org",
                            "localhost:8888",
                            "https:",
                            "https://",
                            "https:// a",
                            "https://a;b",
                            "https://a/path",
                            "https://a:port",
                            "https://a:",
                            "https://[::1",
                            "https://*",
                            "://a",
                            "https:/a"}) {
    EXPECT_FALSE(is_usable_origin(wrong)) << wrong;
  }
}

TEST(ServeToken, GoesThroughAddressesCookiesAndHeaders) {
  EXPECT_TRUE(is_usable_token("correct-horse_1.2~3"));
  for (const char* const wrong :
       {"", "short", "with space", "semi;colon", "percent%20", "quotation\"",
        "ümlaut-token", "slash/slash", "equals=equals"}) {
    EXPECT_FALSE(is_usable_token(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace stepline::cli
