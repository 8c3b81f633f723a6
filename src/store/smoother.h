#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "store/curve_scan.h"

namespace stepline::store {

// In [0, 1], whatever was asked for.
inline double smoothing_weight(double weight) {
  return weight > 0 ? std::min(weight, 1.0) : 0;
}

// TensorBoard's running mean, point by point: corrected for its start, and
// passing through what is not finite.
class Smoother {
 public:
  explicit Smoother(double weight) : weight_(weight) {}
  // Goes on from a mean whose start is long ago.
  Smoother(double weight, double last)
      : weight_(weight), last_(last), corrected_(false) {}

  double next(double value) {
    if (!std::isfinite(value)) return value;
    last_ = last_ * weight_ + (1 - weight_) * value;
    return corrected_ ? correct() : last_;
  }

  // Whether the start still matters: at some point it no longer does.
  bool corrected() const { return corrected_; }

 private:
  // Powers are exact, as TensorBoard takes them; where that becomes slow, since
  // there are so many, most are products, good to twelve digits.
  static constexpr std::uint64_t kExactPowers = 65'536;
  static constexpr std::uint64_t kPowerInterval = 1024;

  double correct() {
    ++count_;
    power_ = count_ <= kExactPowers || count_ % kPowerInterval == 0
                 ? std::pow(weight_, static_cast<double>(count_))
                 : power_ * weight_;
    const double share = weight_ == 1 ? 1 : 1 - power_;
    corrected_ = share != 1;
    return last_ / share;
  }

  double weight_;
  double last_ = 0;
  double power_ = 1;
  std::uint64_t count_ = 0;
  bool corrected_ = true;
};

// Every value is the same, and finite: smoothing leaves such a curve alone.
bool is_constant(const CurveScan& scan);

// A position from which a mean taken up afresh is, from `from` on, what one
// that ran from the curve's beginning would be, but for less than a part in
// 1e12 of the largest value in [from, to). Unless it is the beginning, there is
// nothing left to correct for at `from`.
CurveScan::Position warm_up_start(const CurveScan& scan,
                                  const CurveScan::Position& from,
                                  const CurveScan::Position& to, double weight);

// Smoothed values of [from, to).
std::vector<double> smooth_between(const CurveScan& scan,
                                   const CurveScan::Position& from,
                                   const CurveScan::Position& to,
                                   double weight);

}  // namespace stepline::store
