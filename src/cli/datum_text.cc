#include "cli/datum_text.h"

#include <array>
#include <cstdint>
#include <utility>

#include "cli/format.h"
#include "cli/histogram_lines.h"
#include "cli/message_json.h"
#include "cli/number_text.h"
#include "cli/terminal.h"
#include "writer/tensor_reader.h"

namespace stepline::cli {
namespace {

using event::Array;
using reader::AudioClips;
using reader::HistogramBuckets;
using reader::Images;
using reader::Kind;
using reader::Message;

constexpr std::int64_t kShownElements = 64;

constexpr std::array<std::string_view, 6> kPrCurveRows{
    "true_positives",  "false_positives", "true_negatives",
    "false_negatives", "precision",       "recall"};

bool is_complex(DType dtype) {
  return dtype == DType::Complex64 || dtype == DType::Complex128;
}

std::vector<double> elements(const Array& array) {
  return writer::doubles_of(array.view());
}

void write_numbers(Json& json, const double* values, std::size_t count) {
  json.begin_array();
  for (std::size_t i = 0; i < count; ++i) json.value(values[i]);
  json.end_array();
}

void write_shape(Json& json, const Array& array) {
  json.key("shape").begin_array();
  for (const std::int64_t n : array.shape) json.value(n);
  json.end_array();
}

bool is_pr_curve(Kind kind, const Array& array) {
  return kind == Kind::PrCurve && !array.is_text && !is_complex(array.dtype) &&
         array.shape.size() == 2 &&
         array.shape[0] == static_cast<std::int64_t>(kPrCurveRows.size());
}

void write_pr_curve(Json& json, const Array& array) {
  const auto columns = static_cast<std::size_t>(array.shape[1]);
  const std::vector<double> values = elements(array);
  json.begin_object();
  for (std::size_t row = 0; row < kPrCurveRows.size(); ++row) {
    write_numbers(json.key(kPrCurveRows[row]), values.data() + row * columns,
                  columns);
  }
  json.end_object();
}

void write_text_array(Json& json, const Array& array) {
  if (array.strings.size() == 1) {
    json.value(array.strings[0]);
    return;
  }
  json.begin_object();
  write_shape(json, array);
  json.key("strings").begin_array();
  for (const std::string& text : array.strings) json.value(text);
  json.end_array();
  json.end_object();
}

struct DatumWriter {
  Json& json;
  Kind kind;

