#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "server/live/live_feed.h"
#include "store/store.h"

namespace stepline::server {

// The live stream of a store (docs/api.md, "The live stream"). Cursors are
// those of the store.
//
// A message may tell more than what happened up to its cursor, since figures
// are those of the moment it is made; the next one tells that again, and as
// nothing in it depends on what was there before, that does no harm.
class StoreFeed final : public LiveFeed {
 public:
  // The store must outlive it.
  StoreFeed(const store::Store& store, std::string instance);

  Message hello(std::string_view cursor) override;
  Message next(const LiveCursor& cursor) override;
  Message progress() override;
  bool wait(std::chrono::milliseconds timeout) override;

 private:
  using Text = std::shared_ptr<const std::string>;
  struct Kept {
    std::uint64_t from;
    std::uint64_t to;
    Text text;
  };

  Message greet(std::uint64_t number, bool reset) const;
  const Kept* kept_from(std::uint64_t from) const;
  const Kept& keep(std::uint64_t from, std::uint64_t to, std::string text);

  const store::Store& store_;
  const std::string instance_;
  std::atomic<bool> told_end_{false};
  // Those who were woken know everything up to here, or will ask.
  std::atomic<std::uint64_t> waited_{0};

  std::mutex mutex_;       // Held while a message is made: made once.
  std::deque<Kept> kept_;  // The latest messages.
};

}  // namespace stepline::server
