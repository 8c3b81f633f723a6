#include "reader/datum.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>

#include "event/plugin_names.h"
#include "event/wire.h"

namespace stepline::reader {
namespace {

using event::DataType;
using event::TensorProto;

event::Value value_of(auto content) {
  event::Value value;
  value.tag = event::Tag("tag");
  value.value = std::move(content);
  return value;
}

event::Value with_plugin(event::Value value, const char* plugin) {
  value.metadata.emplace();
  value.metadata->plugin_name = plugin;
  return value;
}

TensorProto strings(std::vector<std::int64_t> shape,
                    std::vector<std::string> elements) {
  TensorProto tensor;
  tensor.dtype = DataType::String;
  tensor.has_shape = true;
  for (const std::int64_t n : shape) tensor.shape.dims.push_back({n, ""});
  tensor.string_val = std::move(elements);
  return tensor;
}

TensorProto doubles(std::vector<std::int64_t> shape,
                    std::vector<double> elements) {
  TensorProto tensor = strings(std::move(shape), {});
  tensor.dtype = DataType::Double;
  tensor.double_val = std::move(elements);
  return tensor;
}

Datum upgraded(const event::Value& value) {
  const auto datum = upgrade_value(value, nullptr);
  EXPECT_TRUE(datum) << datum.error().message;
  return datum ? *datum : Datum();
}

template <class T>
T content(const event::Value& value) {
  return std::get<T>(upgraded(value).content);
}

void expect_corrupt(const event::Value& value) {
  const auto datum = upgrade_value(value, nullptr);
  ASSERT_FALSE(datum);
  EXPECT_EQ(datum.error().code, ErrorCode::Corrupt);
}

TEST(Datum, OfAScalarIsANumber) {
  EXPECT_EQ(content<double>(value_of(0.25f)), 0.25);
  EXPECT_EQ(
      content<double>(with_plugin(value_of(doubles({}, {1e-300})), "scalars")),
      1e-300);
  EXPECT_EQ(
      content<double>(with_plugin(value_of(doubles({1, 1}, {2})), "scalars")),
      2);
}

TEST(Datum, OfAScalarThatIsNotOneNumberIsATensor) {
  for (const TensorProto& tensor : {doubles({2}, {1, 2}), strings({}, {"1"})}) {
    const Datum datum = upgraded(with_plugin(value_of(tensor), "scalars"));
    EXPECT_EQ(datum.kind, Kind::Tensor);
    EXPECT_EQ(std::get<event::Array>(datum.content).size(),
              tensor.shape.dims.empty() ? 1 : 2);
  }
}

TEST(Datum, OfAnOldHistogramLosesEmptyOuterBucketsOnly) {
  event::Histogram histogram;
  histogram.min = -1.5;
  histogram.max = 2.5;
  histogram.limits = {-2, -1, 0, 1, DBL_MAX};
  histogram.counts = {0, 3, 0, 4, 0};
  const auto out = content<HistogramBuckets>(value_of(histogram));
  EXPECT_EQ(out.buckets, (std::vector<HistogramBuckets::Bucket>{
                             {-1.5, -1, 3}, {-1, 0, 0}, {0, 2.5, 4}}));
}

TEST(Datum, OfAnOldHistogramOfOneBucketGoesFromLeastToGreatest) {
  event::Histogram histogram;
  histogram.min = histogram.max = 7;
  histogram.limits = {DBL_MAX};
  histogram.counts = {5};
  EXPECT_EQ(content<HistogramBuckets>(value_of(histogram)).buckets,
            (std::vector<HistogramBuckets::Bucket>{{7, 7, 5}}));
}

TEST(Datum, OfAnEmptyOldHistogramHasNoBuckets) {
  event::Histogram histogram;
  EXPECT_TRUE(content<HistogramBuckets>(value_of(histogram)).buckets.empty());
  histogram.limits = {1, 2};
  histogram.counts = {0, std::nan("")};
  EXPECT_TRUE(content<HistogramBuckets>(value_of(histogram)).buckets.empty());
}

TEST(Datum, OfAnOldHistogramWithoutLimitsIsCorrupt) {
  event::Histogram histogram;
  histogram.counts = {1, 1, 1};
  histogram.limits = {1};
  expect_corrupt(value_of(histogram));
}

TEST(Datum, OfAHistogramTensorHasItsRows) {
  const auto value = with_plugin(
      value_of(doubles({2, 3}, {0, 1, 5, 1, 2, 0.1})), "histograms");
  EXPECT_EQ(content<HistogramBuckets>(value).buckets,
            (std::vector<HistogramBuckets::Bucket>{{0, 1, 5}, {1, 2, 0.1}}));
  expect_corrupt(with_plugin(value_of(doubles({6}, {1})), "histograms"));
  expect_corrupt(with_plugin(value_of(strings({1, 3}, {"1"})), "histograms"));
  TensorProto complex = doubles({1, 3}, {});
  complex.dtype = DataType::Complex64;
  expect_corrupt(with_plugin(value_of(complex), "histograms"));
}

TEST(Datum, OfAnImageIsTheSameInBothForms) {
  event::Image image;
  image.width = 3;
  image.height = 2;
  image.encoded = "png";
  const Images expected{3, 2, {"png"}};
  EXPECT_EQ(content<Images>(value_of(image)), expected);
  EXPECT_EQ(content<Images>(with_plugin(
                value_of(strings({3}, {"3", "2", "png"})), "images")),
            expected);
}

TEST(Datum, OfImagesHasAllOfThem) {
  const auto many =
      with_plugin(value_of(strings({4}, {"3", "2", "one", "two"})), "images");
  EXPECT_EQ(content<Images>(many), (Images{3, 2, {"one", "two"}}));
  const auto none = with_plugin(value_of(strings({2}, {"3", "2"})), "images");
  EXPECT_EQ(content<Images>(none), (Images{3, 2, {}}));
}

TEST(Datum, OfAnImageWhoseSizeIsNoNumberIsCorrupt) {
  for (const auto& tensor :
       {strings({3}, {"three", "2", "png"}), strings({3}, {"3", "2x", "png"}),
        strings({3}, {"", "2", "png"}), strings({1}, {"3"}),
        doubles({3}, {1, 2, 3})}) {
    expect_corrupt(with_plugin(value_of(tensor), "images"));
  }
}

TEST(Datum, OfAudioHasClipsAndLabels) {
  const auto labelled = with_plugin(
      value_of(strings({2, 2}, {"wav1", "first", "wav2", ""})), "audio");
  EXPECT_EQ(content<AudioClips>(labelled),
            (AudioClips{"audio/wav", 0, {{"wav1", "first"}, {"wav2", ""}}}));
  const auto bare =
      with_plugin(value_of(strings({2}, {"wav1", "wav2"})), "audio");
  EXPECT_EQ(content<AudioClips>(bare),
            (AudioClips{"audio/wav", 0, {{"wav1", ""}, {"wav2", ""}}}));
  const auto one = with_plugin(value_of(strings({}, {"wav"})), "audio");
  EXPECT_EQ(content<AudioClips>(one).clips.size(), 1u);
  const auto none = with_plugin(value_of(strings({0, 2}, {})), "audio");
  EXPECT_TRUE(content<AudioClips>(none).clips.empty());
  expect_corrupt(with_plugin(value_of(doubles({1}, {1})), "audio"));
}

TEST(Datum, OfOldAudioKeepsRateAndType) {
  event::Audio audio;
  audio.sample_rate = 44100;
  audio.encoded = "ogg";
  audio.content_type = "audio/ogg";
  EXPECT_EQ(content<AudioClips>(value_of(audio)),
            (AudioClips{"audio/ogg", 44100, {{"ogg", ""}}}));
}

TEST(Datum, OfTextKeepsItsShape) {
  const auto text = content<event::Array>(
      with_plugin(value_of(strings({1, 2}, {"a", "b"})), "text"));
  EXPECT_EQ(text.shape, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(text.strings, (std::vector<std::string>{"a", "b"}));
}

TEST(Datum, OfHParamsIsTheirContentWhateverTheTensor) {
  for (event::Value value :
       {value_of(std::monostate()), value_of(doubles({0}, {}))}) {
    value = with_plugin(value, "hparams");
    value.metadata->plugin_content = "data";
    EXPECT_EQ(content<Message>(value), Message{"data"});
    EXPECT_EQ(upgraded(value).kind, Kind::HParams);
  }
}

TEST(Datum, OfALayoutOrAGraphIsItsMessage) {
  for (const char* plugin :
       {"custom_scalars", "graph_keras_model", "graph_run_metadata"}) {
    for (const auto& shape : std::vector<std::vector<std::int64_t>>{{}, {1}}) {
      EXPECT_EQ(content<Message>(
                    with_plugin(value_of(strings(shape, {"bytes"})), plugin)),
                Message{"bytes"});
    }
    expect_corrupt(with_plugin(value_of(strings({2}, {"a", "b"})), plugin));
  }
}

TEST(Datum, OfWhatFitsNowhereIsTensorOrOther) {
  const Datum tensor = upgraded(value_of(doubles({2}, {1, 2})));
  EXPECT_EQ(tensor.kind, Kind::Tensor);
  EXPECT_TRUE(std::holds_alternative<event::Array>(tensor.content));
  const Datum old = upgraded(value_of(event::ObsoleteHistogram{"bytes"}));
  EXPECT_EQ(old.kind, Kind::Other);
  EXPECT_EQ(std::get<Message>(old.content), Message{"bytes"});
  const Datum nothing = upgraded(value_of(std::monostate()));
  EXPECT_EQ(nothing.kind, Kind::Other);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(nothing.content));
}

TEST(Datum, TakesTheTagsFirstMetadataWhereTheValueHasNone) {
  event::Metadata first;
  first.plugin_name = event::kTextPlugin;
  first.description = "notes";
  const auto datum = upgrade_value(value_of(strings({}, {"hello"})), &first);
  ASSERT_TRUE(datum);
  EXPECT_EQ(datum->kind, Kind::Text);
  EXPECT_EQ(datum->metadata.description, "notes");
  EXPECT_EQ(datum->metadata.display_name, "tag");
}

TEST(Datum, OfAnEventThatIsNoSummary) {
  event::Event event;
  event.what = event::GraphDef{"graph"};
  Datum datum = upgrade_event(event);
  EXPECT_EQ(datum.kind, Kind::Graph);
  EXPECT_EQ(std::get<Message>(datum.content), Message{"graph"});
  EXPECT_EQ(datum.metadata.plugin_name, "graphs");
  EXPECT_EQ(datum.metadata.display_name, kRunGraphTag);

  event.what = event::MetaGraphDef{"meta"};
  EXPECT_EQ(upgrade_event(event).kind, Kind::MetaGraph);

  event.what = event::TaggedRunMetadata{"step 1", "run"};
  datum = upgrade_event(event);
  EXPECT_EQ(datum.kind, Kind::RunMetadata);
  EXPECT_EQ(std::get<Message>(datum.content), Message{"run"});
  EXPECT_EQ(datum.metadata.display_name, "step 1");

  event.what = event::FileVersion{"brain.Event:2"};
  EXPECT_EQ(upgrade_event(event).kind, Kind::Other);
  event.what = std::monostate();
  EXPECT_EQ(upgrade_event(event).kind, Kind::Other);
}

TEST(Datum, OfALogIsItsMessage) {
  event::Event event;
  const event::LogMessage log{30, "careful"};
  event.what = log;
  Datum datum = upgrade_event(event);
  EXPECT_EQ(datum.kind, Kind::LogMessage);
  EXPECT_EQ(*event::decode_log_message(std::get<Message>(datum.content).bytes),
            log);
  const event::SessionLog session{event::SessionLog::Status::Start, "a", "b"};
  event.what = session;
  datum = upgrade_event(event);
  EXPECT_EQ(datum.kind, Kind::SessionLog);
  EXPECT_EQ(*event::decode_session_log(std::get<Message>(datum.content).bytes),
            session);
}

}  // namespace
}  // namespace stepline::reader
