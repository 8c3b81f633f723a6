#pragma once

#include <optional>
#include <span>
#include <vector>

#include "store/curve_scan.h"
#include "store/query.h"

namespace stepline::store {

inline constexpr NonFinite kNonFiniteKinds[] = {
    NonFinite::Nan, NonFinite::PositiveInfinity, NonFinite::NegativeInfinity};

template <class T>
bool is_kind(T value, NonFinite kind) {
  if (kind == NonFinite::Nan) return std::isnan(value);
  return std::isinf(value) &&
         (value > 0) == (kind == NonFinite::PositiveInfinity);
}

// Points by number, with the same kind of non-finite value.
struct NonFiniteRun {
  NonFinite kind = NonFinite::Nan;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t points = 0;  // Of that kind; others may lie between.
};

// What runs there are in [bounds[i], bounds[i + 1]), for each i at most one of
// each kind, from the first to the last there; such as follow on each other
// across a bound are one. In order of their first point.
std::vector<NonFiniteRun> find_non_finite(
    const CurveScan& scan, std::span<const CurveScan::Position> bounds);

// Among the first points of the curve, up to a position.
NonFiniteCounts count_non_finite_before(const CurveScan& scan,
                                        const CurveScan::Position& position);

// The last position with `count` finite points between it and `from`; the
// beginning where there are fewer.
CurveScan::Position before_finite(const CurveScan& scan,
                                  const CurveScan::Position& from,
                                  std::uint64_t count);

// The nearest point with a finite value, in either direction.
std::optional<CurveScan::Position> last_finite_before(
    const CurveScan& scan, const CurveScan::Position& position);
std::optional<CurveScan::Position> first_finite_from(
    const CurveScan& scan, const CurveScan::Position& position);

}  // namespace stepline::store
