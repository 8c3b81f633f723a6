#include "writer/interleave.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace stepline::writer {
namespace {

template <std::size_t kPlanes>
void interleave(const std::array<const std::uint8_t*, kPlanes>& planes,
                std::size_t begin, std::size_t end, std::uint8_t* out) {
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t c = 0; c < kPlanes; ++c) {
      out[i * kPlanes + c] = planes[c][i];
    }
  }
}

#if defined(__x86_64__)

// Where byte `i` of output vector `part` comes from in plane `c`; -1: another.
consteval std::array<std::int8_t, 16> places(int part, int c) {
  std::array<std::int8_t, 16> indices{};
  for (int i = 0; i < 16; ++i) {
    const int byte = 16 * part + i;
    indices[std::size_t(i)] = std::int8_t(byte % 3 == c ? byte / 3 : -1);
  }
  return indices;
}

alignas(16) constexpr std::array<std::int8_t, 16> kPlaces[3][3] = {
    {places(0, 0), places(0, 1), places(0, 2)},
    {places(1, 0), places(1, 1), places(1, 2)},
    {places(2, 0), places(2, 1), places(2, 2)}};

// Does a multiple of sixteen pixels and returns how many.
__attribute__((target("ssse3"))) std::size_t interleave_ssse3(
    const std::array<const std::uint8_t*, 3>& planes, std::size_t count,
    std::uint8_t* out) {
  const auto load = [](const void* from) __attribute__((target("ssse3"))) {
    return _mm_loadu_si128(static_cast<const __m128i*>(from));
  };
  const std::size_t whole = count / 16 * 16;
  for (std::size_t i = 0; i < whole; i += 16) {
    const __m128i r = load(planes[0] + i);
    const __m128i g = load(planes[1] + i);
    const __m128i b = load(planes[2] + i);
    for (std::size_t part = 0; part < 3; ++part) {
      const auto& from = kPlaces[part];
      const __m128i mixed =
          _mm_or_si128(_mm_or_si128(_mm_shuffle_epi8(r, load(from[0].data())),
                                    _mm_shuffle_epi8(g, load(from[1].data()))),
                       _mm_shuffle_epi8(b, load(from[2].data())));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 3 * i + 16 * part),
                       mixed);
    }
  }
  return whole;
}

#endif

}  // namespace

void interleave3(const std::array<const std::uint8_t*, 3>& planes,
                 std::size_t count, std::uint8_t* out) {
  std::size_t done = 0;
#if defined(__x86_64__)
  static const bool kHasSsse3 = __builtin_cpu_supports("ssse3");
  if (kHasSsse3) done = interleave_ssse3(planes, count, out);
#endif
  interleave(planes, done, count, out);
}

void interleave4(const std::array<const std::uint8_t*, 4>& planes,
                 std::size_t count, std::uint8_t* out) {
  interleave(planes, 0, count, out);
}

}  // namespace stepline::writer
