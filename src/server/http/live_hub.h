#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "server/http/server.h"
#include "server/live/live_feed.h"

namespace stepline::server {

// The one thread that waits for the feed, and wakes all clients when there may
// be something for them. Thread-safe.
class LiveHub {
 public:
  LiveHub(LiveFeed& feed, const LivePace& pace);
  ~LiveHub();  // Stops.
  void stop();

  // `wake` is called from the hub's thread and must not wait. After remove()
  // has returned it is not called any more.
  std::uint64_t add(std::function<void()> wake);
  void remove(std::uint64_t client);

  // Grows when there may be something new.
  std::uint64_t generation() const { return generation_; }

  // The last that was heard of loading; `number` grows with each. It stays when
  // loading is over, for those who were busy with something else then.
  struct Progress {
    std::uint64_t number = 0;
    std::shared_ptr<const std::string> text;
  };
  Progress progress() const;

 private:
  void run();
  bool look_at_progress();
  void wake_all();
  void pause(std::chrono::steady_clock::time_point until);

  LiveFeed& feed_;
  const LivePace pace_;
  std::atomic<std::uint64_t> generation_{1};
  std::atomic<bool> stopping_{false};

  mutable std::mutex mutex_;
  std::condition_variable stopped_;
  std::map<std::uint64_t, std::function<void()>> clients_;
  std::uint64_t last_client_ = 0;
  Progress progress_;

  std::thread thread_;
};

}  // namespace stepline::server
