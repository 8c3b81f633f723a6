#include "store/smoothing_lanes.h"

#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace stepline::store {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class T>
using Places = std::array<const T*, kSmoothingLanes>;

template <class T>
void run_plainly(SmoothingLanes& lanes, const Places<T>& values,
                 std::size_t begin, std::size_t end, double weight) {
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t k = 0; k < kSmoothingLanes; ++k) {
      const double mean = lanes.last[k] * weight +
                          (1 - weight) * static_cast<double>(values[k][i]);
      lanes.last[k] = mean;
      lanes.low[k] = mean < lanes.low[k] ? mean : lanes.low[k];
      lanes.high[k] = mean > lanes.high[k] ? mean : lanes.high[k];
    }
  }
}

#if defined(__x86_64__)

const bool has_wide_vectors =
    __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;

// Four lanes as one vector.
struct Vectors {
  __m256d last, low, high;
};

[[gnu::target("avx2,fma"), gnu::always_inline]] inline void take(
    Vectors& vectors, __m256d values, __m256d weight, __m256d rest) {
  vectors.last =
      _mm256_fmadd_pd(vectors.last, weight, _mm256_mul_pd(rest, values));
  vectors.low = _mm256_min_pd(vectors.last, vectors.low);
  vectors.high = _mm256_max_pd(vectors.last, vectors.high);
}

// The next four values of four lanes, turned: column[i] has the i-th of each.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline void turn(
    const float* const* places, std::size_t i, __m256d* columns) {
  __m128 a = _mm_loadu_ps(places[0] + i);
  __m128 b = _mm_loadu_ps(places[1] + i);
  __m128 c = _mm_loadu_ps(places[2] + i);
  __m128 d = _mm_loadu_ps(places[3] + i);
  _MM_TRANSPOSE4_PS(a, b, c, d);
  columns[0] = _mm256_cvtps_pd(a);
  columns[1] = _mm256_cvtps_pd(b);
  columns[2] = _mm256_cvtps_pd(c);
  columns[3] = _mm256_cvtps_pd(d);
}

[[gnu::target("avx2,fma"), gnu::always_inline]] inline void turn(
    const double* const* places, std::size_t i, __m256d* columns) {
  const __m256d a = _mm256_loadu_pd(places[0] + i);
  const __m256d b = _mm256_loadu_pd(places[1] + i);
  const __m256d c = _mm256_loadu_pd(places[2] + i);
  const __m256d d = _mm256_loadu_pd(places[3] + i);
  const __m256d ab_even = _mm256_unpacklo_pd(a, b);
  const __m256d ab_odd = _mm256_unpackhi_pd(a, b);
  const __m256d cd_even = _mm256_unpacklo_pd(c, d);
  const __m256d cd_odd = _mm256_unpackhi_pd(c, d);
  columns[0] = _mm256_permute2f128_pd(ab_even, cd_even, 0x20);
  columns[1] = _mm256_permute2f128_pd(ab_odd, cd_odd, 0x20);
  columns[2] = _mm256_permute2f128_pd(ab_even, cd_even, 0x31);
  columns[3] = _mm256_permute2f128_pd(ab_odd, cd_odd, 0x31);
}

template <class T>
[[gnu::target("avx2,fma")]] std::size_t run_in_vectors(SmoothingLanes& lanes,
                                                       const Places<T>& values,
                                                       std::size_t count,
                                                       double weight) {
  const __m256d weights = _mm256_set1_pd(weight);
  const __m256d rests = _mm256_set1_pd(1 - weight);
  Vectors left{_mm256_loadu_pd(lanes.last.data()), _mm256_set1_pd(kInfinity),
               _mm256_set1_pd(-kInfinity)};
  Vectors right{_mm256_loadu_pd(lanes.last.data() + 4), left.low, left.high};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256d left_columns[4];
    __m256d right_columns[4];
    turn(values.data(), i, left_columns);
    turn(values.data() + 4, i, right_columns);
    for (int k = 0; k < 4; ++k) {
      take(left, left_columns[k], weights, rests);
      take(right, right_columns[k], weights, rests);
    }
  }
  _mm256_storeu_pd(lanes.last.data(), left.last);
  _mm256_storeu_pd(lanes.last.data() + 4, right.last);
  _mm256_storeu_pd(lanes.low.data(), left.low);
  _mm256_storeu_pd(lanes.low.data() + 4, right.low);
  _mm256_storeu_pd(lanes.high.data(), left.high);
  _mm256_storeu_pd(lanes.high.data() + 4, right.high);
  return i;
}

#endif

template <class T>
void run_lanes(SmoothingLanes& lanes, const Places<T>& values,
               std::size_t count, double weight) {
  lanes.low.fill(kInfinity);
  lanes.high.fill(-kInfinity);
  std::size_t done = 0;
#if defined(__x86_64__)
  if (has_wide_vectors) done = run_in_vectors(lanes, values, count, weight);
#endif
  run_plainly(lanes, values, done, count, weight);
}

}  // namespace

void SmoothingLanes::run(const Places<float>& values, std::size_t count,
                         double weight) {
  run_lanes(*this, values, count, weight);
}

void SmoothingLanes::run(const Places<double>& values, std::size_t count,
                         double weight) {
  run_lanes(*this, values, count, weight);
}

}  // namespace stepline::store
