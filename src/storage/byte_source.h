#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "stepline/result.h"

namespace stepline::storage {

// Bytes that may still be growing, read from any offset: one file, mostly. Not
// thread-safe.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Fills a prefix of `to` with the bytes from `offset` on and returns its
  // length, which is 0 only where the source ends now; later there may be more.
  virtual Result<std::size_t> read(std::uint64_t offset,
                                   std::span<char> to) = 0;

  // For messages: the path.
  virtual std::string_view name() const = 0;
};

}  // namespace stepline::storage
