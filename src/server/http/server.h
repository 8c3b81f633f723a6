#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "server/api/service.h"
#include "server/assets/assets.h"
#include "server/http/metrics.h"
#include "server/live/live_feed.h"
#include "stepline/result.h"

namespace stepline::server {

// What one client may cost. Work on an answer has no limit of time.
struct Limits {
  std::size_t head_bytes = 16 << 10;
  std::size_t body_bytes = 1 << 20;
  std::size_t live_frame_bytes = 4 << 10;  // Of what a live client sends.
  std::size_t connections = 4096;
  std::chrono::milliseconds handshake{10'000};  // Of TLS.
  std::chrono::milliseconds head{10'000};       // From its first byte on.
  std::chrono::milliseconds body{30'000};
  std::chrono::milliseconds idle{75'000};         // Between two requests.
  std::chrono::milliseconds write_stall{30'000};  // Without taking a byte.
  std::size_t write_rate = 1 << 10;  // Bytes a second; what is slower may
  std::chrono::milliseconds write_grace{30'000};  // fall so far behind.
  std::chrono::milliseconds live_stall{60'000};   // On one message.
  std::chrono::milliseconds drain{1'000};         // At the end of the server.
};

// How often live clients hear of something.
struct LivePace {
  std::chrono::milliseconds changes{50};  // At least, between two.
  std::chrono::milliseconds progress{100};
  std::chrono::milliseconds silence{15'000};  // Then comes a ping.
};

struct ServerOptions {
  std::string host = "localhost";  // A name or an address.
  std::uint16_t port = 0;          // 0: any.
  unsigned ports = 1;              // How many to try, from `port` on.
  std::string prefix;              // As normal_prefix() gives it.
  std::string title;
  std::vector<std::string> frames;  // Origins whose pages may frame ours.
  std::string token;                // Empty: none.
  std::string visit;        // Lets in once, in its place, within a minute.
  bool any_host = false;    // Answer whatever name we are called by.
  std::string certificate;  // PEM, with those between it and its root; both
  std::string key;          // or none of the two.
  unsigned threads = 2;     // For sockets.
  unsigned workers = 0;     // For answers; 0: as many as cores, at least four.
  Limits limits;
  LivePace pace;
  std::span<const Asset> assets;
  std::function<std::vector<Figure>()> figures;  // For /metrics; may be empty.
};

// Carries requests to a Service and a LiveFeed over HTTP/1.1 and WebSockets.
// Its threads are its own.
class Server {
 public:
  // Listens, and answers from then on. Fails when no port is free, the host is
  // unknown, or the certificate cannot be used. Both must outlive the server.
  static Result<std::unique_ptr<Server>> start(ServerOptions options,
                                               Service& service,
                                               LiveFeed& feed);
  virtual ~Server() = default;  // Stops.

  virtual std::uint16_t port() const = 0;

  // Takes no new connections, lets answers that are on their way go out as long
  // as limits.drain, and ends. May be called several times.
  virtual void stop() = 0;
};

}  // namespace stepline::server
