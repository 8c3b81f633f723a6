#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "event/event.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"
#include "stepline/tensor_view.h"

namespace stepline::writer {

// Labels, predictions and, where given, weights must have the same number of
// elements, at least one.
Result<void> check_pr_curve(std::string_view tag, const TensorView& labels,
                            const TensorView& predictions,
                            const PrCurveOptions& options);
Result<void> check_pr_curve_raw(std::string_view tag, const RawPrCurve& curve,
                                std::optional<double> wall_time);

// The curve as the six rows of TensorBoard's pr_curves plug-in: a float32
// tensor [6, n] of true positives, false positives, true negatives, false
// negatives, precision and recall at n evenly spaced thresholds from 0 to 1.
// Labels are 0 or 1 (or probabilities). A prediction outside [0, 1], or NaN, is
// left out; a weight counts as so many predictions.
event::Value make_pr_curve(std::string_view tag, const TensorView& labels,
                           const TensorView& predictions,
                           const std::optional<TensorView>& weights,
                           std::int64_t num_thresholds);
event::Value make_pr_curve_raw(std::string_view tag, const RawPrCurve& curve);

}  // namespace stepline::writer
