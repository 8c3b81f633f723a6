#pragma once

#include <algorithm>
#include <cstdint>

namespace stepline::record {

// Limits what is spent on bytes that look like the header of a record and are
// none. Each costs as many bytes as its length claims, and they may overlap, so
// that a file made for the purpose would take time by the square of its size.
//
// Whether one more is worth it depends on nothing but those before, so that a
// file gives the same however it grows.
class SearchEffort {
 public:
  static constexpr std::uint64_t kLeastBytes = 64 << 20;
  static constexpr std::uint64_t kTimesEachByte = 16;

  // `begin` is where reading begins.
  explicit SearchEffort(std::uint64_t begin) : begin_(begin), reach_(begin) {}

  // Charges `bytes` that were read from `offset` on and are no record. False:
  // too much was spent before, more than kLeastBytes and kTimesEachByte times
  // all that was read so far.
  bool spend(std::uint64_t offset, std::uint64_t bytes) {
    reach_ = std::max(reach_, offset + bytes);
    if (spent_ > kLeastBytes + kTimesEachByte * (reach_ - begin_)) return false;
    spent_ += bytes;
    return true;
  }

 private:
  std::uint64_t begin_;
  std::uint64_t reach_;
  std::uint64_t spent_ = 0;
};

}  // namespace stepline::record
