#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "server/http/running_server.h"

namespace stepline::server {
namespace {

using std::chrono::milliseconds;

class LiveTest : public RunningServer {
 protected:
  LiveTest() { options_.pace.changes = milliseconds(1); }

  // Takes messages until one ends with this number; the next must always begin
  // where the last one ended.
  static void expect_all(RawClient& client, std::string& at, int end) {
    while (at != std::to_string(end)) {
      const auto text = client.live_text();
      ASSERT_TRUE(text);
      const std::size_t dots = text->find("..");
      ASSERT_NE(dots, std::string::npos) << *text;
      ASSERT_EQ(text->substr(0, dots), at);
      at = text->substr(dots + 2);
    }
  }
};

TEST_F(LiveTest, SaysHelloAndThenWhatChanges) {
  start();
  RawClient client(port());
  ASSERT_TRUE(client.open_live("/api/live"));
  EXPECT_EQ(client.live_text(), "reset");
  feed_.grow();
  EXPECT_EQ(client.live_text(), "0..1");
  feed_.grow();
  EXPECT_EQ(client.live_text(), "1..2");
}

TEST_F(LiveTest, GoesOnFromACursor) {
  for (int i = 0; i < 5; ++i) feed_.grow();
  start();
  std::string at = "3";
  for (int end = 5; end < 50; end += 5) {
    RawClient client(port());
    ASSERT_TRUE(client.open_live("/api/live?cursor=" + at));
    EXPECT_EQ(client.live_text(), "hello");
    expect_all(client, at, end);
    for (int i = 0; i < 5; ++i) feed_.grow();
  }
}

TEST_F(LiveTest, TellsManyClientsEverything) {
  start();
  constexpr int kChanges = 200;
  std::vector<std::thread> clients;
  std::atomic<int> ready = 0;
  for (int i = 0; i < 20; ++i) {
    clients.emplace_back([&] {
      RawClient client(port());
      EXPECT_TRUE(client.open_live("/api/live"));
      EXPECT_EQ(client.live_text(), "reset");
      ++ready;
      std::string at = "0";
      expect_all(client, at, kChanges);
    });
  }
  EXPECT_TRUE(eventually([&] { return ready == 20; }));
  EXPECT_EQ(metric("stepline_live_clients"), 20);
  for (int i = 0; i < kChanges; ++i) {
    feed_.grow();
    std::this_thread::yield();
  }
  for (std::thread& client : clients) client.join();
  EXPECT_TRUE(eventually([&] { return metric("stepline_live_clients") == 0; }));
}

TEST_F(LiveTest, TellsProgressUntilLoadingIsDone) {
  options_.pace.progress = milliseconds(5);
  feed_.load("half");
  start();
  RawClient client(port());
  ASSERT_TRUE(client.open_live("/api/live"));
  EXPECT_EQ(client.live_text(), "reset");
  EXPECT_EQ(client.live_text(), "half");
  EXPECT_EQ(client.live_text(), "half");
  feed_.load("");
  feed_.grow();
  std::optional<std::string> text;
  do {
    text = client.live_text();
  } while (text == "half");
  EXPECT_EQ(text, "0..1");
}

TEST_F(LiveTest, TellsTheEndOfLoadingThatCameWithTheGreeting) {
  options_.pace.progress = milliseconds(1);
  feed_.load("half");
  feed_.after_hello = [this] {
    feed_.load_and_tell("loaded");
    feed_.load_and_tell("");
  };
  start();
  RawClient client(port());
  ASSERT_TRUE(client.open_live("/api/live"));
  EXPECT_EQ(client.live_text(), "reset");
  EXPECT_EQ(client.live_text(), "loaded");
}

TEST_F(LiveTest, TellsTheEndOfLoadingToThoseForWhomThereAreAlwaysChanges) {
  options_.pace.progress = milliseconds(1);
  options_.pace.changes = milliseconds(0);
  feed_.load("half");
  int changes = 0;
  feed_.before_next = [&] {
    if (++changes == 3) feed_.load_and_tell("loaded");
    if (changes == 4) feed_.load_and_tell("");
    feed_.grow_and_tell();
  };
  start();
  RawClient client(port());
  ASSERT_TRUE(client.open_live("/api/live"));
  std::optional<std::string> text;
  int messages = 0;
  do {
    text = client.live_text();
  } while (text && text != "loaded" && ++messages < 1000);
  EXPECT_EQ(text, "loaded");
  server_.reset();
}

TEST_F(LiveTest, TellsThoseWhoComeLaterOnlyWhatTheGreetingDoesNot) {
  options_.pace.progress = milliseconds(1);
  feed_.load("loaded");
  start();
  feed_.load_and_tell("");
  RawClient client(port());
  ASSERT_TRUE(client.open_live("/api/live"));
  EXPECT_EQ(client.live_text(), "reset");
  feed_.grow();
  EXPECT_EQ(client.live_text(), "0..1");
}

TEST_F(LiveTest, PingsWhereItIsSilent) {
  options_.pace.silence = milliseconds(20);
  start();
  RawClient client(port());
  ASSERT_TRUE(client.open_live("/api/live"));
  EXPECT_EQ(client.live_text(), "reset");
  EXPECT_EQ(client.live_text(), "{\"type\":\"ping\"}");
  EXPECT_EQ(client.live_text(), "{\"type\":\"ping\"}");
}

TEST_F(LiveTest, IgnoresWhatClientsSay) {
  start();
  RawClient client(port());
  ASSERT_TRUE(client.open_live("/api/live"));
  EXPECT_EQ(client.live_text(), "reset");
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(client.send_frame(1, "chatter"));
  ASSERT_TRUE(client.send_frame(2, std::string(4000, 'x')));
  ASSERT_TRUE(client.send_frame(9, "ping"));
  feed_.grow();
  EXPECT_EQ(client.live_text(), "0..1");
}

TEST_F(LiveTest, EndsClientsThatSayTooMuch) {
  start();
  RawClient client(port());
  ASSERT_TRUE(client.open_live("/api/live"));
  EXPECT_EQ(client.live_text(), "reset");
  client.send_frame(1, std::string(5000, 'x'));
  EXPECT_EQ(client.live_text(), std::nullopt);
  EXPECT_TRUE(client.ends());
  EXPECT_TRUE(all_have_gone());
}

TEST_F(LiveTest, SurvivesADisconnectAtEveryByte) {
  start();
  const std::string opening =
      "GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
      "\x81\x85\x01\x02\x03\x04hello";
  for (std::size_t cut = 0; cut <= opening.size(); ++cut) {
    RawClient client(port());
    client.send(opening.substr(0, cut));
    feed_.grow();
  }
  EXPECT_TRUE(all_have_gone());
  EXPECT_TRUE(is_well());
}

TEST_F(LiveTest, RefusesOtherOriginsAndPlainRequests) {
  start();
  RawClient foreign(port());
  EXPECT_FALSE(
      foreign.open_live("/api/live", "Origin: http://evil.example\r\n"));
  RawClient own(port());
  EXPECT_TRUE(own.open_live("/api/live", "Origin: http://localhost:" +
                                             std::to_string(port()) + "\r\n"));
  RawClient plain(port());
  plain.get("/api/live");
  EXPECT_EQ(plain.response()->status, 426);
  RawClient elsewhere(port());
  EXPECT_FALSE(elsewhere.open_live("/api/hello"));
}

TEST_F(LiveTest, DropsClientsThatTakeNothingAndKeepsTheOthers) {
  options_.limits.live_stall = milliseconds(4000);
  feed_.padding.assign(8 << 20, ' ');
  start();
  RawClient stuck(port(), 16 << 10);
  ASSERT_TRUE(stuck.open_live("/api/live"));
  EXPECT_EQ(stuck.live_text(), "reset");
  RawClient other(port());
  ASSERT_TRUE(other.open_live("/api/live"));
  EXPECT_EQ(other.live_text(), "reset");
  feed_.grow();
  EXPECT_TRUE(other.live_text() == "0..1" + feed_.padding);
  EXPECT_TRUE(eventually([&] { return metric("stepline_live_clients") == 1; }));
  feed_.grow();
  EXPECT_TRUE(other.live_text() == "1..2" + feed_.padding);
}

TEST_F(LiveTest, IsClosedInGoodOrderAtTheEnd) {
  start();
  RawClient client(port());
  ASSERT_TRUE(client.open_live("/api/live"));
  EXPECT_EQ(client.live_text(), "reset");
  std::thread reader([&] { EXPECT_EQ(client.live_text(), std::nullopt); });
  server_->stop();
  reader.join();
}

}  // namespace
}  // namespace stepline::server
