#pragma once

namespace stepline::support {

// Sanitizers make everything many times slower, and find what they find in a
// small part of the work.
#if defined(STEPLINE_SANITIZED)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// `full`, or `reduced` under a sanitizer.
constexpr int scaled(int full, int reduced) {
  return kSanitized ? reduced : full;
}

}  // namespace stepline::support
