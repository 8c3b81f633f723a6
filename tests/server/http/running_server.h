#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "server/http/fake_service.h"
#include "server/http/raw_client.h"
#include "server/http/server.h"

namespace stepline::server {

// Whether it comes true within ten seconds.
inline bool eventually(const std::function<bool()>& is_true) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!is_true()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

// A server with answers and a feed that tests make up.
class RunningServer : public testing::Test {
 protected:
  RunningServer() {
    service_.at("/api/hello", [](const Request&) {
      Response response;
      response.body = "hello";
      return response;
    });
    options_.host = "127.0.0.1";
    options_.limits.drain = std::chrono::milliseconds(200);
  }

  // With what options_ says.
  void start() {
    auto server = Server::start(options_, service_, feed_);
    ASSERT_TRUE(server) << server.error().message;
    server_ = *std::move(server);
  }
  std::uint16_t port() const { return server_->port(); }

  bool is_well() {
    RawClient client(port());
    client.get("/api/hello");
    const auto response = client.response();
    return response && response->status == 200 && response->body == "hello";
  }

  // What /metrics says; -1 where it does not.
  double metric(const std::string& name) {
    RawClient client(port());
    client.get("/metrics", "Connection: close\r\n");
    const auto response = client.response();
    if (!response) return -1;
    const std::string text = "\n" + response->body;
    const std::size_t at = text.find("\n" + name + " ");
    if (at == std::string::npos) return -1;
    return std::stod(text.substr(at + name.size() + 2));
  }
  // All but the one that asks.
  bool all_have_gone() {
    return eventually([&] { return metric("stepline_connections") == 1; });
  }

  FakeService service_;
  FakeFeed feed_;
  ServerOptions options_;
  std::unique_ptr<Server> server_;
};

}  // namespace stepline::server
