#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace stepline::server {

// A place in the live stream, as clients know it: opaque to them, and of this
// server's instance alone.
using LiveCursor = std::string;

// What the live stream of docs/api.md says. It holds no client's state beside
// the cursor, so that a slow one costs nothing: when it can take more, next()
// joins all that came meanwhile. Messages that several clients want are made
// once.
//
// All functions may be called from any thread at any time.
class LiveFeed {
 public:
  virtual ~LiveFeed() = default;

  struct Message {
    std::shared_ptr<const std::string> text;  // JSON; null: nothing new.
    LiveCursor cursor;                        // To ask with next time.
  };

  // The first message to a client that comes with `cursor` (maybe empty, stale
  // or made up). Says how far loading is, so that what progress() gave before
  // need not be told to it.
  virtual Message hello(std::string_view cursor) = 0;
  // What came after `cursor`, which must be one that this feed gave.
  virtual Message next(const LiveCursor& cursor) = 0;
  // The state of loading, if it is not done; null text otherwise. The cursor is
  // not set.
  virtual Message progress() = 0;

  // Returns when something may have come after the last such call, or after
  // `timeout`: for the one thread that wakes the clients.
  virtual bool wait(std::chrono::milliseconds timeout) = 0;
};

}  // namespace stepline::server
