#include "reader/log_follower.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "reader/tree_tracker.h"
#include "storage/watcher.h"

namespace stepline::reader {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

constexpr milliseconds kGathering{20};
constexpr milliseconds kShortestSleep{1};
constexpr std::chrono::hours kLongestWait{24 * 365};

class Follower final : public LogFollower {
 public:
  Follower(storage::FileSystem& files, std::vector<Root> roots, Options options,
           std::unique_ptr<storage::Watcher> watcher, std::string reason)
      : options_(options),
        watcher_(std::move(watcher)),
        polling_reason_(std::move(reason)),
        polling_(watcher_ == nullptr),
        tracker_(files, std::move(roots), watcher_.get()) {}

  Result<Changes> wait(milliseconds timeout) override {
    if (!started_) return start();
    if (!options_.follow) return Changes{};
    const Time deadline =
        Clock::now() + std::min<Clock::duration>(timeout, kLongestWait);
    Time gathered = Time::max();
    Time until = Time::min();
    while (true) {
      receive(until);
      const Time now = Clock::now();
      const bool ends = woken_.exchange(false) || now >= deadline;
      const bool looks = now >= next_look_;
      if (looks) look();
      if (ends || looks || now >= gathered) {
        gathered = Time::max();
        Changes changes = tracker_.take_changes();
        fall_back_if_refused();
        if (ends || !changes.empty()) return changes;
      }
      if (tracker_.has_notes()) gathered = std::min(gathered, now + kGathering);
      until = std::min({deadline, gathered, next_look_});
    }
  }

  void wake() override {
    woken_ = true;
    if (watcher_ != nullptr) watcher_->wake();
    const std::lock_guard lock(mutex_);
    waker_.notify_all();
  }

  std::string polling_reason() const override { return polling_reason_; }

 private:
  Result<Changes> start() {
    const auto started = tracker_.start(options_.may_be_missing);
    if (!started) return started.error();
    started_ = true;
    next_look_ = Clock::now() + options_.poll_interval;
    fall_back_if_refused();
    return tracker_.take_changes();
  }

  // Sleeps until then, but at the first call; events and wake() end it.
  void receive(Time until) {
    auto timeout = milliseconds(0);
    if (until != Time::min()) {
      const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
      timeout = std::max(left, kShortestSleep);
    }
    if (polling_) {
      std::unique_lock lock(mutex_);
      waker_.wait_for(lock, timeout, [&] { return woken_.load(); });
      return;
    }
    const auto events = watcher_->wait(timeout);
    if (!events) return fall_back(events.error().message);
    for (const storage::WatchEvent& event : *events) tracker_.note(event);
  }

  void look() {
    if (polling_) {
      tracker_.walk_again();
    } else {
      tracker_.note_silent_changes();
    }
    next_look_ = Clock::now() + options_.poll_interval;
  }

  void fall_back_if_refused() {
    if (tracker_.refusal()) fall_back(tracker_.refusal()->message);
  }
  void fall_back(const std::string& reason) {
    if (std::exchange(polling_, true)) return;
    polling_reason_ = reason;
    tracker_.stop_watching();
  }

  const Options options_;
  const std::unique_ptr<storage::Watcher> watcher_;
  std::string polling_reason_;
  bool polling_;
  TreeTracker tracker_;
  bool started_ = false;
  Time next_look_;  // For what no event tells of.

  std::atomic<bool> woken_ = false;
  std::mutex mutex_;  // Guards nothing but the moment between test and sleep.
  std::condition_variable waker_;
};

}  // namespace

Result<std::unique_ptr<LogFollower>> LogFollower::open(
    storage::FileSystem& files, std::vector<Root> roots, Options options) {
  std::unique_ptr<storage::Watcher> watcher;
  std::string reason;
  if (options.follow && !options.poll) {
    auto made = files.make_watcher();
    if (made && *made == nullptr) reason = "the file system tells no changes";
    if (!made) reason = made.error().message;
    if (made) watcher = std::move(*made);
  }
  return std::unique_ptr<LogFollower>(std::make_unique<Follower>(
      files, std::move(roots), options, std::move(watcher), std::move(reason)));
}

}  // namespace stepline::reader
