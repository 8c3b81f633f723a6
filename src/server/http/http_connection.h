#pragma once

#include <algorithm>
#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream_base.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <charconv>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "server/http/asynchronous.h"
#include "server/http/core.h"
#include "server/http/live_connection.h"
#include "server/http/parsed_head.h"
#include "server/http/response_head.h"

namespace stepline::server {

// One client and its requests, one after another. What is here runs on the
// strand of the stream.
template <class Stream>
class HttpConnection final
    : public Connection,
      public std::enable_shared_from_this<HttpConnection<Stream>> {
 public:
  static constexpr bool kIsTls =
      !std::is_same_v<Stream, boost::beast::tcp_stream>;

  HttpConnection(Core& core, Stream stream)
      : core_(core),
        executor_(stream.get_executor()),
        stream_(std::move(stream)),
        event_(executor_) {}
  ~HttpConnection() override { core_.leave(this); }

  void finish() override;
  void abort() override;

  const boost::asio::any_io_executor& executor() const { return executor_; }
  boost::asio::awaitable<void> run();

 private:
  using Parser =
      boost::beast::http::request_parser<boost::beast::http::string_body>;
  using ErrorCode = boost::beast::error_code;

  struct Job {
    Request request;
    Response response;
    std::atomic<bool> cancelled{false};
    std::string chunk;
    bool more = false;
  };

  auto& socket() { return boost::beast::get_lowest_layer(stream_); }

  boost::asio::awaitable<bool> handshake();
  boost::asio::awaitable<bool> serve_one();
  boost::asio::awaitable<bool> read_head(Parser& parser);
  boost::asio::awaitable<bool> read_body(Parser& parser);
  // Until the head is complete, or the whole request.
  boost::asio::awaitable<ErrorCode> parse(Parser& parser, bool whole);
  boost::asio::awaitable<void> explain(ErrorCode error);
  boost::asio::awaitable<bool> refuse(unsigned status, const std::string& what);
  boost::asio::awaitable<void> answer(const std::shared_ptr<Job>& job);

  // While others work, sees whether the client goes away.
  void watch(std::shared_ptr<Job> job);
  boost::asio::awaitable<void> end_watch();

  // Whether the connection goes on after it.
  boost::asio::awaitable<bool> send(const std::shared_ptr<Job>& job,
                                    bool is_head, bool keep_alive,
                                    unsigned version);
  boost::asio::awaitable<bool> send_stream(const std::shared_ptr<Job>& job,
                                           bool chunked);
  boost::asio::awaitable<bool> write(std::string_view bytes);
  boost::asio::awaitable<void> close();

  static constexpr std::size_t kPiece = 256 << 10;
  static constexpr std::size_t kRead = 16 << 10;
  static constexpr std::size_t kJoined = 16 << 10;
  static constexpr std::size_t kAhead = 64 << 10;

  Core& core_;
  const boost::asio::any_io_executor executor_;
  Stream stream_;
  Event event_;
  boost::beast::flat_buffer buffer_{kAhead};
  std::shared_ptr<Job> job_;
  std::shared_ptr<LiveConnection<Stream>> live_;  // Has the stream then.
  bool watching_ = false;
  bool ending_watch_ = false;
  bool idle_ = true;
  bool is_open_ = true;
};

template <class Stream>
void HttpConnection<Stream>::finish() {
  boost::asio::post(executor_, [self = this->shared_from_this()] {
    if (self->live_) {
      self->live_->finish();
    } else if (self->idle_) {
      self->socket().cancel();
    }
  });
}

template <class Stream>
void HttpConnection<Stream>::abort() {
  boost::asio::post(executor_, [self = this->shared_from_this()] {
    if (self->job_) self->job_->cancelled = true;
    if (self->live_) {
      self->live_->abort();
    } else {
      self->socket().close();
    }
  });
}

template <class Stream>
boost::asio::awaitable<void> HttpConnection<Stream>::run() {
  bool going_on = co_await handshake();
  while (going_on) going_on = co_await serve_one();
  if (is_open_) co_await close();
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::handshake() {
  if constexpr (kIsTls) {
    socket().expires_after(core_.options.limits.handshake);
    auto [error] = co_await stream_.async_handshake(
        boost::asio::ssl::stream_base::server, kAsTuple);
    if (error) is_open_ = false;
    co_return !error;
  }
  co_return true;
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::serve_one() {
  Parser parser;
  parser.header_limit(
      static_cast<std::uint32_t>(core_.options.limits.head_bytes));
  parser.body_limit(core_.options.limits.body_bytes);
  const bool has_head = co_await read_head(parser);
  if (!has_head) co_return false;
  const auto begun = std::chrono::steady_clock::now();

  const RequestHead head = parsed_head(parser.get(), kIsTls);
  const auto job = std::make_shared<Job>();
  Site::Admission admission = core_.site.admit(head);
  job->request = std::move(admission.request);
  const bool has_body = !parser.is_done();
  bool keep_alive = parser.keep_alive() && !core_.stopping;
  if (admission.refusal) {
    job->response = *std::move(admission.refusal);
    keep_alive = keep_alive && !has_body;
  } else if (admission.is_live) {
    is_open_ = false;
    core_.metrics.count(core_.site.route_of(job->request), 101, {});
    const auto cursor = job->request.parameters.find("cursor");
    live_ = std::make_shared<LiveConnection<Stream>>(core_, std::move(stream_));
    const auto upgrade = parser.release();
    const LiveCursor from(cursor.value_or(""));
    co_await live_->run(upgrade, from);
    co_return false;
  } else {
    if (has_body) {
      const bool has_all = co_await read_body(parser);
      if (!has_all) co_return false;
    }
    auto refusal = core_.site.take_body(head, std::move(parser.get().body()),
                                        job->request);
    if (refusal) {
      job->response = *std::move(refusal);
    } else if (admission.is_quick) {
      job->response = core_.site.answer(job->request);
    } else {
      co_await answer(job);
    }
  }
  core_.metrics.count(core_.site.route_of(job->request), job->response.status,
                      std::chrono::steady_clock::now() - begun);
  const unsigned version = parser.get().version();
  const bool going_on = co_await send(job, head.is_head(), keep_alive, version);
  job_.reset();
  co_return going_on;
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::read_head(Parser& parser) {
  idle_ = true;
  if (core_.stopping) co_return false;
  if (buffer_.size() == 0) {
    socket().expires_after(core_.options.limits.idle);
    auto [error, bytes] =
        co_await stream_.async_read_some(buffer_.prepare(kRead), kAsTuple);
    if (error) co_return false;
    buffer_.commit(bytes);
  }
  idle_ = false;
  socket().expires_after(core_.options.limits.head);
  const ErrorCode error = co_await parse(parser, /*whole=*/false);
  if (!error) co_return true;
  co_await explain(error);
  co_return false;
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::read_body(Parser& parser) {
  const auto expected = parser.get()[boost::beast::http::field::expect];
  if (boost::beast::iequals(expected, "100-continue")) {
    const bool sent = co_await write("HTTP/1.1 100 Continue\r\n\r\n");
    if (!sent) co_return false;
  }
  socket().expires_after(core_.options.limits.body);
  const ErrorCode error = co_await parse(parser, /*whole=*/true);
  if (!error) co_return true;
  co_await explain(error);
  co_return false;
}

// Beast's own operations bound the length of a line, not that of the head.
template <class Stream>
boost::asio::awaitable<boost::beast::error_code> HttpConnection<Stream>::parse(
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
    if (!whole && used + buffer_.size() > core_.options.limits.head_bytes) {
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

// Says what is wrong with a request, to a client that is there still.
template <class Stream>
boost::asio::awaitable<void> HttpConnection<Stream>::explain(ErrorCode error) {
  using Problem = boost::beast::http::error;
  const ErrorCode any = Problem::bad_method;
  if (error.category() != any.category()) co_return;
  unsigned status = 400;
  if (error == Problem::header_limit) status = 431;
  if (error == Problem::body_limit) status = 413;
  const std::string what = error.message();
  co_await refuse(status, what);
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::refuse(
    unsigned status, const std::string& what) {
  const auto job = std::make_shared<Job>();
  job->response = error_response(status, what);
  core_.metrics.count("none", status, {});
  const bool sent = co_await send(job, false, false, 11);
  co_return sent;
}

template <class Stream>
boost::asio::awaitable<void> HttpConnection<Stream>::answer(
    const std::shared_ptr<Job>& job) {
  job_ = job;
  job->request.cancelled = &job->cancelled;
  socket().expires_never();
  watch(job);
  auto work = [this, &job] { job->response = core_.site.answer(job->request); };
  co_await run_on(core_.pool, work);
  co_await end_watch();
}

template <class Stream>
void HttpConnection<Stream>::watch(std::shared_ptr<Job> job) {
  if (buffer_.size() + kRead > kAhead) return;
  watching_ = true;
  ending_watch_ = false;
  stream_.async_read_some(buffer_.prepare(kRead),
                          [self = this->shared_from_this(), job](
                              ErrorCode error, std::size_t bytes) {
                            self->watching_ = false;
                            if (!error) {
                              self->buffer_.commit(bytes);
                              if (!self->ending_watch_) self->watch(job);
                            } else if (!self->ending_watch_) {
                              job->cancelled = true;
                            }
                            self->event_.set();
                          });
}

template <class Stream>
boost::asio::awaitable<void> HttpConnection<Stream>::end_watch() {
  ending_watch_ = true;
  if (watching_) socket().cancel();
  while (watching_) co_await event_.wait();
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::send(
    const std::shared_ptr<Job>& job, bool is_head, bool keep_alive,
    unsigned version) {
  const Response& response = job->response;
  Framing framing;
  framing.length = length_of(response.body);
  framing.chunked = !framing.length && version >= 11;
  framing.keep_alive = keep_alive && (framing.length || framing.chunked);
  std::string head = response_head(response, framing);
  const bool has_body = !is_head && !is_bodiless(response.status);
  if (has_body && !framing.length) {
    const bool begun = co_await write(head);
    if (!begun) co_return false;
    const bool sent = co_await send_stream(job, framing.chunked);
    co_return sent ? framing.keep_alive : false;
  }
  std::string_view body = has_body ? bytes_of(response.body) : "";
  if (body.size() <= kJoined) {
    head += body;
    body = {};
  }
  bool sent = co_await write(head);
  if (sent && !body.empty()) sent = co_await write(body);
  co_return sent ? framing.keep_alive : false;
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::send_stream(
    const std::shared_ptr<Job>& job, bool chunked) {
  job_ = job;
  job->more = true;
  std::string piece;
  while (job->more && !job->cancelled) {
    socket().expires_never();
    watch(job);
    auto work = [&job] {
      job->chunk.clear();
      try {
        job->more = std::get<BodyStream>(job->response.body)(job->chunk);
      } catch (...) {
        job->cancelled = true;
      }
    };
    co_await run_on(core_.pool, work);
    co_await end_watch();
    if (job->cancelled) co_return false;
    if (job->chunk.empty()) continue;
    if (!chunked) {
      const bool sent = co_await write(job->chunk);
      if (!sent) co_return false;
      continue;
    }
    char size[16];
    const auto end = std::to_chars(size, size + 16, job->chunk.size(), 16).ptr;
    piece.assign(size, end);
    piece += "\r\n";
    piece += job->chunk;
    piece += "\r\n";
    const bool sent = co_await write(piece);
    if (!sent) co_return false;
  }
  if (chunked) co_return co_await write("0\r\n\r\n");
  co_return true;
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::write(
    std::string_view bytes) {
  while (!bytes.empty()) {
    socket().expires_after(core_.options.limits.write_stall);
    const std::string_view piece = bytes.substr(0, kPiece);
    auto [error, written] =
        co_await stream_.async_write_some(boost::asio::buffer(piece), kAsTuple);
    if (error) co_return false;
    bytes.remove_prefix(written);
  }
  co_return true;
}

// The client shall get what was sent last: closing while there is something
// unread would take it back.
template <class Stream>
boost::asio::awaitable<void> HttpConnection<Stream>::close() {
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
  while (!core_.stopping && total < kAhead) {
    auto [error, bytes] =
        co_await socket().async_read_some(boost::asio::buffer(rest), kAsTuple);
    if (error) break;
    total += bytes;
  }
  socket().close();
}

template <class Stream>
void serve(Core& core, Stream stream) {
  const auto connection =
      std::make_shared<HttpConnection<Stream>>(core, std::move(stream));
  core.enter(connection);
  boost::asio::co_spawn(
      connection->executor(), [connection] { return connection->run(); },
      boost::asio::detached);
}

}  // namespace stepline::server
