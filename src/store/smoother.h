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

// TensorBoard's running mean, point by point, to the last bit: corrected for
// its start, and passing through what is not finite.
class Smoother {
 public:
  explicit Smoother(double weight) : weight_(weight) {}
  // Goes on from a mean whose start is long ago.
  Smoother(double weight, double last)
      : weight_(weight), last_(last), corrected_(false) {}

  double next(double value) {
    if (!std::isfinite(value)) return value;
    last_ = last_ * weight_ + (1 - weight_) * value;
    if (!corrected_) return last_;
    const double share = 1 - std::pow(weight_, ++count_);
    // Past the point where it divides by 1, it always will.
    corrected_ = share != 1 && weight_ != 1;
    return weight_ == 1 ? last_ : last_ / share;
  }

  // The mean without correction; with it, as long as there is one.
  double last() const { return last_; }
  bool corrected() const { return corrected_; }

 private:
  double weight_;
  double last_ = 0;
  double count_ = 0;
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
