// SummaryWriter's histograms, tensors and precision-recall curves.

#include <cassert>
#include <optional>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "record/record_writer.h"
#include "stepline/summary_writer.h"
#include "writer/check.h"
#include "writer/core.h"
#include "writer/enqueue.h"
#include "writer/histogram.h"
#include "writer/pr_curve.h"
#include "writer/tensor_blob.h"
#include "writer/tensor_summary.h"

namespace stepline {

using writer::enqueue;
using writer::moment;
using writer::Moment;
using writer::OwnedTensor;

namespace {

event::Value histogram_value(const std::string& tag,
                             event::Histogram histogram) {
  event::Value value;
  value.tag = event::Tag(tag);
  value.value = std::move(histogram);
  return value;
}

// The tensor's record in the tensor file, made in place around its elements:
// framing, safetensors header (as long as alignment at this offset wants it),
// elements, checksum. `room` is free in front of the elements.
void add_tensor_record(writer::Run& run, const std::string& tag,
                       OwnedTensor tensor, std::size_t room, Moment when) {
  const std::string header = writer::tensor_blob_header(
      tag, tensor.view(), when.step, when.wall_time,
      run.next_tensor_offset() + record::kHeaderBytes);
  const std::size_t elements = tensor.view().bytes();
  const std::size_t payload = header.size() + elements;
  assert(header.size() + record::kHeaderBytes <= room &&
         "room is for the longest header");
  const std::size_t begin = room - header.size() - record::kHeaderBytes;
  writer::Buffer buffer = std::move(tensor).release();
  char* at = buffer.data() + begin;
  const std::string frame = record::header(payload);
  std::copy(frame.begin(), frame.end(), at);
  std::copy(header.begin(), header.end(), at + record::kHeaderBytes);
  char* const footer = at + record::kHeaderBytes + payload;
  store_le(footer, masked_crc32c({at + record::kHeaderBytes, payload}));
  run.add_tensor_record(
      std::move(buffer), begin,
      begin + record::kHeaderBytes + payload + record::kFooterBytes);
}

}  // namespace

Result<void> SummaryWriter::add_histogram(std::string_view tag,
                                          const TensorView& values,
                                          std::int64_t step,
                                          const HistogramOptions& options) {
  if (!core_) return {};
  auto checked = writer::check_histogram(tag, values, options);
  if (!checked) return checked;
  OwnedTensor copy(core_->pool(), values);
  const std::size_t bytes = copy.bytes();
  enqueue(*core_, moment(*core_, step, options.wall_time), bytes,
          [tag = std::string(tag), copy = std::move(copy), options] {
            return histogram_value(
                tag, writer::make_histogram(copy.view(), options));
          });
  return {};
}

Result<void> SummaryWriter::add_histogram_raw(std::string_view tag,
                                              RawHistogram histogram,
                                              std::int64_t step,
                                              std::optional<double> wall_time) {
  if (!core_) return {};
  auto checked = writer::check_histogram_raw(tag, histogram, wall_time);
  if (!checked) return checked;
  const std::size_t bytes = histogram.bucket_limits.size() * 16;
  enqueue(*core_, moment(*core_, step, wall_time), bytes,
          [tag = std::string(tag), histogram = std::move(histogram)]() mutable {
            return histogram_value(
                tag, writer::make_histogram_raw(std::move(histogram)));
          });
  return {};
}

Result<void> SummaryWriter::add_tensor(std::string_view tag,
                                       const TensorView& tensor,
                                       std::int64_t step,
                                       const TensorOptions& options) {
  if (!core_) return {};
  auto checked = writer::check_tensor(tag, tensor, options);
  if (!checked) return checked;
  const Moment when = moment(*core_, step, options.wall_time);
  // The header is longest at the offset that wants the most padding.
  const std::size_t room =
      record::kHeaderBytes + writer::kTensorAlignment +
      writer::tensor_blob_header(tag, tensor, when.step, when.wall_time, 0)
          .size();
  OwnedTensor copy(core_->pool(), tensor, room, record::kFooterBytes);
  const std::size_t bytes = copy.bytes();
  core_->add_job(writer::make_job(
      bytes, [tag = std::string(tag), copy = std::move(copy), room, when,
              in_event = options.tensorboard](writer::RunFiles& files) mutable {
        if (in_event) {
          files.run(0).add_event(
              as_event(when, writer::make_tensor(tag, copy.view())));
        }
        add_tensor_record(files.run(0), tag, std::move(copy), room, when);
      }));
  return {};
}

Result<void> SummaryWriter::add_pr_curve(std::string_view tag,
                                         const TensorView& labels,
                                         const TensorView& predictions,
                                         std::int64_t step,
                                         const PrCurveOptions& options) {
  if (!core_) return {};
  auto checked = writer::check_pr_curve(tag, labels, predictions, options);
  if (!checked) return checked;
  writer::BufferPool& pool = core_->pool();
  OwnedTensor own_labels(pool, labels);
  OwnedTensor own_predictions(pool, predictions);
  std::optional<OwnedTensor> own_weights;
  if (options.weights) own_weights.emplace(pool, *options.weights);
  const std::size_t bytes = own_labels.bytes() + own_predictions.bytes() +
                            (own_weights ? own_weights->bytes() : 0);
  enqueue(*core_, moment(*core_, step, options.wall_time), bytes,
          [tag = std::string(tag), labels = std::move(own_labels),
           predictions = std::move(own_predictions),
           weights = std::move(own_weights), n = options.num_thresholds] {
            std::optional<TensorView> weights_view;
            if (weights) weights_view = weights->view();
            return writer::make_pr_curve(tag, labels.view(), predictions.view(),
                                         weights_view, n);
          });
  return {};
}

Result<void> SummaryWriter::add_pr_curve_raw(std::string_view tag,
                                             RawPrCurve curve,
                                             std::int64_t step,
                                             std::optional<double> wall_time) {
  if (!core_) return {};
  auto checked = writer::check_pr_curve_raw(tag, curve, wall_time);
  if (!checked) return checked;
  const std::size_t bytes = curve.true_positives.size() * 6 * sizeof(double);
  enqueue(*core_, moment(*core_, step, wall_time), bytes,
          [tag = std::string(tag), curve = std::move(curve)] {
            return writer::make_pr_curve_raw(tag, curve);
          });
  return {};
}

}  // namespace stepline
