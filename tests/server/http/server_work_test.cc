#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>

#include "server/http/running_server.h"
#include "server/http/server.h"

namespace stepline::server {
namespace {

using std::chrono::milliseconds;

class ServerWork : public RunningServer {
 protected:
  // Returns when the one thread for sockets has taken what was sent before.
  void let_it_read() {
    ASSERT_EQ(options_.threads, 1u);
    for (int i = 0; i < 50; ++i) {
      RawClient client(port());
      client.get("/healthz");
      ASSERT_TRUE(client.response());
    }
  }
};

TEST_F(ServerWork, GivesWorkAllTheTimeItTakes) {
  options_.limits.idle = options_.limits.head = options_.limits.body =
      options_.limits.write_stall = milliseconds(30);
  service_.at("/api/long", [](const Request& request) {
    std::this_thread::sleep_for(milliseconds(200));
    return error_response(request.is_cancelled() ? 500 : 200, "done");
  });
  start();
  RawClient client(port());
  client.get("/api/long");
  const auto response = client.response();
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
}

TEST_F(ServerWork, CancelsWorkForClientsThatHaveGone) {
  std::promise<void> begun;
  std::promise<bool> cancelled;
  service_.at("/api/long", [&](const Request& request) {
    begun.set_value();
    cancelled.set_value(eventually([&] { return request.is_cancelled(); }));
    return error_response(503, "nobody listens");
  });
  start();
  {
    RawClient client(port());
    client.get("/api/long");
    begun.get_future().wait();
  }
  EXPECT_TRUE(cancelled.get_future().get());
  EXPECT_TRUE(all_have_gone());
}

TEST_F(ServerWork, DoesNotBeginWorkForClientsThatHaveGone) {
  options_.threads = 1;
  options_.workers = 1;
  std::promise<void> go_on;
  std::promise<void> begun;
  std::atomic<int> answered = 0;
  service_.at("/api/long", [&](const Request&) {
    begun.set_value();
    go_on.get_future().wait();
    return Response();
  });
  service_.at("/api/queued", [&](const Request&) {
    ++answered;
    return Response();
  });
  start();
  RawClient client(port());
  client.get("/api/long");
  begun.get_future().wait();
  {
    RawClient gone(port());
    RawClient too(port());
    gone.get("/api/queued");
    too.get("/api/queued");
    let_it_read();
  }
  let_it_read();
  go_on.set_value();
  EXPECT_EQ(client.response()->status, 200);
  client.close();
  EXPECT_TRUE(all_have_gone());
  EXPECT_EQ(answered, 0);
}

TEST_F(ServerWork, KeepsWhatComesWhileItWorks) {
  std::promise<void> go_on;
  std::promise<void> begun;
  service_.at("/api/long", [&](const Request& request) {
    begun.set_value();
    go_on.get_future().wait();
    return error_response(request.is_cancelled() ? 500 : 200, "done");
  });
  start();
  RawClient client(port());
  client.get("/api/long");
  begun.get_future().wait();
  client.send("GET /api/hello HTTP/1.1\r\nHo");
  client.send("st: localhost\r\n\r\n");
  go_on.set_value();
  EXPECT_EQ(client.response()->status, 200);
  EXPECT_EQ(client.response()->body, "hello");
}

TEST_F(ServerWork, ManyClientsAreAnsweredWhileSomeWork) {
  std::promise<void> go_on;
  const auto shared = go_on.get_future().share();
  service_.at("/api/long", [shared](const Request&) {
    shared.wait();
    return error_response(200, "done");
  });
  options_.workers = 2;
  start();
  RawClient busy(port());
  busy.get("/api/long");
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(is_well());
  RawClient health(port());
  health.get("/healthz");
  EXPECT_EQ(health.response()->body, "ok\n");
  go_on.set_value();
  EXPECT_TRUE(busy.response());
}

TEST_F(ServerWork, EndsWhileSomebodyWorks) {
  std::promise<void> begun;
  service_.at("/api/long", [&](const Request& request) {
    begun.set_value();
    eventually([&] { return request.is_cancelled(); });
    return error_response(503, "the server ends");
  });
  start();
  RawClient client(port());
  client.get("/api/long");
  begun.get_future().wait();
  server_->stop();
  EXPECT_TRUE(client.ends());
}

TEST_F(ServerWork, EndsWithWorkInItsQueue) {
  options_.threads = 1;
  options_.workers = 1;
  options_.limits.drain = milliseconds(20);
  std::promise<void> begun;
  std::atomic<int> queued = 0;
  service_.at("/api/long", [&](const Request& request) {
    begun.set_value();
    eventually([&] { return request.is_cancelled(); });
    return error_response(503, "the server ends");
  });
  service_.at("/api/queued", [&](const Request&) {
    ++queued;
    return Response();
  });
  start();
  RawClient working(port());
  working.get("/api/long");
  begun.get_future().wait();
  RawClient first(port());
  RawClient second(port());
  RawClient third(port());
  for (RawClient* const client : {&first, &second, &third}) {
    client->get("/api/queued");
  }
  let_it_read();
  server_->stop();
  server_.reset();
  EXPECT_EQ(queued, 0);
  EXPECT_TRUE(working.ends());
  for (RawClient* const client : {&first, &second, &third}) {
    EXPECT_TRUE(client->ends());
  }
}

}  // namespace
}  // namespace stepline::server
