#include "server/http/server.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "server/http/core.h"
#include "server/http/listener.h"
#include "server/http/tls.h"

namespace stepline::server {
namespace {

class RunningServer final : public Server {
 public:
  RunningServer(ServerOptions options, SiteOptions site, Service& service,
                LiveFeed& feed, unsigned workers)
      : core_(std::move(options), std::move(site), service, feed, workers) {}
  ~RunningServer() override { stop(); }

  Result<void> start();
  std::uint16_t port() const override { return port_; }
  void stop() override;

 private:
  void wait_for_connections(std::chrono::milliseconds patience);

  Core core_;
  Acceptors acceptors_;
  std::uint16_t port_ = 0;
  std::vector<std::thread> threads_;
};

Result<void> RunningServer::start() {
  const ServerOptions& options = core_.options;
  if (!options.certificate.empty() || !options.key.empty()) {
    auto tls = make_tls_context(options.certificate, options.key);
    if (!tls) return tls.error();
    core_.tls = std::move(*tls);
  }
  auto acceptors =
      listen_at(core_.io, options.host, options.port, options.ports);
  if (!acceptors) return acceptors.error();
  acceptors_ = std::move(*acceptors);
  port_ = acceptors_.front().local_endpoint().port();
  for (auto& acceptor : acceptors_) accept_connections(core_, acceptor);
  for (unsigned i = 0; i < std::max(options.threads, 1u); ++i) {
    threads_.emplace_back([this] { core_.io.run(); });
  }
  return {};
}

void RunningServer::wait_for_connections(std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (core_.metrics.connections > 0 &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void RunningServer::stop() {
  if (core_.stopping.exchange(true)) return;
  boost::asio::post(core_.io, [this] {
    for (auto& acceptor : acceptors_) acceptor.close();
  });
  for (const auto& connection : core_.connections()) connection->finish();
  if (!threads_.empty()) wait_for_connections(core_.options.limits.drain);
  for (const auto& connection : core_.connections()) connection->abort();
  // What is queued is cancelled and ends at once. It must end, though: the rest
  // of a coroutine that the pool still had would outlive its connection.
  core_.pool.join();
  core_.live.join();
  core_.hub.stop();
  if (!threads_.empty()) wait_for_connections(core_.options.limits.drain);
  core_.io.stop();
  for (std::thread& thread : threads_) thread.join();
}

}  // namespace

Result<std::unique_ptr<Server>> Server::start(ServerOptions options,
                                              Service& service,
                                              LiveFeed& feed) {
  SiteOptions site;
  site.access = access_rules(options.host, options.token, options.any_host);
  site.visit = options.visit;
  site.prefix = options.prefix;
  site.title = options.title;
  site.frames = options.frames;
  site.assets = options.assets;
  site.figures = options.figures;
  const unsigned workers =
      options.workers > 0 ? options.workers
                          : std::max(4u, std::thread::hardware_concurrency());
  auto server = std::make_unique<RunningServer>(
      std::move(options), std::move(site), service, feed, workers);
  auto started = server->start();
  if (!started) return started.error();
  return std::unique_ptr<Server>(std::move(server));
}

}  // namespace stepline::server
