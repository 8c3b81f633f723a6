#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.h"

namespace stepline::event {

// A training step. Any value is legal; time may run backwards after a restart.
struct Step {
  std::int64_t value = 0;
  auto operator<=>(const Step&) const = default;
};

// Seconds since the epoch; never NaN nor infinite, hence totally ordered.
class WallTime {
 public:
  WallTime() = default;  // The epoch.
  static std::optional<WallTime> from_secs(double secs) {
    if (!std::isfinite(secs)) return std::nullopt;
    return WallTime(secs);
  }

  double secs() const { return secs_; }
  auto operator<=>(const WallTime&) const = default;

 private:
  explicit WallTime(double secs) : secs_(secs) {}
  double secs_ = 0;
};

// The name of a series: always valid UTF-8.
class Tag {
 public:
  Tag() = default;
  // What is not UTF-8 is replaced by U+FFFD.
  explicit Tag(std::string_view name) : name_(repair_utf8(name)) {}

  const std::string& name() const { return name_; }
  auto operator<=>(const Tag&) const = default;

 private:
  std::string name_;
};

}  // namespace stepline::event
