#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace stepline::store {

// Where the warnings of a SummaryReader go: to a function of the user's, or, if
// it is empty, to standard error, each different one once. Thread-safe as far
// as the function is.
class Warnings {
 public:
  using Listener = std::function<void(const std::string&)>;
  explicit Warnings(Listener listener) : listener_(std::move(listener)) {}

  void add(const std::string& warning);

 private:
  const Listener listener_;
  std::mutex mutex_;  // Guards what follows.
  std::set<std::string> told_;
};

}  // namespace stepline::store
