#include "tally.h"

namespace demo {

void Tally::count(std::string_view kind, std::int64_t number) {
  const std::lock_guard lock(mutex_);
  counts_[std::string(kind)] += number;
}

void Tally::check(std::string_view kind, const stepline::Result<void>& result) {
  if (result) {
    count(kind);
    return;
  }
  const std::lock_guard lock(mutex_);
  if (first_error_.empty()) {
    first_error_ = std::string(kind) + ": " + result.error().message;
  }
}

}  // namespace demo
