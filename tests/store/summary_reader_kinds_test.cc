#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <complex>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "event/custom_scalars_layout.h"
#include "media/pictures.h"
#include "stepline/summary_reader.h"
#include "store/reader_fixture.h"

namespace stepline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::StartsWith;

class SummaryReaderKinds : public SummaryReaderTest {};

TEST_F(SummaryReaderKinds, TensorsOfEveryDtypeComeBackByteForByte) {
  std::string bytes(16 * 6, '\0');
  std::iota(bytes.begin(), bytes.end(), '\1');
  constexpr int kDTypes = static_cast<int>(DType::Complex128) + 1;
  for (const bool in_event_file : {false, true}) {
    auto log = writer(in_event_file ? "both" : "beside");
    for (int i = 0; i < kDTypes; ++i) {
      const DType dtype{static_cast<std::uint8_t>(i)};
      // Any byte is a number but for bools.
      const std::string zeros_and_ones("\0\1\1\0\1\1", 6);
      const TensorView view(
          dtype == DType::Bool ? zeros_and_ones.data() : bytes.data(), dtype,
          {2, 3});
      ASSERT_TRUE(log.add_tensor(name_of(dtype), view, 7,
                                 {.tensorboard = in_event_file}));
    }
  }
  const SummaryReader reader = open();
  EXPECT_EQ(reader.tensor_names().size(), std::size_t{kDTypes});
  for (const std::string run : {"beside", "both"}) {
    for (int i = 0; i < kDTypes; ++i) {
      const DType dtype{static_cast<std::uint8_t>(i)};
      const auto found = reader.read_tensor(name_of(dtype), 7, run);
      ASSERT_TRUE(found) << name_of(dtype);
      const Tensor& tensor = found->tensor;
      EXPECT_EQ(tensor.dtype, dtype);
      EXPECT_THAT(tensor.shape, ElementsAre(2, 3));
      EXPECT_EQ(tensor.bytes, dtype == DType::Bool
                                  ? std::string("\0\1\1\0\1\1", 6)
                                  : bytes.substr(0, 6 * size_of(dtype)))
          << name_of(dtype);
      EXPECT_EQ(tensor.size(), 6);
      EXPECT_TRUE(tensor.view().valid());
      EXPECT_EQ(tensor.view().bytes(), tensor.bytes.size());
    }
  }
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderKinds, ATensorDescriptorKnowsItsMoment) {
  const std::vector<double> values = {0.1, 0.2};
  const std::vector<std::complex<float>> waves = {{1, 2}};
  {
    auto log = writer();
    ASSERT_TRUE(log.add_tensor("w", values, 3, {.wall_time = 1700000000.25}));
    ASSERT_TRUE(log.add_tensor("w", values, 5));
    ASSERT_TRUE(log.add_tensor("z", waves, 0));
  }
  const SummaryReader reader = open();
  const auto found = reader.read_tensor("w", 3);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, 3);
  EXPECT_EQ(found->wall_time, 1700000000.25);
  EXPECT_EQ(found->utctime().time_since_epoch(),
            std::chrono::microseconds(1700000000250000));
  EXPECT_THAT(found->tensor.elements<double>(), ElementsAre(0.1, 0.2));
  EXPECT_THAT(found->tensor.elements<float>(), IsEmpty());
  EXPECT_THAT(
      reader.read_tensor("z", 0)->tensor.elements<std::complex<float>>(),
      ElementsAre(std::complex<float>(1, 2)));
  EXPECT_EQ(reader.read_tensors("w").size(), 2u);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderKinds, OfSeveralTensorsAtAStepTheLatestIsRead) {
  const std::vector<int> first = {1};
  const std::vector<int> second = {2};
  {
    auto log = writer();
    ASSERT_TRUE(log.add_tensor("w", first, 3));
    ASSERT_TRUE(log.add_tensor("w", second, 3));
  }
  const SummaryReader reader = open();
  EXPECT_THAT(reader.read_tensor("w", 3)->tensor.elements<int>(),
              ElementsAre(2));
  EXPECT_THAT(warnings(),
              ElementsAre("2 tensors \"w\" at step 3, reading the latest"));
  EXPECT_EQ(reader.read_tensors("w", Selection::at(3)).size(), 2u);
}

