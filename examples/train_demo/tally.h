#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "stepline/result.h"

namespace demo {

// Counts what was logged, by kind, and keeps the first refusal. Many threads
// may use it.
class Tally {
 public:
  void count(std::string_view kind, std::int64_t number = 1);
  void check(std::string_view kind, const stepline::Result<void>& result);

  // Once the threads have ended.
  const std::map<std::string, std::int64_t, std::less<>>& counts() const {
    return counts_;
  }
  const std::string& first_error() const { return first_error_; }

 private:
  std::mutex mutex_;
  std::map<std::string, std::int64_t, std::less<>> counts_;
  std::string first_error_;
};

}  // namespace demo
