#include "cli/seen_values.h"

#include <bit>

namespace stepline::cli {
namespace {

std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

std::uint64_t fingerprint_of(const store::Point& point) {
  std::uint64_t bits = mixed(static_cast<std::uint64_t>(point.step) + 1);
  bits = mixed(bits ^ std::bit_cast<std::uint64_t>(point.wall_secs));
  return mixed(bits ^ std::bit_cast<std::uint64_t>(point.value));
}

}  // namespace

bool SeenValues::take(const store::Point& point) {
  const std::uint64_t fingerprint = fingerprint_of(point);
  if (at_ < values_.size()) {
    if (values_[at_] == fingerprint) {
      ++at_;
      return false;
    }
    finish();
  }
  values_.push_back(fingerprint);
  ++at_;
  return !was_gone(fingerprint);
}

void SeenValues::finish() {
  for (std::size_t i = at_; i < values_.size(); ++i) ++gone_[values_[i]];
  values_.resize(at_);
}

bool SeenValues::was_gone(std::uint64_t fingerprint) {
  const auto found = gone_.find(fingerprint);
  if (found == gone_.end()) return false;
  if (--found->second == 0) gone_.erase(found);
  return true;
}

}  // namespace stepline::cli