TEST_F(SummaryReaderKinds, ATensorThatIsInBothFilesIsOne) {
  {
    auto log = writer();
    for (const int step : {1, 2, 3}) {
      const std::vector<int> values = {step};
      ASSERT_TRUE(log.add_tensor("w", values, step, {.tensorboard = true}));
    }
  }
  const SummaryReader reader = open();
  EXPECT_THAT(reader.read_tensor("w", 2)->tensor.elements<int>(),
              ElementsAre(2));
  EXPECT_EQ(reader.read_tensors("w").size(), 3u);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderKinds, HistogramsAreBuckets) {
  const RawHistogram raw{.min = 0,
                         .max = 3,
                         .num = 6,
                         .sum = 9,
                         .sum_squares = 17,
                         .bucket_limits = {1, 2, 3},
                         .bucket_counts = {1, 2, 3}};
  ASSERT_TRUE(writer().add_histogram_raw("h", raw, 4, 99.5));
  const auto found = open().read_histograms("h");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].step, 4);
  EXPECT_EQ(found[0].wall_time, 99.5);
  EXPECT_THAT(found[0].buckets,
              ElementsAre(HistogramBucket{0, 1, 1}, HistogramBucket{1, 2, 2},
                          HistogramBucket{2, 3, 3}));
}

TEST_F(SummaryReaderKinds, ImagesHaveTheSamePixels) {
  const media::Bitmap bitmap = media::noise(13, 7, 3);
  {
    auto log = writer();
    const TensorView view(bitmap.pixels.data(), DType::UInt8, {7, 13, 3});
    for (const int step : {1, 2, 3}) {
      ASSERT_TRUE(log.add_image("i", view, step, {.layout = "HWC"}));
    }
  }
  const SummaryReader reader = open();
  const auto last = reader.read_images("i", {.last = 1});
  ASSERT_EQ(last.size(), 1u);
  EXPECT_EQ(last[0].step, 3);
  EXPECT_EQ(last[0].width, 13);
  EXPECT_EQ(last[0].height, 7);
  ASSERT_EQ(last[0].encoded.size(), 1u);
  EXPECT_EQ(media::decode_png(last[0].encoded[0]).pixels, bitmap.pixels);
  EXPECT_EQ(reader.read_images("i").size(), 3u);
  EXPECT_EQ(reader.read_images("i", Selection::at(2)).at(0).step, 2);
}

TEST_F(SummaryReaderKinds, VideosAreImages) {
  const std::vector<std::uint8_t> frames(2 * 3 * 8 * 9, 60);
  ASSERT_TRUE(writer().add_video("v", {frames.data(), {1, 2, 3, 8, 9}}, 1));
  const auto found = open().read_images("v");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].encoded.at(0), StartsWith("GIF89a"));
  EXPECT_EQ(found[0].width, 9);
}

TEST_F(SummaryReaderKinds, AudioIsAWaveFile) {
  const std::vector<std::int16_t> samples = {1, -2, 3, -4};
  ASSERT_TRUE(writer().add_audio("a", samples, 2, {.sample_rate = 8000}));
  const auto found = open().read_audio("a");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].sample_rate, 8000);
  EXPECT_EQ(found[0].content_type, "audio/wav");
  ASSERT_EQ(found[0].clips.size(), 1u);
  const std::string& wave = found[0].clips[0].encoded;
  EXPECT_THAT(wave, StartsWith("RIFF"));
  EXPECT_EQ(wave.substr(wave.size() - 8),
            std::string("\1\0\xfe\xff\3\0\xfc\xff", 8));
}

