#include "event/summary_wire.h"

#include "event/event_fields.h"
#include "event/tensor_wire.h"
#include "event/wire.h"

namespace stepline::event {
namespace {

enum class ImageField : std::uint32_t {
  Height = 1,
  Width = 2,
  Colorspace = 3,
  Encoded = 4,
};
enum class AudioField : std::uint32_t {
  SampleRate = 1,
  NumChannels = 2,
  LengthFrames = 3,
  Encoded = 4,
  ContentType = 5,
};
enum class HistogramField : std::uint32_t {
  Min = 1,
  Max = 2,
  Num = 3,
  Sum = 4,
  SumSquares = 5,
  BucketLimit = 6,
  Bucket = 7,
};

}  // namespace

static void write(FieldWriter& out, const Image& image) {
  out.number(ImageField::Height, image.height);
  out.number(ImageField::Width, image.width);
  out.number(ImageField::Colorspace, image.colorspace);
  out.bytes(ImageField::Encoded, image.encoded);
}

static void merge(FieldReader in, Image& image) {
  while (in.next()) {
    switch (ImageField(in.number())) {
      case ImageField::Height:
        in.read(image.height);
        break;
      case ImageField::Width:
        in.read(image.width);
        break;
      case ImageField::Colorspace:
        in.read(image.colorspace);
        break;
      case ImageField::Encoded:
        in.read_bytes(image.encoded);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const Audio& audio) {
  out.number(AudioField::SampleRate, audio.sample_rate);
  out.number(AudioField::NumChannels, audio.num_channels);
  out.number(AudioField::LengthFrames, audio.length_frames);
  out.bytes(AudioField::Encoded, audio.encoded);
  out.text(AudioField::ContentType, audio.content_type);
}

static void merge(FieldReader in, Audio& audio) {
  while (in.next()) {
    switch (AudioField(in.number())) {
      case AudioField::SampleRate:
        in.read(audio.sample_rate);
        break;
      case AudioField::NumChannels:
        in.read(audio.num_channels);
        break;
      case AudioField::LengthFrames:
        in.read(audio.length_frames);
        break;
      case AudioField::Encoded:
        in.read_bytes(audio.encoded);
        break;
      case AudioField::ContentType:
        in.read_text(audio.content_type);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const Histogram& histogram) {
  out.number(HistogramField::Min, histogram.min);
  out.number(HistogramField::Max, histogram.max);
  out.number(HistogramField::Num, histogram.num);
  out.number(HistogramField::Sum, histogram.sum);
  out.number(HistogramField::SumSquares, histogram.sum_squares);
  out.packed(HistogramField::BucketLimit, histogram.limits);
  out.packed(HistogramField::Bucket, histogram.counts);
}

static void merge(FieldReader in, Histogram& histogram) {
  using enum HistogramField;
  while (in.next()) {
    switch (HistogramField(in.number())) {
      case Min:
        in.read(histogram.min);
        break;
      case Max:
        in.read(histogram.max);
        break;
      case Num:
        in.read(histogram.num);
        break;
      case Sum:
        in.read(histogram.sum);
        break;
      case SumSquares:
        in.read(histogram.sum_squares);
        break;
      case BucketLimit:
        in.read_repeated(histogram.limits);
        break;
      case Bucket:
        in.read_repeated(histogram.counts);
        break;
      default:
        in.skip();
    }
  }
}

namespace {

struct ValueMemberWriter {
  FieldWriter& out;
  void operator()(std::monostate) {}
  void operator()(float value) {
    out.number_member(ValueField::SimpleValue, value);
  }
  void operator()(const ObsoleteHistogram& histogram) {
    out.bytes_member(ValueField::ObsoleteHistogram, histogram.bytes);
  }
  void operator()(const Image& image) { out.message(ValueField::Image, image); }
  void operator()(const Histogram& histogram) {
    out.message(ValueField::Histogram, histogram);
  }
  void operator()(const Audio& audio) { out.message(ValueField::Audio, audio); }
  void operator()(const TensorProto&) {}  // Behind the node name.
};

}  // namespace

static void write(FieldWriter& out, const Value& value) {
  out.bytes(ValueField::Tag, value.tag.name());
  std::visit(ValueMemberWriter{out}, value.value);
  out.text(ValueField::NodeName, value.node_name);
  if (const auto* tensor = std::get_if<TensorProto>(&value.value)) {
    out.message(ValueField::Tensor, *tensor);
  }
  if (value.metadata) out.message(ValueField::Metadata, *value.metadata);
}

static void merge(FieldReader in, Value& value) {
  std::string bytes;
  float number;
  while (in.next()) {
    switch (ValueField(in.number())) {
      case ValueField::Tag:
        if (in.read_bytes(bytes)) value.tag = Tag(bytes);
        break;
      case ValueField::SimpleValue:
        if (in.read(number)) value.value = number;
        break;
      case ValueField::ObsoleteHistogram:
        if (in.read_bytes(bytes)) value.value = ObsoleteHistogram{bytes};
        break;
      case ValueField::Image:
        in.read_member<Image>(value.value);
        break;
      case ValueField::Histogram:
        in.read_member<Histogram>(value.value);
        break;
      case ValueField::Audio:
        in.read_member<Audio>(value.value);
        break;
      case ValueField::NodeName:
        in.read_text(value.node_name);
        break;
      case ValueField::Tensor:
        in.read_member<TensorProto>(value.value);
        break;
      case ValueField::Metadata:
        in.read_message(value.metadata);
        break;
      default:
        in.skip();
    }
  }
}

void write(FieldWriter& out, const Summary& summary) {
  out.messages(SummaryField::Value, summary.values);
}

void merge(FieldReader in, Summary& summary) {
  while (in.next()) {
    switch (SummaryField(in.number())) {
      case SummaryField::Value:
        in.read_message(summary.values);
        break;
      default:
        in.skip();
    }
  }
}

std::string encode_value(const Value& value) { return encode_message(value); }

Result<Value> decode_value(std::string_view bytes) {
  return decode_message<Value>("Summary.Value", bytes);
}

std::string encode_summary(const Summary& summary) {
  return encode_message(summary);
}

Result<Summary> decode_summary(std::string_view bytes) {
  return decode_message<Summary>("Summary", bytes);
}

}  // namespace stepline::event
