#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace stepline::server {

// A number that somebody else knows: how many points there are.
struct Figure {
  enum class Type { Counter, Gauge };

  std::string name;  // "stepline_points"
  std::string help;  // One line.
  Type type = Type::Gauge;
  double value = 0;
};

// What /metrics says of the transport, and of `figures`. Thread-safe.
class Metrics {
 public:
  // `route` is one of few, whatever the client asked for.
  void count(std::string_view route, unsigned status,
             std::chrono::nanoseconds took);

  std::atomic<std::int64_t> connections{0};
  std::atomic<std::int64_t> live_clients{0};
  std::atomic<std::uint64_t> refused_connections{0};

  // In the text format of Prometheus, version 0.0.4.
  std::string text(const std::vector<Figure>& figures) const;

 private:
  static constexpr std::array kBoundsSecs = {0.001, 0.0025, 0.005, 0.01, 0.025,
                                             0.05,  0.1,    0.25,  0.5,  1.0,
                                             2.5,   5.0,    10.0};
  struct Route {
    std::map<unsigned, std::uint64_t> by_status;
    std::array<std::uint64_t, kBoundsSecs.size()> within{};
    std::uint64_t count = 0;
    double sum_secs = 0;
  };

  void append_routes(std::string& out) const;

  mutable std::mutex mutex_;
  std::map<std::string, Route, std::less<>> routes_;
};

}  // namespace stepline::server
