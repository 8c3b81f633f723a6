#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>

#include "server/http/running_server.h"

namespace stepline::server {
namespace {

using std::chrono::milliseconds;

// Bodies that are made while they are sent.
class StreamTest : public RunningServer {
 protected:
  // Answers /api/stream by what `next` puts into each chunk.
  void stream(BodyStream next) {
    service_.at("/api/stream", [next](const Request&) {
      Response response;
      response.body = next;
      return response;
    });
  }
};

BodyStream numbers(int count) {
  return [i = 0, count](std::string& chunk) mutable {
    if (i == count) return false;
    if (i % 3 != 1) chunk = std::to_string(i) + " ";  // An empty one is no end.
    return ++i <= count;
  };
}

std::string joined_numbers(int count) {
  std::string all;
  BodyStream next = numbers(count);
  for (std::string chunk; next(chunk); chunk.clear()) all += chunk;
  return all;
}

TEST_F(StreamTest, ArrivesInChunks) {
  stream(numbers(1000));
  start();
  RawClient client(port());
  client.get("/api/stream");
  const auto response = client.response();
  ASSERT_TRUE(response);
  EXPECT_EQ(response->headers.at("transfer-encoding"), "chunked");
  EXPECT_EQ(response->body, joined_numbers(1000));
  client.get("/api/hello");
  EXPECT_EQ(client.response()->body, "hello");
}

TEST_F(StreamTest, EndsWithTheConnectionForOldClients) {
  stream(numbers(100));
  start();
  RawClient client(port());
  client.send("GET /api/stream HTTP/1.0\r\nHost: localhost\r\n\r\n");
  const auto response = client.response();
  ASSERT_TRUE(response);
  EXPECT_FALSE(response->headers.contains("transfer-encoding"));
  EXPECT_EQ(response->body, joined_numbers(100));
}

TEST_F(StreamTest, IsNotBegunForHead) {
  std::atomic<int> asked = 0;
  stream([&](std::string&) { return ++asked > 0 && false; });
  start();
  RawClient client(port());
  client.send("HEAD /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(client.response(/*has_body=*/false));
  client.get("/api/hello");
  EXPECT_EQ(client.response()->body, "hello");
  EXPECT_EQ(asked, 0);
}

TEST_F(StreamTest, WaitsForASlowReader) {
  constexpr std::uint64_t kChunk = 64 << 10;
  constexpr std::uint64_t kAll = 1 << 30;
  const auto made = std::make_shared<std::atomic<std::uint64_t>>(0);
  const std::weak_ptr<std::atomic<std::uint64_t>> alive = made;
  service_.at("/api/stream", [&, weak = alive](const Request&) {
    Response response;
    response.body = BodyStream([counter = weak.lock()](std::string& chunk) {
      chunk.assign(kChunk, 'x');
      return (*counter += kChunk) < kAll;
    });
    return response;
  });
  start();
  {
    RawClient client(port(), 16 << 10);
    client.get("/api/stream");
    ASSERT_TRUE(client.head());
    // It has come to rest when nothing was made for a while.
    std::uint64_t last = 0;
    while (last != *made || last == 0) {
      last = *made;
      std::this_thread::sleep_for(milliseconds(100));
    }
    EXPECT_LT(last, 32u << 20);
    for (int i = 0; i < 200; ++i) ASSERT_FALSE(client.some().empty());
    EXPECT_TRUE(eventually([&] { return *made > last; }));
  }
  // The client went, and so does the stream.
  EXPECT_TRUE(eventually([&] { return made.use_count() == 1; }));
  EXPECT_LT(*made, kAll);
}

TEST_F(StreamTest, IsCutOffWhereItFails) {
  stream([i = 0](std::string& chunk) mutable {
    if (++i == 3) throw std::runtime_error("cannot go on");
    chunk = "part";
    return true;
  });
  start();
  RawClient client(port());
  client.get("/api/stream");
  EXPECT_FALSE(client.response());
  EXPECT_TRUE(is_well());
}

TEST_F(StreamTest, IsCancelledWithItsClient) {
  std::atomic<bool> cancelled = false;
  std::atomic<bool> begun = false;
  service_.at("/api/stream", [&](const Request& request) {
    Response response;
    response.body = BodyStream([&, flag = request.cancelled](std::string&) {
      begun = true;
      cancelled = eventually([&] { return flag->load(); });
      return false;
    });
    return response;
  });
  start();
  {
    RawClient client(port());
    client.get("/api/stream");
    ASSERT_TRUE(eventually([&] { return begun.load(); }));
  }
  EXPECT_TRUE(eventually([&] { return cancelled.load(); }));
}

}  // namespace
}  // namespace stepline::server
