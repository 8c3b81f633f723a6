#include "writer/statistics.h"

#include <algorithm>
#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace stepline::writer {
namespace {

constexpr std::size_t kLanes = 8;

template <class T>
struct Lanes {
  T min[kLanes];
  T max[kLanes];
  double sum[kLanes] = {};
  double sum_squares[kLanes] = {};

  Lanes() {
    std::ranges::fill(min, std::numeric_limits<T>::infinity());
    std::ranges::fill(max, -std::numeric_limits<T>::infinity());
  }

  void add(std::size_t lane, T value) {
    const double wide = value;
    min[lane] = std::min(min[lane], value);
    max[lane] = std::max(max[lane], value);
    sum[lane] += wide;
    sum_squares[lane] += wide * wide;
  }
};

// Each adds the first `count` values, a multiple of kLanes.
template <class T>
void add_plain(const T* values, std::size_t count, Lanes<T>& lanes) {
  for (std::size_t i = 0; i < count; ++i) lanes.add(i % kLanes, values[i]);
}

#if defined(__x86_64__)

// The square of a float is exact in a double, so that adding it at once rounds
// no differently.
__attribute__((target("avx2,fma"))) void add_avx2(const float* values,
                                                  std::size_t count,
                                                  Lanes<float>& lanes) {
  __m256 min = _mm256_loadu_ps(lanes.min), max = _mm256_loadu_ps(lanes.max);
  __m256d sum_lo = _mm256_setzero_pd(), sum_hi = sum_lo;
  __m256d squares_lo = sum_lo, squares_hi = sum_lo;
  for (std::size_t i = 0; i < count; i += kLanes) {
    const __m256 x = _mm256_loadu_ps(values + i);
    min = _mm256_min_ps(x, min);
    max = _mm256_max_ps(x, max);
    const __m256d lo = _mm256_cvtps_pd(_mm_loadu_ps(values + i));
    const __m256d hi = _mm256_cvtps_pd(_mm_loadu_ps(values + i + 4));
    sum_lo = _mm256_add_pd(sum_lo, lo);
    sum_hi = _mm256_add_pd(sum_hi, hi);
    squares_lo = _mm256_fmadd_pd(lo, lo, squares_lo);
    squares_hi = _mm256_fmadd_pd(hi, hi, squares_hi);
  }
  _mm256_storeu_ps(lanes.min, min);
  _mm256_storeu_ps(lanes.max, max);
  _mm256_storeu_pd(lanes.sum, sum_lo);
  _mm256_storeu_pd(lanes.sum + 4, sum_hi);
  _mm256_storeu_pd(lanes.sum_squares, squares_lo);
  _mm256_storeu_pd(lanes.sum_squares + 4, squares_hi);
}

__attribute__((target("avx2"))) void add_avx2(const double* values,
                                              std::size_t count,
                                              Lanes<double>& lanes) {
  for (std::size_t half = 0; half < kLanes; half += 4) {
    __m256d min = _mm256_loadu_pd(lanes.min + half);
    __m256d max = _mm256_loadu_pd(lanes.max + half);
    __m256d sum = _mm256_setzero_pd(), squares = sum;
    for (std::size_t i = half; i < count; i += kLanes) {
      const __m256d x = _mm256_loadu_pd(values + i);
      min = _mm256_min_pd(x, min);
      max = _mm256_max_pd(x, max);
      sum = _mm256_add_pd(sum, x);
      squares = _mm256_add_pd(squares, _mm256_mul_pd(x, x));
    }
    _mm256_storeu_pd(lanes.min + half, min);
    _mm256_storeu_pd(lanes.max + half, max);
    _mm256_storeu_pd(lanes.sum + half, sum);
    _mm256_storeu_pd(lanes.sum_squares + half, squares);
  }
}

template <class T>
void add_whole(const T* values, std::size_t count, Lanes<T>& lanes) {
  static const bool kHasAvx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (kHasAvx2) {
    add_avx2(values, count, lanes);
  } else {
    add_plain(values, count, lanes);
  }
}

#else

template <class T>
void add_whole(const T* values, std::size_t count, Lanes<T>& lanes) {
  add_plain(values, count, lanes);
}

#endif

double total(const double* lanes) {
  double sum = 0;
  for (std::size_t i = 0; i < kLanes; ++i) sum += lanes[i];
  return sum;
}

}  // namespace

template <class T>
bool Statistics<T>::add(std::span<const T> values) {
  Lanes<T> lanes;
  const std::size_t whole = values.size() / kLanes * kLanes;
  add_whole(values.data(), whole, lanes);
  for (std::size_t i = whole; i < values.size(); ++i) {
    lanes.add(i - whole, values[i]);
  }
  const double sum_squares = total(lanes.sum_squares);
  // One value that is not finite is enough for this sum not to be; doubles can
  // make it overflow without.
  if (!std::isfinite(sum_squares) &&
      !std::ranges::all_of(values, [](T x) { return std::isfinite(x); })) {
    return false;
  }
  count_ += values.size();
  min_ = std::min(min_, *std::ranges::min_element(lanes.min));
  max_ = std::max(max_, *std::ranges::max_element(lanes.max));
  sum_ += total(lanes.sum);
  sum_squares_ += sum_squares;
  return true;
}

template class Statistics<float>;
template class Statistics<double>;

}  // namespace stepline::writer
