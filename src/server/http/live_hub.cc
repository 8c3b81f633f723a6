#include "server/http/live_hub.h"

#include <utility>

namespace stepline::server {
namespace {

using Clock = std::chrono::steady_clock;

// Beside changes, only stop() is waited for.
constexpr std::chrono::milliseconds kPatience{250};

}  // namespace

LiveHub::LiveHub(LiveFeed& feed, const LivePace& pace)
    : feed_(feed), pace_(pace), thread_([this] { run(); }) {}

LiveHub::~LiveHub() { stop(); }

void LiveHub::stop() {
  stopping_ = true;
  { const std::lock_guard lock(mutex_); }
  stopped_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::uint64_t LiveHub::add(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  clients_.emplace(++last_client_, std::move(wake));
  return last_client_;
}

void LiveHub::remove(std::uint64_t client) {
  const std::lock_guard lock(mutex_);
  clients_.erase(client);
}

LiveHub::Progress LiveHub::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void LiveHub::run() {
  bool loading = true;
  auto next_progress = Clock::now();
  while (!stopping_) {
    const bool changed = feed_.wait(loading ? pace_.progress : kPatience);
    const auto now = Clock::now();
    bool news = changed;
    if (changed) ++generation_;
    if (loading && now >= next_progress) {
      loading = look_at_progress();
      next_progress = now + pace_.progress;
      news = true;
    }
    if (!news) continue;
    wake_all();
    pause(now + pace_.changes);
  }
}

bool LiveHub::look_at_progress() {
  const auto text = feed_.progress().text;
  if (text == nullptr) return false;
  const std::lock_guard lock(mutex_);
  progress_ = {progress_.number + 1, text};
  return true;
}

void LiveHub::wake_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [client, wake] : clients_) wake();
}

void LiveHub::pause(Clock::time_point until) {
  std::unique_lock lock(mutex_);
  stopped_.wait_until(lock, until, [this] { return stopping_.load(); });
}

}  // namespace stepline::server
