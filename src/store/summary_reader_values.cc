#include <cmath>
#include <utility>
#include <variant>

#include "stepline/summary_reader.h"
#include "store/public_tensor.h"
#include "store/summary_source.h"

namespace stepline {
namespace {

using store::SummarySource;
using Kind = reader::Kind;

// Reads values whose content is a `Content` and lets `fill` take what it holds
// into a `T` that has step and wall time already.
template <class T, class Content, class Fill>
std::vector<T> read_values(const SummarySource& source, Kind kind,
                           std::string_view name, const Selection& selection,
                           Fill fill) {
  const auto reading = source.reading();
  std::vector<T> values;
  source.for_each_value(
      kind, name, selection,
      [&](const store::BlobInfo& info, reader::Datum& datum) -> Result<void> {
        auto* const content = std::get_if<Content>(&datum.content);
        if (content == nullptr) return store::not_of_its_kind();
        T value;
        value.step = info.step;
        value.wall_time = info.wall_secs;
        Result<void> filled = fill(*content, value);
        if (filled) values.push_back(std::move(value));
        return filled;
      });
  return values;
}

// Six rows of as many thresholds, in the order of RawPrCurve.
Result<void> fill_pr_curve(const event::Array& array, RawPrCurve& curve) {
  if (array.is_text || array.shape.size() != 2 || array.shape[0] != 6) {
    return store::not_of_its_kind();
  }
  const std::vector<double> all = event::doubles_of(array);
  const auto thresholds = static_cast<std::ptrdiff_t>(array.shape[1]);
  std::vector<double>* const rows[] = {
      &curve.true_positives,  &curve.false_positives, &curve.true_negatives,
      &curve.false_negatives, &curve.precision,       &curve.recall};
  auto from = all.begin();
  for (std::vector<double>* const row : rows) {
    row->assign(from, from + thresholds);
    from += thresholds;
  }
  return {};
}

}  // namespace

std::int64_t Tensor::size() const {
  std::int64_t elements = 1;
  for (const std::int64_t dimension : shape) elements *= dimension;
  return elements;
}

TensorView Tensor::view() const {
  if (is_text) return {nullptr, dtype, {-1}};
  return {bytes.data(), dtype, shape};
}

TensorDescriptor::UtcTime TensorDescriptor::utctime() const {
  return UtcTime(std::chrono::microseconds(std::llround(wall_time * 1e6)));
}

std::vector<HistogramSummary> SummaryReader::read_histograms(
    std::string_view name, const Selection& selection) const {
  return read_values<HistogramSummary, reader::HistogramBuckets>(
      *source_, Kind::Histogram, name, selection,
      [](const auto& content, HistogramSummary& value) -> Result<void> {
        for (const auto& [left, right, count] : content.buckets) {
          value.buckets.push_back({left, right, count});
        }
        return {};
      });
}

std::vector<PrCurveSummary> SummaryReader::read_pr_curves(
    std::string_view name, const Selection& selection) const {
  return read_values<PrCurveSummary, event::Array>(
      *source_, Kind::PrCurve, name, selection,
      [](const auto& content, PrCurveSummary& value) {
        return fill_pr_curve(content, value.curve);
      });
}

std::vector<TensorDescriptor> SummaryReader::read_tensors(
    std::string_view name, const Selection& selection) const {
  return read_values<TensorDescriptor, event::Array>(
      *source_, Kind::Tensor, name, selection,
      [](auto& content, TensorDescriptor& value) -> Result<void> {
        value.tensor = store::public_tensor(std::move(content));
        return {};
      });
}

std::optional<TensorDescriptor> SummaryReader::read_tensor(
    std::string_view name, std::int64_t step, std::string_view run) const {
  auto all = read_tensors(name, Selection::at(step, std::string(run)));
  if (all.empty()) return std::nullopt;
  if (all.size() > 1) {
    source_->warn(std::to_string(all.size()) + " tensors \"" +
                  std::string(name) + "\" at step " + std::to_string(step) +
                  ", reading the latest");
  }
  return std::move(all.back());
}

std::vector<ImageSummary> SummaryReader::read_images(
    std::string_view name, const Selection& selection) const {
  return read_values<ImageSummary, reader::Images>(
      *source_, Kind::Image, name, selection,
      [](auto& content, ImageSummary& value) -> Result<void> {
        value.width = content.width;
        value.height = content.height;
        value.encoded = std::move(content.encoded);
        return {};
      });
}

std::vector<AudioSummary> SummaryReader::read_audio(
    std::string_view name, const Selection& selection) const {
  return read_values<AudioSummary, reader::AudioClips>(
      *source_, Kind::Audio, name, selection,
      [](auto& content, AudioSummary& value) -> Result<void> {
        value.content_type = std::move(content.content_type);
        value.sample_rate = content.sample_rate;
        for (auto& [encoded, label] : content.clips) {
          value.clips.push_back({std::move(encoded), std::move(label)});
        }
        return {};
      });
}

std::vector<TextSummary> SummaryReader::read_texts(
    std::string_view name, const Selection& selection) const {
  return read_values<TextSummary, event::Array>(
      *source_, Kind::Text, name, selection,
      [](auto& content, TextSummary& value) -> Result<void> {
        if (!content.is_text) return store::not_of_its_kind();
        value.shape = std::move(content.shape);
        value.texts = std::move(content.strings);
        return {};
      });
}

std::vector<MessageSummary> SummaryReader::read_messages(
    SummaryKind kind, std::string_view name, const Selection& selection) const {
  return read_values<MessageSummary, reader::Message>(
      *source_, Kind{static_cast<std::uint8_t>(kind)}, name, selection,
      [](auto& content, MessageSummary& value) -> Result<void> {
        value.bytes = std::move(content.bytes);
        return {};
      });
}

}  // namespace stepline
