#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <charconv>
#include <memory>
#include <string>
#include <utility>

#include "server/http/asynchronous.h"
#include "server/http/client_stream.h"
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
  HttpConnection(Core& core, Stream stream)
      : core_(core),
        client_(std::make_shared<ClientStream<Stream>>(std::move(stream),
                                                       core.options.limits)) {}
  ~HttpConnection() override { core_.leave(this); }

  void finish() override;
  void abort() override;
  std::optional<Clock::time_point> idle_since() const override;

  const boost::asio::any_io_executor& executor() const {
    return client_->executor();
  }
  boost::asio::awaitable<void> run();

 private:
  using Parser = typename ClientStream<Stream>::Parser;
  using ErrorCode = typename ClientStream<Stream>::ErrorCode;

  struct Job {
    Request request;
    Response response;
    std::atomic<bool> cancelled{false};
    std::string chunk;
    bool more = false;
  };

  boost::asio::awaitable<bool> serve_one();
  boost::asio::awaitable<bool> read_head(Parser& parser);
  boost::asio::awaitable<bool> read_body(Parser& parser);
  boost::asio::awaitable<void> explain(ErrorCode error);
  boost::asio::awaitable<void> go_live(Parser& parser, const Job& job);
  boost::asio::awaitable<void> answer(const std::shared_ptr<Job>& job);

  // Whether the connection goes on after it.
  boost::asio::awaitable<bool> send(const std::shared_ptr<Job>& job,
                                    bool is_head, bool keep_alive,
                                    unsigned version);
  boost::asio::awaitable<bool> send_stream(const std::shared_ptr<Job>& job,
                                           bool chunked);

  // Does `work`, as a part of the job, where others do not wait for it.
  template <class Work>
  boost::asio::awaitable<void> work_apart(const std::shared_ptr<Job>& job,
                                          Work& work);

  void set_idle(bool idle);

  static constexpr std::size_t kJoined = 16 << 10;

  Core& core_;
  const std::shared_ptr<ClientStream<Stream>> client_;
  std::shared_ptr<Job> job_;
  std::shared_ptr<LiveConnection<Stream>> live_;  // Has the stream then.
  // Zero: not idle.
  std::atomic<Clock::rep> idle_since_{Clock::now().time_since_epoch().count()};
  bool is_open_ = true;
  bool is_aborted_ = false;
};

template <class Stream>
void HttpConnection<Stream>::finish() {
  boost::asio::post(executor(), [self = this->shared_from_this()] {
    if (self->live_) {
      self->live_->finish();
    } else if (self->idle_since()) {
      self->client_->socket().cancel();
    }
  });
}

template <class Stream>
void HttpConnection<Stream>::abort() {
  boost::asio::post(executor(), [self = this->shared_from_this()] {
    self->is_aborted_ = true;
    if (self->job_) self->job_->cancelled = true;
    if (self->live_) {
      self->live_->abort();
    } else {
      self->client_->socket().close();
    }
  });
}

template <class Stream>
std::optional<Connection::Clock::time_point>
HttpConnection<Stream>::idle_since() const {
  const Clock::rep since = idle_since_;
  if (since == 0) return std::nullopt;
  return Clock::time_point(Clock::duration(since));
}

template <class Stream>
void HttpConnection<Stream>::set_idle(bool idle) {
  idle_since_ = idle ? Clock::now().time_since_epoch().count() : 0;
}

