#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "server/http/access.h"

namespace stepline::server {

// A word that lets in once, for a while: for addresses that others may see, as
// that of a browser in the list of processes. Thread-safe.
class OneVisit {
 public:
  using Clock = std::chrono::steady_clock;

  // An empty word lets nobody in.
  OneVisit(std::string word, Clock::time_point until)
      : word_(std::move(word)), until_(until) {}

  bool take(std::string_view word, Clock::time_point now) {
    return !word_.empty() && now < until_ &&
           equal_in_constant_time(word, word_) && !taken_.exchange(true);
  }

 private:
  const std::string word_;
  const Clock::time_point until_;
  std::atomic<bool> taken_{false};
};

}  // namespace stepline::server
