#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "store/point.h"

namespace stepline::cli {

// Which values of a series were seen, so that each is told once however the
// series is put together anew: by a restart, a second writer, a replaced file.
// Values are told apart by step, wall time and number; as often as one is seen,
// so often it counts. Takes 8 bytes a value.
class SeenValues {
 public:
  // Whether the value, which is the series' next one, has not been seen.
  bool take(const store::Point& point);

  // How many values of the series take() was given: which one is next.
  std::uint64_t position() const { return at_; }

  // The series was rewritten behind its first `kept` values. take() is given
  // all that it has there now, and then finish() is called.
  void rewind(std::uint64_t kept) { at_ = std::min<std::size_t>(at_, kept); }
  void finish();

 private:
  bool was_gone(std::uint64_t fingerprint);

  std::vector<std::uint64_t> values_;  // Of the series, in its order.
  std::size_t at_ = 0;                 // Of the next one among them.
  // Those that the series has no more, and how often.
  std::unordered_map<std::uint64_t, std::uint64_t> gone_;
};

}  // namespace stepline::cli
