#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "server/http/live_hub.h"
#include "server/http/metrics.h"
#include "server/http/server.h"
#include "server/http/site.h"

namespace stepline::server {

// A connection as the server sees it.
class Connection {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Connection() = default;
  // From any thread: ends it when what is being sent has been sent.
  virtual void finish() = 0;
  // From any thread: ends it now.
  virtual void abort() = 0;
  // From any thread: since when it has been waiting for a request, if it is.
  virtual std::optional<Clock::time_point> idle_since() const = 0;
};

// What all connections share. Outlives them all.
struct Core {
  Core(ServerOptions given, SiteOptions site_options, Service& service,
       LiveFeed& live_feed, unsigned workers)
      : options(std::move(given)),
        site(std::move(site_options), service, metrics),
        feed(live_feed),
        pool(workers),
        hub(live_feed, options.pace) {}

  // The connections there are.
  void enter(const std::shared_ptr<Connection>& connection);
  void leave(const Connection* connection);
  // Ends the one that has been idle longest; false where none is.
  bool end_an_idle_one();
  std::vector<std::shared_ptr<Connection>> connections();

  const ServerOptions options;
  Metrics metrics;
  Site site;
  LiveFeed& feed;
  std::unique_ptr<boost::asio::ssl::context> tls;  // Null: none.
  std::atomic<bool> stopping{false};

  std::mutex mutex;
  std::unordered_map<const Connection*, std::weak_ptr<Connection>> all;

  boost::asio::thread_pool pool;     // Where answers are made.
  boost::asio::thread_pool live{1};  // Where live messages are.
  LiveHub hub;
  boost::asio::io_context io;  // Ends first: connections may still be in it.
};

// Serve a client, over TCP or over TLS, until it goes.
void serve_plain(Core& core, boost::beast::tcp_stream stream);
void serve_tls(Core& core, boost::beast::tcp_stream stream);

}  // namespace stepline::server
