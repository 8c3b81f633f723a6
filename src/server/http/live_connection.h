#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "server/http/asynchronous.h"
#include "server/http/core.h"

namespace stepline::server {

// One client of the live stream. It holds a cursor and nothing else: what came
// while a message was on its way is asked for when that has been taken. What is
// here runs on the strand of the stream.
template <class Stream>
class LiveConnection
    : public std::enable_shared_from_this<LiveConnection<Stream>> {
 public:
  using Upgrade = boost::beast::http::request<boost::beast::http::string_body>;

  LiveConnection(Core& core, Stream stream)
      : core_(core),
        socket_(std::move(stream)),
        event_(socket_.get_executor()),
        stall_(socket_.get_executor()) {}

  void finish() {
    finishing_ = true;
    event_.set();
  }
  void abort() { lowest().close(); }

  // Returns when the client has gone or finish() was called.
  boost::asio::awaitable<void> run(const Upgrade& request,
                                   const LiveCursor& cursor);

 private:
  using Clock = std::chrono::steady_clock;
  using Text = std::shared_ptr<const std::string>;

  // While one lives, the hub wakes the client, and it is counted.
  class Registration {
   public:
    explicit Registration(LiveConnection& client)
        : core_(client.core_), number_(core_.hub.add(client.waker())) {
      ++core_.metrics.live_clients;
    }
    ~Registration() {
      core_.hub.remove(number_);
      --core_.metrics.live_clients;
    }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

   private:
    Core& core_;
    const std::uint64_t number_;
  };

  auto& lowest() { return boost::beast::get_lowest_layer(socket_); }

  std::function<void()> waker();
  boost::asio::awaitable<bool> accept(const Upgrade& request);
  boost::asio::awaitable<void> tell(const LiveCursor& cursor);
  boost::asio::awaitable<bool> tell_changes();
  boost::asio::awaitable<bool> write(const Text& text);
  boost::asio::awaitable<void> close();
  void listen();  // What clients send is read, so that their end is seen.

  Core& core_;
  boost::beast::websocket::stream<Stream> socket_;
  Event event_;
  boost::asio::steady_timer stall_;
  std::array<char, 1024> ignored_{};
  LiveFeed::Message message_;
  LiveCursor cursor_;
  std::uint64_t seen_ = 0;  // Of the hub's generations.
  Clock::time_point last_change_{};
  Clock::time_point last_message_{};
  bool finishing_ = false;
  bool gone_ = false;
  bool listening_ = false;
};

template <class Stream>
boost::asio::awaitable<void> LiveConnection<Stream>::run(
    const Upgrade& request, const LiveCursor& cursor) {
  const bool accepted = co_await accept(request);
  if (!accepted) co_return;
  listen();
  {
    const Registration registration(*this);
    co_await tell(cursor);
  }
  co_await close();
}

template <class Stream>
boost::asio::awaitable<bool> LiveConnection<Stream>::accept(
    const Upgrade& request) {
  namespace websocket = boost::beast::websocket;
  socket_.read_message_max(core_.options.limits.live_frame_bytes);
  socket_.set_option(
      websocket::stream_base::decorator([](websocket::response_type& response) {
        response.set(boost::beast::http::field::server, "stepline");
      }));
  socket_.auto_fragment(false);
  lowest().expires_after(core_.options.limits.write_stall);
  auto [error] = co_await socket_.async_accept(request, kAsTuple);
  lowest().expires_never();
  co_return !error;
}

template <class Stream>
std::function<void()> LiveConnection<Stream>::waker() {
  return [weak = this->weak_from_this(), executor = socket_.get_executor()] {
    boost::asio::post(executor, [weak] {
      if (const auto self = weak.lock()) self->event_.set();
    });
  };
}

template <class Stream>
boost::asio::awaitable<void> LiveConnection<Stream>::tell(
    const LiveCursor& cursor) {
  static const Text kPing =
      std::make_shared<const std::string>("{\"type\":\"ping\"}");
  std::uint64_t seen_progress = core_.hub.progress().number;
  auto greet = [this, &cursor] { message_ = core_.feed.hello(cursor); };
  co_await run_on(core_.live, greet);
  cursor_ = message_.cursor;
  bool told = co_await write(message_.text);
  const LivePace& pace = core_.options.pace;
  while (told && !gone_ && !finishing_) {
    const auto now = Clock::now();
    const bool changed = core_.hub.generation() != seen_;
    const auto change_at = last_change_ + pace.changes;
    const auto ping_at = last_message_ + pace.silence;
    const LiveHub::Progress progress = core_.hub.progress();
    const bool has_changes = changed && now >= change_at;
    const bool has_progress = progress.number != seen_progress;
    if (has_changes) told = co_await tell_changes();
    if (has_progress && told) {
      seen_progress = progress.number;
      told = co_await write(progress.text);
    }
    if (has_changes || has_progress) continue;
    if (now >= ping_at) {
      told = co_await write(kPing);
    } else {
      co_await event_.wait(changed ? std::min(change_at, ping_at) : ping_at);
    }
  }
}

template <class Stream>
boost::asio::awaitable<bool> LiveConnection<Stream>::tell_changes() {
  seen_ = core_.hub.generation();
  auto ask = [this] { message_ = core_.feed.next(cursor_); };
  co_await run_on(core_.live, ask);
  if (message_.text == nullptr) co_return true;
  last_change_ = Clock::now();
  const bool told = co_await write(message_.text);
  cursor_ = message_.cursor;
  co_return told;
}

template <class Stream>
boost::asio::awaitable<bool> LiveConnection<Stream>::write(const Text& text) {
  if (text == nullptr) co_return true;
  stall_.expires_after(core_.options.limits.live_stall);
  stall_.async_wait([weak = this->weak_from_this()](const auto& error) {
    const auto self = weak.lock();
    if (self && !error) self->abort();
  });
  socket_.text(true);
  auto [error, bytes] =
      co_await socket_.async_write(boost::asio::buffer(*text), kAsTuple);
  stall_.expires_at(Clock::time_point::max());
  last_message_ = Clock::now();
  co_return !error;
}

template <class Stream>
void LiveConnection<Stream>::listen() {
  listening_ = true;
  socket_.async_read_some(
      boost::asio::buffer(ignored_),
      [self = this->shared_from_this()](const auto& error, std::size_t) {
        self->listening_ = false;
        if (error) {
          self->gone_ = true;
        } else {
          self->listen();
        }
        self->event_.set();
      });
}

template <class Stream>
boost::asio::awaitable<void> LiveConnection<Stream>::close() {
  namespace websocket = boost::beast::websocket;
  if (!gone_ && socket_.is_open()) {
    stall_.expires_after(std::chrono::seconds(1));
    stall_.async_wait([weak = this->weak_from_this()](const auto& error) {
      const auto self = weak.lock();
      if (self && !error) self->abort();
    });
    co_await socket_.async_close(websocket::close_code::going_away, kAsTuple);
  }
  lowest().close();
  while (listening_) co_await event_.wait();
}

}  // namespace stepline::server