template <class Stream>
boost::asio::awaitable<void> HttpConnection<Stream>::run() {
  bool going_on = co_await client_->handshake();
  is_open_ = going_on;
  while (going_on) going_on = co_await serve_one();
  if (is_open_) co_await client_->close(core_.stopping);
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::serve_one() {
  Parser parser;
  parser.header_limit(
      static_cast<std::uint32_t>(core_.options.limits.head_bytes));
  parser.body_limit(core_.options.limits.body_bytes);
  const bool has_head = co_await read_head(parser);
  if (!has_head) co_return false;
  const auto begun = Clock::now();

  const RequestHead head =
      parsed_head(parser.get(), ClientStream<Stream>::kIsTls);
  const auto job = std::make_shared<Job>();
  Site::Admission admission = core_.site.admit(head);
  job->request = std::move(admission.request);
  const bool has_body = !parser.is_done();
  bool keep_alive = parser.keep_alive() && !core_.stopping;
  if (admission.refusal) {
    job->response = *std::move(admission.refusal);
    keep_alive = keep_alive && !has_body;
  } else if (admission.is_live) {
    co_await go_live(parser, *job);
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
                      Clock::now() - begun);
  const unsigned version = parser.get().version();
  const bool going_on = co_await send(job, head.is_head(), keep_alive, version);
  job_.reset();
  co_return going_on;
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::read_head(Parser& parser) {
  if (core_.stopping) co_return false;
  set_idle(true);
  const bool is_there = co_await client_->wait_for_request();
  if (!is_there) co_return false;
  set_idle(false);
  const ErrorCode error = co_await client_->read_head(parser);
  if (!error) co_return true;
  co_await explain(error);
  co_return false;
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::read_body(Parser& parser) {
  const auto expected = parser.get()[boost::beast::http::field::expect];
  if (boost::beast::iequals(expected, "100-continue")) {
    client_->begin_answer();
    const bool sent = co_await client_->write("HTTP/1.1 100 Continue\r\n\r\n");
    if (!sent) co_return false;
  }
  const ErrorCode error = co_await client_->read_body(parser);
  if (!error) co_return true;
  co_await explain(error);
  co_return false;
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
  const auto job = std::make_shared<Job>();
  job->response = error_response(status, error.message());
  core_.metrics.count("none", status, {});
  co_await send(job, false, false, 11);
}

template <class Stream>
boost::asio::awaitable<void> HttpConnection<Stream>::go_live(Parser& parser,
                                                             const Job& job) {
  is_open_ = false;
  core_.metrics.count(core_.site.route_of(job.request), 101, {});
  const LiveCursor from(job.request.parameters.find("cursor").value_or(""));
  live_ = std::make_shared<LiveConnection<Stream>>(core_, client_->release());
  const auto upgrade = parser.release();
  co_await live_->run(upgrade, from);
}

template <class Stream>
template <class Work>
boost::asio::awaitable<void> HttpConnection<Stream>::work_apart(
    const std::shared_ptr<Job>& job, Work& work) {
  job_ = job;
  if (is_aborted_) job->cancelled = true;
  client_->watch(std::shared_ptr<std::atomic<bool>>(job, &job->cancelled));
  co_await run_on(core_.pool, work);
  co_await client_->end_watch();
}

template <class Stream>
boost::asio::awaitable<void> HttpConnection<Stream>::answer(
    const std::shared_ptr<Job>& job) {
  job->request.cancelled = &job->cancelled;
  auto work = [this, &job] { job->response = core_.site.answer(job->request); };
  co_await work_apart(job, work);
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
  client_->begin_answer();
  if (has_body && !framing.length) {
    const bool begun = co_await client_->write(head);
    if (!begun) co_return false;
    const bool sent = co_await send_stream(job, framing.chunked);
    co_return sent ? framing.keep_alive : false;
  }
  std::string_view body = has_body ? bytes_of(response.body) : "";
  if (body.size() <= kJoined) {
    head += body;
    body = {};
  }
  bool sent = co_await client_->write(head);
  if (sent && !body.empty()) sent = co_await client_->write(body);
  co_return sent ? framing.keep_alive : false;
}

template <class Stream>
boost::asio::awaitable<bool> HttpConnection<Stream>::send_stream(
    const std::shared_ptr<Job>& job, bool chunked) {
  job->more = true;
  std::string piece;
  while (job->more) {
    auto work = [&job] {
      job->chunk.clear();
      if (job->cancelled) return;
      try {
        job->more = std::get<BodyStream>(job->response.body)(job->chunk);
      } catch (...) {
        job->cancelled = true;
      }
    };
    co_await work_apart(job, work);
    if (job->cancelled) co_return false;
    if (job->chunk.empty()) continue;
    if (!chunked) {
      const bool sent = co_await client_->write(job->chunk);
      if (!sent) co_return false;
      continue;
    }
    char size[16];
    const auto end = std::to_chars(size, size + 16, job->chunk.size(), 16).ptr;
    piece.assign(size, end);
    piece += "\r\n";
    piece += job->chunk;
    piece += "\r\n";
    const bool sent = co_await client_->write(piece);
    if (!sent) co_return false;
  }
  if (chunked) co_return co_await client_->write("0\r\n\r\n");
  co_return true;
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
