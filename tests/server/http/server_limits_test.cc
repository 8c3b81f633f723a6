#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "server/http/running_server.h"
#include "server/http/server.h"

namespace stepline::server {
namespace {

using std::chrono::milliseconds;

class ServerLimits : public RunningServer {};

TEST_F(ServerLimits, RefusesHeadsWithoutEnd) {
  start();
  RawClient client(port());
  client.send("GET / HTTP/1.1\r\n");
  const std::string line = "X: " + std::string(4000, 'x') + "\r\n";
  std::size_t sent = 0;
  while (sent < (100u << 20) && client.send(line)) sent += line.size();
  EXPECT_LT(sent, 20u << 20);
  EXPECT_TRUE(is_well());

  RawClient polite(port());
  polite.send("GET / HTTP/1.1\r\n" + line + line + line + line + line);
  const auto response = polite.response();
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 431);
  EXPECT_TRUE(polite.ends());
}

TEST_F(ServerLimits, TurnsAwayTooManyConnections) {
  options_.limits.connections = 3;
  options_.workers = 3;
  std::promise<void> go_on;
  const auto gone_on = go_on.get_future().share();
  std::atomic<int> begun = 0;
  service_.at("/api/long", [&](const Request&) {
    ++begun;
    gone_on.wait();
    return Response();
  });
  start();
  {
    RawClient first(port());
    RawClient second(port());
    RawClient third(port());
    for (RawClient* const client : {&first, &second, &third}) {
      client->get("/api/long");
    }
    ASSERT_TRUE(eventually([&] { return begun == 3; }));
    RawClient fourth(port());
    const auto response = fourth.response();
    go_on.set_value();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 503);
    EXPECT_TRUE(fourth.ends());
    EXPECT_EQ(first.response()->status, 200);
  }
  EXPECT_TRUE(eventually([&] { return is_well(); }));
}

TEST_F(ServerLimits, EndsTheLongestIdleConnectionWhereThereAreTooMany) {
  options_.limits.connections = 3;
  start();
  RawClient first(port());
  RawClient second(port());
  RawClient third(port());
  for (RawClient* const client : {&second, &first, &third}) {
    client->get("/api/hello");
    ASSERT_TRUE(client->response());
  }
  EXPECT_TRUE(is_well());
  EXPECT_TRUE(second.ends());
  for (RawClient* const client : {&first, &third}) {
    client->get("/api/hello");
    EXPECT_EQ(client->response()->body, "hello");
  }
}

TEST_F(ServerLimits, LetsNobodyTakeAllConnections) {
  options_.limits.connections = 20;
  start();
  std::vector<std::unique_ptr<RawClient>> silent;
  for (int i = 0; i < 100; ++i) {
    silent.push_back(std::make_unique<RawClient>(port()));
    if (i % 10 == 9) {
      EXPECT_TRUE(is_well()) << i;
    }
  }
}

TEST_F(ServerLimits, EndsHeadsAndBodiesThatTakeTooLong) {
  options_.limits.head = milliseconds(50);
  options_.limits.body = milliseconds(50);
  start();
  RawClient head(port());
  head.send("GET /api/hello HTTP/1.1\r\nHost: local");
  EXPECT_TRUE(head.ends());
  RawClient trickle(port());
  // A byte now and then is no excuse.
  EXPECT_TRUE(eventually([&] { return !trickle.send("X"); }));
  RawClient body(port());
  body.send(
      "POST /api/hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
      "Content-Type: application/x-www-form-urlencoded\r\n\r\na");
  EXPECT_TRUE(body.ends());
}

TEST_F(ServerLimits, EndsConnectionsThatAreIdle) {
  options_.limits.idle = milliseconds(50);
  start();
  RawClient client(port());
  client.get("/api/hello");
  EXPECT_TRUE(client.response());
  EXPECT_TRUE(client.ends());
  RawClient silent(port());
  EXPECT_TRUE(silent.ends());
}

TEST_F(ServerLimits, EndsClientsThatTakeNothing) {
  options_.limits.write_stall = milliseconds(50);
  service_.at("/api/large", [](const Request&) {
    Response response;
    response.body = std::make_shared<const std::string>(64 << 20, 'x');
    return response;
  });
  start();
  RawClient client(port());
  client.get("/api/large");
  EXPECT_TRUE(all_have_gone());
}

TEST_F(ServerLimits, EndsClientsThatTakeTooLittle) {
  options_.limits.write_rate = std::size_t{1} << 40;
  options_.limits.write_grace = milliseconds(100);
  constexpr std::size_t kBytes = 64 << 20;
  service_.at("/api/large", [&](const Request&) {
    Response response;
    response.body = std::string(kBytes, 'x');
    return response;
  });
  start();
  RawClient client(port(), 16 << 10);
  client.get("/api/large");
  std::size_t taken = 0;
  for (std::string some = client.some(); !some.empty(); some = client.some()) {
    taken += some.size();
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_LT(taken, kBytes);
  EXPECT_TRUE(all_have_gone());
}

}  // namespace
}  // namespace stepline::server
