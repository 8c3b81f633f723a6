#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/bytes.h"
#include "event/event_view.h"
#include "store/arena.h"

namespace stepline::store {

// How many bytes past what is compared must be readable on either side.
inline constexpr std::size_t kComparePadding = 8;

// Whether the first `size` bytes are the same. Made for some ten bytes, where a
// call to memcmp costs more than the comparison.
inline bool same_bytes(const char* a, const char* b, std::size_t size) {
  for (; size > 8; a += 8, b += 8, size -= 8) {
    if (load_le<std::uint64_t>(a) != load_le<std::uint64_t>(b)) return false;
  }
  const std::uint64_t differing =
      load_le<std::uint64_t>(a) ^ load_le<std::uint64_t>(b);
  return size == 0 || differing << (64 - 8 * size) == 0;
}

// What the values of one scalar series look like in a summary, but for the four
// bytes of the number: learnt from one that was taken apart properly, so that
// the next need only be compared.
class ScalarLayout {
 public:
  // Longer values are not worth it.
  static constexpr std::size_t kMaxBytes = 1024;

  ScalarLayout() = default;
  ScalarLayout(const ScalarLayout&) = delete;
  ScalarLayout& operator=(const ScalarLayout&) = delete;

  // Bytes that belong to a value: key, length, and the message.
  std::size_t size() const { return size_; }
  std::size_t number_at() const { return before_; }

  // Whether `at` is the beginning of such a value, of which `left` bytes and
  // kComparePadding more may be read.
  bool matches(const char* at, std::size_t left) const {
    return left >= size_ && same_bytes(at, bytes_, before_) &&
           same_bytes(at + before_ + kNumberBytes, bytes_ + before_,
                      size_ - before_ - kNumberBytes);
  }

  // `value` has a number, by ValueView::number.
  void learn(const event::ValueView& value, Arena& arena);
  void forget() { size_ = kUnknown; }

 private:
  static constexpr std::size_t kNumberBytes = 4;
  static constexpr std::uint32_t kUnknown = 0xffffffff;
  static constexpr std::size_t kInlineBytes = 112;

  // Without the number, and padded.
  char* bytes_ = inline_;
  std::uint32_t size_ = kUnknown;
  std::uint16_t before_ = 0;
  std::uint16_t capacity_ = kInlineBytes;
  char inline_[kInlineBytes];
};

}  // namespace stepline::store