  void operator()(std::monostate) const { json.null(); }
  void operator()(double value) const { json.value(value); }
  void operator()(const HistogramBuckets& histogram) const {
    json.begin_object();
    json.key("buckets").begin_array();
    for (const auto& bucket : histogram.buckets) {
      const std::array numbers{bucket.left, bucket.right, bucket.count};
      write_numbers(json, numbers.data(), numbers.size());
    }
    json.end_array();
    json.end_object();
  }
  void operator()(const Images& images) const {
    json.begin_object();
    json.member("width", images.width);
    json.member("height", images.height);
    json.key("images").begin_array();
    for (const std::string& encoded : images.encoded) {
      json.begin_object();
      json.member("format", media_format(encoded));
      json.member("bytes", std::uint64_t{encoded.size()});
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  void operator()(const AudioClips& audio) const {
    json.begin_object();
    json.member("content_type", audio.content_type);
    json.member("sample_rate", audio.sample_rate);
    json.key("clips").begin_array();
    for (const AudioClips::Clip& clip : audio.clips) {
      json.begin_object();
      json.member("bytes", std::uint64_t{clip.encoded.size()});
      if (!clip.label.empty()) json.member("label", clip.label);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  void operator()(const Array& array) const {
    if (array.is_text) return write_text_array(json, array);
    if (is_pr_curve(kind, array)) return write_pr_curve(json, array);
    json.begin_object();
    json.member("dtype", name_of(array.dtype));
    write_shape(json, array);
    json.member("bytes", std::uint64_t{array.bytes.size()});
    if (array.size() <= kShownElements && !is_complex(array.dtype) &&
        array.view().valid()) {
      const std::vector<double> values = elements(array);
      write_numbers(json.key("values"), values.data(), values.size());
    }
    json.end_object();
  }
  void operator()(const Message& message) const {
    if (write_message(json, kind, message.bytes)) return;
    json.begin_object();
    json.member("bytes", std::uint64_t{message.bytes.size()});
    json.end_object();
  }
};

std::string counted(std::size_t count, const char* one) {
  if (count == 1) return one;
  return format_count(count) + " " + one + "s";
}

struct Describer {
  Kind kind;

  std::string operator()(std::monostate) const { return "nothing"; }
  std::string operator()(double value) const { return short_number(value); }
  std::string operator()(const HistogramBuckets& histogram) const {
    double total = 0;
    for (const auto& bucket : histogram.buckets) total += bucket.count;
    std::string out = short_number(total) + " values in " +
                      counted(histogram.buckets.size(), "bucket");
    if (!histogram.buckets.empty()) {
      out += ", " + short_number(histogram.buckets.front().left) + " to " +
             short_number(histogram.buckets.back().right);
    }
    return out;
  }
  std::string operator()(const Images& images) const {
    std::size_t bytes = 0;
    for (const std::string& encoded : images.encoded) bytes += encoded.size();
    std::string out = counted(images.encoded.size(), "image") + " of " +
                      std::to_string(images.width) + " x " +
                      std::to_string(images.height);
    if (!images.encoded.empty()) {
      out += ", " + std::string(media_format(images.encoded[0]));
    }
    return out + ", " + format_bytes(bytes);
  }
  std::string operator()(const AudioClips& audio) const {
    std::size_t bytes = 0;
    for (const auto& clip : audio.clips) bytes += clip.encoded.size();
    std::string out =
        counted(audio.clips.size(), "clip") + ", " + audio.content_type;
    if (audio.sample_rate > 0) {
      out += ", " + short_number(audio.sample_rate) + " Hz";
    }
    return out + ", " + format_bytes(bytes);
  }
  std::string operator()(const Array& array) const {
    if (!array.is_text) {
      return array.view().describe() + ", " + format_bytes(array.bytes.size());
    }
    std::size_t bytes = 0;
    for (const std::string& text : array.strings) bytes += text.size();
    const bool one = array.strings.size() == 1;
    return (one ? "" : counted(array.strings.size(), "string") + ", ") +
           format_bytes(bytes);
  }
  std::string operator()(const Message& message) const {
    return format_bytes(message.bytes.size());
  }
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    lines.push_back(printable(text.substr(0, end)));
    if (end == std::string_view::npos || end + 1 == text.size()) return lines;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

void write_datum(Json& json, const reader::Datum& datum) {
  std::visit(DatumWriter{json, datum.kind}, datum.content);
}

std::string describe(const reader::Datum& datum) {
  return printable(std::visit(Describer{datum.kind}, datum.content));
}

std::vector<std::string> details(const reader::Datum& datum) {
  if (const auto* histogram = std::get_if<HistogramBuckets>(&datum.content)) {
    return histogram_lines(*histogram);
  }
  const auto* array = std::get_if<Array>(&datum.content);
  if (array != nullptr && array->is_text) return lines_of(joined_text(*array));
  const bool small = array != nullptr && array->size() <= kShownElements;
  if (!small && !is_taken_apart(datum.kind)) return {};
  std::string text;
  Output out(text);
  Json json(out);
  write_datum(json, datum);
  return {printable(text)};
}

std::string_view media_format(std::string_view encoded) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8>
      kFormats{{{"\x89PNG", "png"},
                {"GIF8", "gif"},
                {"\xff\xd8\xff", "jpg"},
                {"BM", "bmp"},
                {"RIFF", "wav"},
                {"fLaC", "flac"},
                {"OggS", "ogg"},
                {"ID3", "mp3"}}};
  if (encoded.starts_with("RIFF") && encoded.size() >= 12 &&
      encoded.substr(8, 4) == "WEBP") {
    return "webp";
  }
  for (const auto& [magic, format] : kFormats) {
    if (encoded.starts_with(magic)) return format;
  }
  return "bin";
}

std::string joined_text(const Array& array) {
  std::string out;
  for (const std::string& text : array.strings) {
    if (!out.empty()) out += '\n';
    out += text;
  }
  return out;
}

}  // namespace stepline::cli
