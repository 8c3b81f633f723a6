#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "server/api/service.h"

namespace stepline::server {

// Downloads that were asked for and wait to be fetched. A browser saves only
// what it fetches from an address, and an address holds no thousand tags: so a
// download is asked for with a body, and fetched by the ticket for it.
//
// A ticket is good once and for a minute, and nobody can guess it. Thread-safe.
class DownloadTickets {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Clock = std::function<Time()>;
  static Time steady_now() { return std::chrono::steady_clock::now(); }

  explicit DownloadTickets(Clock now) : now_(std::move(now)) {}

  // The ticket. Of too many that wait, the oldest is dropped.
  std::string keep(Response response);
  // Nothing where it is unknown, used or too old.
  std::optional<Response> take(const std::string& ticket);

 private:
  struct Waiting {
    Response response;
    Time since;
  };
  void drop_old(Time now);

  Clock now_;
  std::mutex mutex_;
  std::map<std::string, Waiting> waiting_;
};

}  // namespace stepline::server
