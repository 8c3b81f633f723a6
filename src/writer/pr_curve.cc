#include "writer/pr_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "event/plugin_names.h"
#include "event/pr_curve_data.h"
#include "writer/check.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

constexpr const char* kKind = "pr_curve";
constexpr std::int64_t kMostThresholds = 127;
constexpr double kLeastCount = 1e-7;

using Row = std::vector<double>;

event::Value value_of(std::string_view tag, std::int64_t num_thresholds,
                      const std::array<const Row*, 6>& rows) {
  event::TensorProto tensor;
  tensor.dtype = event::DataType::Float;
  tensor.has_shape = true;
  tensor.shape.dims = {{6, {}},
                       {static_cast<std::int64_t>(rows[0]->size()), {}}};
  for (const Row* row : rows) {
    for (const double x : *row) {
      tensor.float_val.push_back(static_cast<float>(x));
    }
  }
  event::Value value;
  value.tag = event::Tag(tag);
  value.metadata.emplace();
  value.metadata->plugin_name = event::kPrCurvesPlugin;
  value.metadata->plugin_content = event::encode_pr_curve_data(
      {.num_thresholds = static_cast<std::uint32_t>(num_thresholds)});
  value.value = std::move(tensor);
  return value;
}

void sum_from_the_end(Row& row) {
  for (std::size_t i = row.size() - 1; i-- > 0;) row[i] += row[i + 1];
}

Row subtracted_from_first(const Row& row) {
  Row out;
  for (const double x : row) out.push_back(row[0] - x);
  return out;
}

Row ratio(const Row& part, const Row& rest) {
  Row out;
  for (std::size_t i = 0; i < part.size(); ++i) {
    out.push_back(part[i] / std::max(kLeastCount, part[i] + rest[i]));
  }
  return out;
}

// The threshold at or below a prediction; -1 if there is none. Floats are
// multiplied as floats, as everybody else does.
std::ptrdiff_t bucket_of(double prediction, std::int64_t last, bool is_float) {
  const double scaled =
      is_float ? static_cast<double>(static_cast<float>(prediction) *
                                     static_cast<float>(last))
               : prediction * static_cast<double>(last);
  const double bucket = std::floor(scaled);
  if (!(bucket >= 0 && bucket <= static_cast<double>(last))) return -1;
  return static_cast<std::ptrdiff_t>(bucket);
}

}  // namespace

Result<void> check_pr_curve(std::string_view tag, const TensorView& labels,
                            const TensorView& predictions,
                            const PrCurveOptions& options) {
  if (auto ok = check_elements(kKind, tag, predictions); !ok) return ok;
  if (auto ok = check_view(kKind, tag, labels); !ok) return ok;
  const std::string wanted =
      ", but the predictions are " + predictions.describe();
  if (labels.size() != predictions.size()) {
    return invalid(kKind, tag, "the labels are " + labels.describe() + wanted);
  }
  if (options.weights) {
    if (auto ok = check_view(kKind, tag, *options.weights); !ok) return ok;
    if (options.weights->size() != predictions.size()) {
      return invalid(kKind, tag,
                     "the weights are " + options.weights->describe() + wanted);
    }
  }
  if (options.num_thresholds < 2) {
    return invalid(kKind, tag,
                   "there must be at least 2 thresholds, got " +
                       std::to_string(options.num_thresholds));
  }
  return check_wall_time(kKind, tag, options.wall_time);
}

Result<void> check_pr_curve_raw(std::string_view tag, const RawPrCurve& curve,
                                std::optional<double> wall_time) {
  const std::size_t count = curve.true_positives.size();
  if (count == 0) return invalid("raw pr_curve", tag, "there is no threshold");
  for (const Row* row :
       {&curve.false_positives, &curve.true_negatives, &curve.false_negatives,
        &curve.precision, &curve.recall}) {
    if (row->size() == count) continue;
    return invalid("raw pr_curve", tag,
                   "the six rows must have one length, got " +
                       std::to_string(count) + " and " +
                       std::to_string(row->size()));
  }
  return check_wall_time("raw pr_curve", tag, wall_time);
}

event::Value make_pr_curve(std::string_view tag, const TensorView& labels,
                           const TensorView& predictions,
                           const std::optional<TensorView>& weights,
                           std::int64_t num_thresholds) {
  const std::int64_t count = std::min(num_thresholds, kMostThresholds);
  const Row truths = doubles_of(labels);
  const Row guesses = doubles_of(predictions);
  const Row factors = weights ? doubles_of(*weights) : Row{};
  const bool is_float = predictions.dtype() == DType::Float32;
  Row tp(static_cast<std::size_t>(count)), fp(tp);
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    const std::ptrdiff_t found = bucket_of(guesses[i], count - 1, is_float);
    if (found < 0) continue;
    const auto bucket = static_cast<std::size_t>(found);
    const double weight = factors.empty() ? 1 : factors[i];
    tp[bucket] += truths[i] * weight;
    fp[bucket] += (1.0 - truths[i]) * weight;
  }
  sum_from_the_end(tp);
  sum_from_the_end(fp);
  const Row tn = subtracted_from_first(fp);
  const Row fn = subtracted_from_first(tp);
  const Row precision = ratio(tp, fp);
  const Row recall = ratio(tp, fn);
  return value_of(tag, count, {&tp, &fp, &tn, &fn, &precision, &recall});
}

event::Value make_pr_curve_raw(std::string_view tag, const RawPrCurve& curve) {
  const auto count = static_cast<std::int64_t>(curve.true_positives.size());
  return value_of(
      tag, std::min(count, kMostThresholds),
      {&curve.true_positives, &curve.false_positives, &curve.true_negatives,
       &curve.false_negatives, &curve.precision, &curve.recall});
}

}  // namespace stepline::writer
