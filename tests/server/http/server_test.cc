#include "server/http/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "server/http/running_server.h"

namespace stepline::server {
namespace {

class ServerTest : public RunningServer {};

TEST_F(ServerTest, AnswersManyRequestsOnOneConnection) {
  start();
  RawClient client(port());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(client.get("/api/hello"));
    const auto response = client.response();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->body, "hello");
    EXPECT_EQ(response->headers.at("connection"), "keep-alive");
  }
}

TEST_F(ServerTest, AnswersPipelinedRequestsInTheirOrder) {
  service_.at("/api/echo", [](const Request& request) {
    Response response;
    response.body = std::string(request.parameters.find("n").value_or(""));
    return response;
  });
  start();
  RawClient client(port());
  std::string all;
  for (int i = 0; i < 100; ++i) {
    all += "GET /api/echo?n=" + std::to_string(i) +
           " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
  ASSERT_TRUE(client.send(all));
  for (int i = 0; i < 100; ++i) {
    const auto response = client.response();
    ASSERT_TRUE(response) << i;
    EXPECT_EQ(response->body, std::to_string(i));
  }
}

TEST_F(ServerTest, TakesARequestByteByByte) {
  start();
  RawClient client(port());
  for (const char c : std::string_view("GET /api/hello HTTP/1.1\r\n"
                                       "Host: localhost\r\n\r\n")) {
    ASSERT_TRUE(client.send({&c, 1}));
  }
  EXPECT_EQ(client.response()->body, "hello");
}

TEST_F(ServerTest, ClosesWhenAskedTo) {
  start();
  RawClient client(port());
  client.get("/api/hello", "Connection: close\r\n");
  EXPECT_EQ(client.response()->headers.at("connection"), "close");
  EXPECT_TRUE(client.ends());
  RawClient old(port());
  old.send("GET /api/hello HTTP/1.0\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(old.response()->body, "hello");
  EXPECT_TRUE(old.ends());
}

TEST_F(ServerTest, AnswersHeadWithoutABody) {
  start();
  RawClient client(port());
  client.send("HEAD /api/hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto head = client.response(/*has_body=*/false);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->headers.at("content-length"), "5");
  client.get("/api/hello");
  EXPECT_EQ(client.response()->body, "hello");
}

TEST_F(ServerTest, TakesForms) {
  service_.at("/api/sum", [](const Request& request) {
    Response response;
    response.body = std::to_string(request.parameters.all("n").size());
    return response;
  });
  start();
  RawClient client(port());
  std::string body = "n=1";
  while (body.size() < 500'000) body += "&n=2";
  const std::string head =
      "POST /api/sum?n=0 HTTP/1.1\r\nHost: localhost\r\n"
      "Content-Type: application/x-www-form-urlencoded\r\n";
  ASSERT_TRUE(client.send(head + "Content-Length: " +
                          std::to_string(body.size()) + "\r\n\r\n" + body));
  const std::string want = std::to_string((body.size() + 1) / 4 + 1);
  EXPECT_EQ(client.response()->body, want);

  ASSERT_TRUE(client.send(head + "Content-Length: 3\r\n"
                                 "Expect: 100-continue\r\n\r\n"));
  EXPECT_EQ(client.head()->status, 100);
  client.send("n=9");
  EXPECT_EQ(client.response()->body, "2");

  ASSERT_TRUE(client.send(head + "Transfer-Encoding: chunked\r\n\r\n"
                                 "3\r\nn=1\r\n4\r\n&n=2\r\n0\r\n\r\n"));
  EXPECT_EQ(client.response()->body, "3");
}

TEST_F(ServerTest, RefusesBodiesThatAreTooLongOrOfAnotherKind) {
  options_.limits.body_bytes = 1000;
  start();
  const std::string head =
      "POST /api/hello HTTP/1.1\r\nHost: localhost\r\n"
      "Content-Type: application/x-www-form-urlencoded\r\n";
  RawClient announced(port());
  announced.send(head + "Content-Length: 1001\r\n\r\n");
  EXPECT_EQ(announced.response()->status, 413);
  EXPECT_TRUE(announced.ends());
  RawClient chunked(port());
  chunked.send(head + "Transfer-Encoding: chunked\r\n\r\n7d0\r\n" +
               std::string(2000, 'x') + "\r\n0\r\n\r\n");
  EXPECT_EQ(chunked.response()->status, 413);
  EXPECT_TRUE(chunked.ends());
  RawClient json(port());
  json.send(
      "POST /api/hello HTTP/1.1\r\nHost: localhost\r\n"
      "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
  EXPECT_EQ(json.response()->status, 415);
  EXPECT_TRUE(is_well());
}

TEST_F(ServerTest, RefusesBeforeABodyIsSent) {
  start();
  RawClient client(port());
  client.send(
      "POST /api/hello HTTP/1.1\r\nHost: evil.example\r\n"
      "Content-Length: 100000\r\n\r\n");
  EXPECT_EQ(client.response()->status, 403);
  EXPECT_TRUE(client.ends());
}

TEST_F(ServerTest, SurvivesWhatIsNoHttp) {
  start();
  for (const std::string& garbage :
       {std::string("\r\n\r\n\r\n"), std::string("GET\r\n\r\n"),
        std::string("GET / HTTP/9.9\r\n\r\n"), std::string(3000, '\0'),
        std::string("GET / HTTP/1.1\r\nHost localhost\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\n: x\r\n\r\n"),
        std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11),
        std::string("GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nHost: localhost\r\n"
                    "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1"
                    "\r\nTransfer-Encoding: chunked\r\n\r\n")}) {
    RawClient client(port());
    client.send(garbage);
    client.shut_sending();
    const auto response = client.response();
    if (response) {
      EXPECT_EQ(response->status, 400) << garbage;
    }
    EXPECT_TRUE(client.ends()) << garbage;
  }
  EXPECT_TRUE(is_well());
}

TEST_F(ServerTest, SurvivesADisconnectAtEveryByte) {
  start();
  const std::string request =
      "POST /api/hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
      "Content-Type: application/x-www-form-urlencoded\r\n\r\na=b";
  for (std::size_t cut = 0; cut <= request.size(); ++cut) {
    RawClient client(port());
    ASSERT_TRUE(client.send(request.substr(0, cut)));
  }
  EXPECT_TRUE(all_have_gone());
  EXPECT_TRUE(is_well());
}

TEST_F(ServerTest, SendsLargeBodiesWhole) {
  std::string large;
  while (large.size() < (5u << 20)) large += std::to_string(large.size()) + " ";
  service_.at("/api/large", [&](const Request&) {
    Response response;
    response.body = std::make_shared<const std::string>(large);
    return response;
  });
  start();
  RawClient client(port());
  client.get("/api/large");
  EXPECT_EQ(client.response()->body, large);
  client.get("/api/hello");
  EXPECT_EQ(client.response()->body, "hello");
}
TEST_F(ServerTest, TakesTheNextPortThatIsFreeWhereItMay) {
  start();
  ServerOptions same = options_;
  same.port = port();
  const auto refused = Server::start(same, service_, feed_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::Io);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("already in use"));
  same.ports = 50;
  const auto next = Server::start(same, service_, feed_);
  ASSERT_TRUE(next);
  EXPECT_GT((*next)->port(), port());
}

TEST_F(ServerTest, RefusesHostsThatAreUnknown) {
  options_.host = "no such host";
  const auto refused = Server::start(options_, service_, feed_);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("\"no such host\""));
}

TEST_F(ServerTest, AnswersTenThousandConnectionsOneAfterAnother) {
  start();
  for (int i = 0; i < 10'000; ++i) {
    RawClient client(port());
    if (i % 100 == 0) {
      ASSERT_TRUE(is_well()) << i;
    }
  }
  EXPECT_TRUE(all_have_gone());
}

}  // namespace
}  // namespace stepline::server
