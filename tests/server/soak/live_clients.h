#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/http/raw_client.h"

namespace stepline::server {

// Many clients of a live stream, on one thread, each of which must be told of
// every point: a series goes on where the client knows it to end.
class LiveClients {
 public:
  LiveClients(std::uint16_t port, int count);
  ~LiveClients();

  // How many know `points` points of each of so many series.
  int complete(std::size_t series, std::uint64_t points) const;
  std::uint64_t messages() const { return messages_; }
  // What went wrong first; empty: nothing.
  std::string problem() const;

 private:
  struct Change {
    std::string tag;
    std::uint64_t from = 0;
    std::uint64_t count = 0;
  };
  struct Message {
    bool is_hello = false;
    std::vector<Change> changes;
  };
  struct Client {
    std::unique_ptr<RawClient> raw;
    std::string buffer;
    bool is_greeted = false;
    std::map<std::string, std::uint64_t> known;  // Points, by tag.
  };

  void run();
  bool receive(Client& client);
  void take(Client& client, std::string_view text);
  std::shared_ptr<const Message> parse(std::string_view text);
  void fail(std::string what);

  mutable std::mutex mutex_;
  std::vector<Client> clients_;
  // What was parsed last: most clients get the same.
  std::deque<std::pair<std::string, std::shared_ptr<const Message>>> parsed_;
  std::string problem_;
  std::atomic<std::uint64_t> messages_{0};
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace stepline::server