TEST_F(SummaryReaderKinds, TextIsText) {
  {
    auto log = writer();
    ASSERT_TRUE(log.add_text("t", "first\n\n**bold**", 1));
    ASSERT_TRUE(log.add_text("t", "", 2));
  }
  const SummaryReader reader = open();
  const auto found = reader.read_texts("t");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_THAT(found[0].texts, ElementsAre("first\n\n**bold**"));
  EXPECT_THAT(found[1].texts, ElementsAre(""));
  EXPECT_EQ(reader.read_texts("t/text_summary").size(), 2u);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderKinds, PrCurvesAreSixRows) {
  const RawPrCurve raw{{3, 2, 0}, {2, 1, 0},      {0, 1, 2},
                       {0, 1, 3}, {0.5, 0.75, 1}, {1, 0.25, 0}};
  ASSERT_TRUE(writer().add_pr_curve_raw("pr", raw, 1));
  const auto found = open().read_pr_curves("pr");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].curve.true_positives, raw.true_positives);
  EXPECT_EQ(found[0].curve.false_positives, raw.false_positives);
  EXPECT_EQ(found[0].curve.true_negatives, raw.true_negatives);
  EXPECT_EQ(found[0].curve.false_negatives, raw.false_negatives);
  EXPECT_EQ(found[0].curve.precision, raw.precision);
  EXPECT_EQ(found[0].curve.recall, raw.recall);
}

TEST_F(SummaryReaderKinds, MeshesHaveTheirPartsTogether) {
  const std::vector<float> vertices = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::vector<std::uint8_t> colors = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::vector<int> faces = {0, 1, 2};
  {
    auto log = writer();
    MeshOptions whole;
    whole.colors = TensorView(colors.data(), {3, 3});
    whole.faces = TensorView(faces.data(), {1, 3});
    whole.config_json = "{\"camera\": 1}";
    ASSERT_TRUE(log.add_mesh("m", {vertices.data(), {3, 3}}, 1, whole));
    ASSERT_TRUE(log.add_mesh("cloud", {vertices.data(), {3, 3}}, 2));
  }
  const SummaryReader reader = open();
  EXPECT_THAT(reader.names(SummaryKind::Mesh), ElementsAre("cloud", "m"));
  const auto mesh = reader.read_meshes("m");
  ASSERT_EQ(mesh.size(), 1u);
  EXPECT_EQ(mesh[0].vertices.elements<float>(), vertices);
  EXPECT_THAT(mesh[0].vertices.shape, ElementsAre(1, 3, 3));
  ASSERT_TRUE(mesh[0].colors && mesh[0].faces);
  // Floats in the file, as TensorBoard wants them.
  EXPECT_THAT(mesh[0].colors->elements<float>(),
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(mesh[0].faces->elements<float>(), ElementsAre(0, 1, 2));
  EXPECT_EQ(mesh[0].config_json, "{\"camera\": 1}");
  const auto cloud = reader.read_meshes("cloud", Selection::at(2));
  ASSERT_EQ(cloud.size(), 1u);
  EXPECT_FALSE(cloud[0].colors || cloud[0].faces);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderKinds, GraphsHaveTheirNodes) {
  Graph graph;
  graph.add("input", "Placeholder").output_shapes = {{-1, 784}};
  graph.add("linear", "MatMul", {"input"}).attributes = {
      {"units", std::int64_t{10}}};
  ASSERT_TRUE(writer().add_graph(graph));
  const auto found = open().read_graph();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->nodes(), graph.nodes());
}

