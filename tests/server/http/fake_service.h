#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "server/api/service.h"
#include "server/live/live_feed.h"

namespace stepline::server {

// Answers by its paths; others are 404.
class FakeService : public Service {
 public:
  using Answer = std::function<Response(const Request&)>;

  void at(const std::string& path, Answer answer) {
    answers_[path] = std::move(answer);
  }

  Response answer(const Request& request) override {
    const auto found = answers_.find(request.path);
    if (found == answers_.end()) return error_response(404, "no such answer");
    return found->second(request);
  }
  std::string_view route_of(std::string_view path) const override {
    const auto found = answers_.find(path);
    return found == answers_.end() ? "other" : std::string_view(found->first);
  }

 private:
  std::map<std::string, Answer, std::less<>> answers_;
};

// Numbers that grow; a message tells those from the cursor on: "3..7".
class FakeFeed : public LiveFeed {
 public:
  void grow() {
    const std::lock_guard lock(mutex_);
    ++number_;
    changed_.notify_all();
  }
  void load(std::string progress) {
    const std::lock_guard lock(mutex_);
    progress_ = std::move(progress);
  }

  Message hello(std::string_view cursor) override {
    Message made = hello_at(cursor);
    if (after_hello) after_hello();
    return made;
  }
  Message next(const LiveCursor& cursor) override {
    if (before_next) before_next();
    const std::lock_guard lock(mutex_);
    const std::string now = std::to_string(number_);
    if (cursor == now) return {nullptr, cursor};
    return message(cursor + ".." + now + padding, now);
  }
  Message progress() override {
    const std::lock_guard lock(mutex_);
    told_progress_ = progress_;
    changed_.notify_all();
    if (progress_.empty()) return {};
    return message(progress_, "");
  }
  bool wait(std::chrono::milliseconds timeout) override {
    std::unique_lock lock(mutex_);
    ++waits_;
    changed_.notify_all();
    const bool grown =
        changed_.wait_for(lock, timeout, [this] { return number_ != waited_; });
    waited_ = number_;
    return grown;
  }

  // Loads, and returns when the hub has heard of it.
  void load_and_tell(const std::string& progress) {
    load(progress);
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience,
                      [&] { return told_progress_ == progress; });
  }
  // Grows, and returns when the hub knows that.
  void grow_and_tell() {
    std::unique_lock lock(mutex_);
    const std::uint64_t known = waits_ + 2;
    ++number_;
    changed_.notify_all();
    changed_.wait_for(lock, kPatience, [&] { return waits_ >= known; });
  }

  // Set before anybody asks:
  std::string padding;                // Behind every change.
  std::function<void()> before_next;  // Called on the thread of messages.
  std::function<void()> after_hello;

 private:
  static constexpr std::chrono::seconds kPatience{10};

  Message hello_at(std::string_view cursor) {
    const std::lock_guard lock(mutex_);
    if (!cursor.empty() && std::stoul(std::string(cursor)) <= number_) {
      return message("hello", std::string(cursor));
    }
    return message("reset", std::to_string(number_));
  }
  static Message message(std::string text, std::string cursor) {
    return {std::make_shared<const std::string>(std::move(text)),
            std::move(cursor)};
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t number_ = 0;
  std::uint64_t waited_ = 0;
  std::uint64_t waits_ = 0;
  std::string progress_;
  std::string told_progress_ = "nothing";
};

}  // namespace stepline::server
