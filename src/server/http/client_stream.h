#pragma once

#include <algorithm>
#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/stream_base.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "server/http/asynchronous.h"
#include "server/http/server.h"
#include "server/http/write_pace.h"

namespace stepline::server {

// The bytes that come from a client and go to it, each within its limit of
// time. Requests may be read ahead. What is here runs on the strand of the
// stream.
template <class Stream>
class ClientStream : public std::enable_shared_from_this<ClientStream<Stream>> {
 public:
  static constexpr bool kIsTls =
      !std::is_same_v<Stream, boost::beast::tcp_stream>;
  using Parser =
      boost::beast::http::request_parser<boost::beast::http::string_body>;
  using ErrorCode = boost::beast::error_code;

  // The limits must outlive it.
  ClientStream(Stream stream, const Limits& limits)
      : limits_(limits),
        executor_(stream.get_executor()),
        stream_(std::move(stream)),
        event_(executor_),
        pace_(limits) {}

  const boost::asio::any_io_executor& executor() const { return executor_; }
  auto& socket() { return boost::beast::get_lowest_layer(stream_); }
  Stream release() { return std::move(stream_); }

  boost::asio::awaitable<bool> handshake();

  // Until the client says something; false when it does not.
  boost::asio::awaitable<bool> wait_for_request();
  boost::asio::awaitable<ErrorCode> read_head(Parser& parser);
  boost::asio::awaitable<ErrorCode> read_body(Parser& parser);

  // Between them an answer is written; false when the client is gone, or took
  // it too slowly.
  void begin_answer() { pace_ = WritePace(limits_); }
  boost::asio::awaitable<bool> write(std::string_view bytes);

  // While others work on an answer, sees whether the client goes away, and says
  // so in `gone`.
  void watch(std::shared_ptr<std::atomic<bool>> gone);
  boost::asio::awaitable<void> end_watch();

  // The client shall get what was sent last: closing while there is something
  // unread would take it back. That is not waited for once `hurry` is set.
  boost::asio::awaitable<void> close(const std::atomic<bool>& hurry);

 private:
  // Until the head is complete, or the whole request.
  boost::asio::awaitable<ErrorCode> parse(Parser& parser, bool whole);

  static constexpr std::size_t kPiece = 256 << 10;
  static constexpr std::size_t kRead = 16 << 10;
  static constexpr std::size_t kAhead = 64 << 10;

  const Limits& limits_;
  const boost::asio::any_io_executor executor_;
  Stream stream_;
  Event event_;
  WritePace pace_;
  boost::beast::flat_buffer buffer_{kAhead};
  bool watching_ = false;
  bool ending_watch_ = false;
};

template <class Stream>
boost::asio::awaitable<bool> ClientStream<Stream>::handshake() {
  if constexpr (kIsTls) {
    socket().expires_after(limits_.handshake);
    auto [error] = co_await stream_.async_handshake(
        boost::asio::ssl::stream_base::server, kAsTuple);
    co_return !error;
  }
  co_return true;
}

template <class Stream>
boost::asio::awaitable<bool> ClientStream<Stream>::wait_for_request() {
  if (buffer_.size() > 0) co_return true;
  socket().expires_after(limits_.idle);
  auto [error, bytes] =
      co_await stream_.async_read_some(buffer_.prepare(kRead), kAsTuple);
  if (error) co_return false;
  buffer_.commit(bytes);
  co_return true;
}

template <class Stream>
boost::asio::awaitable<boost::beast::error_code>
ClientStream<Stream>::read_head(Parser& parser) {
  socket().expires_after(limits_.head);
  co_return co_await parse(parser, /*whole=*/false);
}

template <class Stream>
boost::asio::awaitable<boost::beast::error_code>
ClientStream<Stream>::read_body(Parser& parser) {
  socket().expires_after(limits_.body);
  co_return co_await parse(parser, /*whole=*/true);
}

// Beast's own operations bound the length of a line, not that of the head.
template <class Stream>
boost::asio::awaitable<boost::beast::error_code> ClientStream<Stream>::parse(
    Parser& parser, bool whole) {
  using Problem = boost::beast::http::error;
  std::size_t used = 0;
  while (!(whole ? parser.is_done() : parser.is_header_done())) {
    ErrorCode error = Problem::need_more;
    if (buffer_.size() > 0) {
      error = {};
      const std::size_t bytes = parser.put(buffer_.data(), error);
      buffer_.consume(bytes);
      used += bytes;
    }
    if (error && error != Problem::need_more) co_return error;
    if (!whole && used + buffer_.size() > limits_.head_bytes) {
      co_return ErrorCode(Problem::header_limit);
    }
    if (!error) continue;
    const std::size_t room = std::min(kRead, kAhead - buffer_.size());
    if (room == 0) co_return ErrorCode(Problem::buffer_overflow);
    auto [failed, bytes] =
        co_await stream_.async_read_some(buffer_.prepare(room), kAsTuple);
    if (failed) co_return failed;
    buffer_.commit(bytes);
  }
  co_return ErrorCode();
}

template <class Stream>
boost::asio::awaitable<bool> ClientStream<Stream>::write(
    std::string_view bytes) {
  using Clock = std::chrono::steady_clock;
  while (!bytes.empty()) {
    const WritePace::Duration patience = pace_.patience();
    if (patience <= WritePace::Duration::zero()) co_return false;
    const auto begun = Clock::now();
    socket().expires_after(patience);
    const std::string_view piece = bytes.substr(0, kPiece);
    auto [error, written] =
        co_await stream_.async_write_some(boost::asio::buffer(piece), kAsTuple);
    if (error) co_return false;
    pace_.wrote(written, Clock::now() - begun);
    bytes.remove_prefix(written);
  }
  co_return true;
}

template <class Stream>
void ClientStream<Stream>::watch(std::shared_ptr<std::atomic<bool>> gone) {
  socket().expires_never();
  if (buffer_.size() + kRead > kAhead) return;
  watching_ = true;
  ending_watch_ = false;
  stream_.async_read_some(buffer_.prepare(kRead),
                          [self = this->shared_from_this(), gone](
                              ErrorCode error, std::size_t bytes) {
                            self->watching_ = false;
                            if (!error) {
                              self->buffer_.commit(bytes);
                              if (!self->ending_watch_) self->watch(gone);
                            } else if (!self->ending_watch_) {
                              *gone = true;
                            }
                            self->event_.set();
                          });
}

template <class Stream>
boost::asio::awaitable<void> ClientStream<Stream>::end_watch() {
  ending_watch_ = true;
  if (watching_) socket().cancel();
  while (watching_) co_await event_.wait();
}

template <class Stream>
boost::asio::awaitable<void> ClientStream<Stream>::close(
    const std::atomic<bool>& hurry) {
  ErrorCode ignored;
  if constexpr (kIsTls) {
    socket().expires_after(std::chrono::seconds(1));
    co_await stream_.async_shutdown(kAsTuple);
  }
  socket().socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send,
                             ignored);
  socket().expires_after(std::chrono::seconds(1));
  char rest[4096];
  std::size_t total = 0;
  while (!hurry && total < kAhead) {
    auto [error, bytes] =
        co_await socket().async_read_some(boost::asio::buffer(rest), kAsTuple);
    if (error) break;
    total += bytes;
  }
  socket().close();
}

}  // namespace stepline::server
