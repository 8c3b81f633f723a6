#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "writer/audio.h"
#include "writer/image.h"
#include "writer/interleave.h"
#include "writer/mesh.h"
#include "writer/pixels.h"
#include "writer/pr_curve.h"
#include "writer/tensor_blob.h"
#include "writer/tensor_summary.h"
#include "writer/text.h"

namespace stepline::writer {
namespace {

using testing::ElementsAre;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <class T>
std::string refusal(const Result<T>& result) {
  return result ? "" : result.error().message;
}

// `shape` of something that is never read.
TensorView shaped(std::initializer_list<std::int64_t> shape,
                  DType dtype = DType::Float32) {
  static const double kMemory = 0;
  return {&kMemory, dtype, shape};
}

TEST(CheckImage, NamesLayoutAndShape) {
  const TensorView image = shaped({3, 4, 5});
  EXPECT_EQ(refusal(check_image("a", image, {.layout = "HW"})),
            "image \"a\": layout \"HW\" does not fit the number of dimensions: "
            "[3, 4, 5] float32");
  EXPECT_EQ(refusal(check_image("a", image, {.layout = "CHX"})),
            "image \"a\": layout \"CHX\" has a letter other than N, T, H, W, "
            "C: [3, 4, 5] float32");
  EXPECT_EQ(refusal(check_image("a", image, {.layout = "CHh"})),
            "image \"a\": layout \"CHh\" has a letter twice: [3, 4, 5] "
            "float32");
  EXPECT_EQ(refusal(check_image("a", image, {.layout = "NHC"})),
            "image \"a\": layout \"NHC\" lacks H or W: [3, 4, 5] float32");
  EXPECT_EQ(refusal(check_image("a", image, {.layout = "HWC"})),
            "image \"a\": there must be 1, 3 or 4 channels in layout \"HWC\": "
            "[3, 4, 5] float32");
  EXPECT_EQ(refusal(check_image("a", shaped({3, 0, 5}), {})),
            "image \"a\": the input has no element: [3, 0, 5] float32");
  EXPECT_EQ(refusal(check_image("a", image, {.wall_time = kNan})),
            "image \"a\": the wall time is not finite");
  EXPECT_EQ(refusal(check_image("a", image, {.layout = "chw"})), "");
}

TEST(CheckImage, WantsOnePictureUnlessSeveralAreAllowed) {
  const TensorView several = shaped({2, 3, 4, 5});
  EXPECT_NE(refusal(check_image("a", several, {.layout = "NCHW"})), "");
  EXPECT_NE(refusal(check_images("a", several, {.layout = "TCHW"})), "");
  EXPECT_EQ(refusal(check_images("a", several, {})), "");
  EXPECT_EQ(refusal(check_image("a", shaped({1, 3, 4, 5}), {.layout = "NCHW"})),
            "");
  EXPECT_EQ(refusal(check_video("a", several, {.layout = "TCHW"})), "");
}

TEST(CheckImageWithBoxes, WantsFourNumbersAndALabelABox) {
  const TensorView image = shaped({3, 4, 5});
  EXPECT_EQ(refusal(check_image_with_boxes("a", image, shaped({2, 3}), {})),
            "image_with_boxes \"a\": the boxes must be [N, 4]: [2, 3] float32");
  EXPECT_EQ(refusal(check_image_with_boxes("a", image, shaped({2, 4}),
                                           {.labels = {"one"}})),
            "image_with_boxes \"a\": 1 labels for 2 boxes: [2, 4] float32");
  EXPECT_EQ(refusal(check_image_with_boxes("a", image, shaped({0, 4}), {})),
            "");
}

TEST(CheckVideo, WantsASpeed) {
  for (const double fps : {0.0, -1.0, kNan, double(INFINITY)}) {
    EXPECT_NE(refusal(check_video("a", shaped({1, 1, 3, 4, 5}), {.fps = fps})),
              "");
  }
}

TEST(CheckAudio, WantsOneOrTwoChannels) {
  EXPECT_EQ(refusal(check_audio("a", shaped({5, 3}), {})),
            "audio \"a\": the samples must be [L], or [L, C] or [C, L] with 1 "
            "or 2 channels: [5, 3] "
            "float32");
  EXPECT_EQ(refusal(check_audio("a", shaped({0}), {})),
            "audio \"a\": the input has no element: [0] float32");
  EXPECT_NE(refusal(check_audio("a", shaped({5}), {.sample_rate = 0})), "");
  EXPECT_EQ(refusal(check_audio("a", shaped({5, 2}), {})), "");
  EXPECT_EQ(refusal(check_audio("a", shaped({1, 5}), {})), "");
}

TEST(CheckPrCurve, WantsEqualLengths) {
  const TensorView four = shaped({4});
  EXPECT_EQ(refusal(check_pr_curve("a", shaped({3}, DType::Bool), four, {})),
            "pr_curve \"a\": the labels are [3] bool, but the predictions are "
            "[4] float32");
  EXPECT_EQ(refusal(check_pr_curve("a", four, four, {.weights = shaped({5})})),
            "pr_curve \"a\": the weights are [5] float32, but the predictions "
            "are [4] float32");
  EXPECT_NE(refusal(check_pr_curve("a", four, four, {.num_thresholds = 1})),
            "");
  EXPECT_EQ(refusal(check_pr_curve("a", shaped({2, 2}), four, {})), "");
}

TEST(CheckPrCurveRaw, WantsSixRowsOfOneLength) {
  RawPrCurve curve{{1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}, {1}};
  EXPECT_EQ(refusal(check_pr_curve_raw("a", curve, {})),
            "raw pr_curve \"a\": the six rows must have one length, got 2 and "
            "1");
  curve.recall = {1, 2};
  EXPECT_EQ(refusal(check_pr_curve_raw("a", curve, {})), "");
  EXPECT_NE(refusal(check_pr_curve_raw("a", {}, {})), "");
  const auto value = make_pr_curve_raw("a", curve);
  EXPECT_EQ(std::get<event::TensorProto>(value.value).float_val.size(), 12u);
}

TEST(CheckMesh, WantsTriplesThatBelongTogether) {
  const TensorView vertices = shaped({4, 3});
  EXPECT_EQ(refusal(check_mesh("a", shaped({4, 2}), {})),
            "mesh \"a\": vertices must be [N, 3] or [B, N, 3]: [4, 2] float32");
  EXPECT_NE(refusal(check_mesh("a", vertices, {.colors = shaped({5, 3})})), "");
  EXPECT_NE(refusal(check_mesh("a", vertices, {.faces = shaped({2, 5, 3})})),
            "");
  EXPECT_EQ(refusal(check_mesh("a", vertices, {.config_json = "[1]"})),
            "mesh \"a\": the configuration is not a JSON object");
  EXPECT_EQ(refusal(check_mesh("a", vertices,
                               {.colors = shaped({1, 4, 3}, DType::UInt8),
                                .faces = shaped({9, 3}, DType::Int64),
                                .config_json = " {\"a\": 1}\n"})),
            "");
}

TEST(CheckTensor, TakesEverythingThatIsAnArray) {
  EXPECT_EQ(refusal(check_tensor("a", shaped({}, DType::Complex128), {})), "");
  EXPECT_EQ(refusal(check_tensor("a", shaped({0, 3}), {})), "");
  EXPECT_NE(refusal(check_tensor("a", shaped({-1}), {})), "");
  EXPECT_NE(
      refusal(check_tensor("a", shaped({1 << 29}), {.tensorboard = true})), "");
}

TEST(MakeText, ReplacesWhatIsNotUtf8) {
  const event::Value value = make_text("a\xff", "b\xff");
  EXPECT_EQ(value.tag.name(), "a\uFFFD/text_summary");
  EXPECT_THAT(std::get<event::TensorProto>(value.value).string_val,
              ElementsAre("b\uFFFD"));
}

TEST(BitmapOf, IsTheSameForEveryOrderOfTheAxes) {
  std::vector<std::uint8_t> bytes(4 * 37 * 21);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = i * 7 % 251;
  for (const std::int64_t channels : {1, 3, 4}) {
    const std::int64_t shape[] = {21, 37, channels};
    const std::int64_t planar[] = {37, 1, 37 * 21};
    const TensorView view(bytes.data(), DType::UInt8, shape, planar);
    const media::Bitmap bitmap = bitmap_of(view);
    ASSERT_TRUE(bitmap.is_valid());
    for (int y = 0; y < 21; ++y) {
      for (int x = 0; x < 37; ++x) {
        for (int c = 0; c < bitmap.channels; ++c) {
          const int plane = channels == 1 ? 0 : c;
          ASSERT_EQ(bitmap.at(x, y)[c],
                    bytes[std::size_t(y * 37 + x + plane * 37 * 21)]);
        }
      }
    }
  }
}

TEST(TensorBlob, IsDocumentedByThisExample) {
  const std::vector<std::int16_t> values = {1, 2};
  const std::string blob = make_tensor_blob(
      "w", values, event::Step{3}, event::WallTime::from_secs(1.5).value(), 12);
  const std::string json =
      R"({"__metadata__":{"step":"3","wall_time":"1.5"},)"
      R"("w":{"dtype":"I16","shape":[2],"data_offsets":[0,4]}})";
  const std::size_t padding = 64 - (12 + 8 + json.size()) % 64;
  EXPECT_EQ(blob.substr(8, json.size()), json);
  EXPECT_EQ(blob.substr(8 + json.size(), padding), std::string(padding, ' '));
  EXPECT_EQ(blob.substr(8 + json.size() + padding), std::string("\1\0\2\0", 4));
}

}  // namespace
}  // namespace stepline::writer