TEST_F(SummaryReaderKinds, HParamsComeWithTheirMetrics) {
  {
    auto log = writer("a");
    ASSERT_TRUE(log.add_hparams({{"lr", 0.1}, {"adam", true}, {"net", "cnn"}},
                                {{.tag = "accuracy"}, {.tag = "never"}}));
    log.add_scalar("accuracy", 0.25, 1);
    log.add_scalar("accuracy", 0.5, 2);
    ASSERT_TRUE(log.finish_hparams(SessionStatus::Failure));
  }
  ASSERT_TRUE(writer("b").add_hparams({{"lr", 0.2}}, {}));
  writer("c").add_scalar("accuracy", 1, 1);
  const SummaryReader reader = open();
  const auto sessions = reader.read_hparams();
  ASSERT_EQ(sessions.size(), 2u);
  EXPECT_EQ(sessions[0].run, "a");
  EXPECT_THAT(
      sessions[0].hparams,
      ElementsAre(Pair("adam", HParamValue(true)), Pair("lr", HParamValue(0.1)),
                  Pair("net", HParamValue("cnn"))));
  EXPECT_EQ(sessions[0].status, SessionStatus::Failure);
  EXPECT_GT(sessions[0].start_time, 0);
  EXPECT_GE(sessions[0].end_time, sessions[0].start_time);
  ASSERT_EQ(sessions[0].metrics.size(), 2u);
  EXPECT_EQ(sessions[0].metrics[0].tag, "accuracy");
  EXPECT_EQ(sessions[0].metrics[0].value, 0.5);
  EXPECT_EQ(sessions[0].metrics[1].value, std::nullopt);
  EXPECT_EQ(sessions[1].run, "b");
  EXPECT_EQ(sessions[1].status, std::nullopt);
  EXPECT_EQ(reader.read_hparams("b").size(), 1u);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderKinds, HParamsOfANamedSessionAreItsRuns) {
  ASSERT_TRUE(writer("sweep").add_hparams({{"lr", 0.5}},
                                          {{.tag = "best", .value = 0.75}},
                                          {.run_name = "trial", .group = "g"}));
  const auto sessions = open().read_hparams("sweep/trial");
  ASSERT_EQ(sessions.size(), 1u);
  EXPECT_EQ(sessions[0].run, "sweep/trial");
  EXPECT_EQ(sessions[0].group, "g");
  ASSERT_EQ(sessions[0].metrics.size(), 1u);
  EXPECT_EQ(sessions[0].metrics[0].value, 0.75);
}

TEST_F(SummaryReaderKinds, LayoutsAreLayouts) {
  const ChartLayout layout{{{"Losses",
                             {MultilineChart{"both", {"a", "b"}},
                              MarginChart{"spread", {{"mean", "low", "high"}}}},
                             true}}};
  ASSERT_TRUE(writer().add_custom_scalars(layout));
  const SummaryReader reader = open();
  EXPECT_EQ(reader.read_custom_scalars(), layout);
  const auto raw = reader.read_messages(SummaryKind::CustomScalars,
                                        "custom_scalars__config__");
  ASSERT_EQ(raw.size(), 1u);
  EXPECT_EQ(raw[0].bytes, event::encode_layout(layout));
}

TEST_F(SummaryReaderKinds, EmbeddingsHavePointsAndLabels) {
  const std::vector<float> points = {1, 2, 3, 4, 5, 6};
  const std::vector<std::uint8_t> pictures(3 * 3 * 4 * 4, 9);
  EmbeddingOptions options;
  options.tag = "last";
  options.header = {"digit", "right"};
  options.labels = {{"0", "yes"}, {"1", "no"}, {"2", "yes"}};
  options.images = TensorView(pictures.data(), {3, 3, 4, 4});
  {
    auto log = writer("run");
    ASSERT_TRUE(log.add_embedding({points.data(), {3, 2}}, 10, options));
  }
  const SummaryReader reader = open();
  EXPECT_THAT(reader.embedding_names(), ElementsAre("last:00010"));
  const auto found = reader.read_embedding("last:00010");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->run, "run");
  EXPECT_THAT(found->points.shape, ElementsAre(3, 2));
  EXPECT_EQ(found->points.elements<float>(), points);
  EXPECT_THAT(found->columns, ElementsAre("digit", "right"));
  EXPECT_EQ(found->labels, options.labels);
  EXPECT_TRUE(std::filesystem::exists(found->sprite_path));
  EXPECT_EQ(found->sprite_width, 4u);
  EXPECT_EQ(found->sprite_height, 4u);
  EXPECT_FALSE(reader.read_embedding("last"));
  EXPECT_THAT(warnings(), ElementsAre("no embedding \"last\""));
}

TEST_F(SummaryReaderKinds, AValueThatCannotBeReadIsAWarning) {
  {
    auto log = writer();
    ASSERT_TRUE(log.add_text("t", "first", 1));
    ASSERT_TRUE(log.add_text("t", "second", 2));
  }
  const SummaryReader reader = open();
  const auto size = std::filesystem::file_size(event_file());
  std::filesystem::resize_file(event_file(), size - 1);
  const auto found = reader.read_texts("t");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].texts, ElementsAre("first"));
  EXPECT_THAT(warnings(), ElementsAre(HasSubstr(
                              "text \"t\" of run \".\" at step 2 cannot be "
                              "read: ")));
}

}  // namespace
}  // namespace stepline
