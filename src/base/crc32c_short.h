#pragma once

#include <cstdint>
#include <string_view>

#include "base/crc32c.h"
#include "base/crc32c_impl.h"

namespace stepline {

// As crc32c(), inlined into the caller: for loops over many inputs of some ten
// or hundred bytes. Right for any length; from about 256 bytes on crc32c() is
// faster.
inline std::uint32_t crc32c_short(std::string_view bytes) {
#if defined(__x86_64__)
  if (crc32c_detail::has_instructions) [[likely]] {
    return bytes.size() >= 8 ? crc32c_detail::instructions_aligned(bytes)
                             : crc32c_detail::instructions(0, bytes);
  }
#endif
  return crc32c_detail::portable(0, bytes);
}

}  // namespace stepline
