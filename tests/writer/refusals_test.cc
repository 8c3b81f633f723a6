// Wrong arguments to every add_*: an error that says what and where, nothing
// written, and a writer that goes on.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "writer/writer_fixture.h"

namespace stepline {
namespace {

using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// Enough elements for every shape below.
const std::vector<float>& zeros() {
  static const std::vector<float> values(100'000, 0.0f);
  return values;
}
TensorView floats(std::initializer_list<std::int64_t> shape) {
  return TensorView(zeros().data(), shape);
}
TensorView complex_numbers() {
  static const std::vector<std::complex<float>> values(12);
  return values;
}
TensorView null_pointer() {
  return TensorView(nullptr, DType::Float32, {3, 4, 4});
}
TensorView nonsense() { return TensorView(zeros().data(), {-1, 2}); }

struct Refusal {
  const char* name;
  std::function<Result<void>(SummaryWriter&)> call;
  std::vector<std::string> said;
};

std::ostream& operator<<(std::ostream& out, const Refusal& refusal) {
  return out << refusal.name;
}

using W = SummaryWriter;

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> all{
      {"ScalarsWithoutValues",
       [](W& w) {
         return w.add_scalars("my_tag", std::vector<W::NamedValue>());
       },
       {"my_tag", "no value"}},
      {"ScalarsWithATooLongName",
       [](W& w) {
         return w.add_scalars("my_tag",
                              {{std::string_view(std::string(300, 'x')), 1.0}});
       },
       {"255 bytes"}},
      {"TensorOfAReservedName",
       [](W& w) { return w.add_tensor("__metadata__", floats({2})); },
       {"__metadata__", "[2] float32"}},
      {"GraphWithANameTwice",
       [](W& w) {
         Graph graph;
         graph.add("twin", "Op");
         graph.add("twin", "Op");
         return w.add_graph(graph);
       },
       {"twin", "two nodes"}},
      {"GraphWithoutAName",
       [](W& w) {
         Graph graph;
         graph.add("", "Op");
         return w.add_graph(graph);
       },
       {"no name"}},
      {"ScalarsWithoutName",
       [](W& w) {
         return w.add_scalars("my_tag", {{"", 1.0}});
       },
       {"my_tag", "empty"}},
      {"ScalarsThatLeadOut",
       [](W& w) {
         return w.add_scalars("my_tag", {{"x/../../y", 1.0}});
       },
       {"my_tag"}},
      {"ScalarsInADirectoryWithoutName",
       [](W& w) {
         return w.add_scalars("my_tag", {{"", 1.0}}, 0, {.directory = "here"});
       },
       {"here", "empty"}},
      {"ScalarsInADirectoryThatLeadsOut",
       [](W& w) {
         return w.add_scalars("my_tag", {{"a", 1.0}}, 0, {.directory = "../x"});
       },
       {"../x"}},
      {"ScalarsAtNoTime",
       [](W& w) {
         return w.add_scalars("my_tag", {{"a", 1.0}}, 0, {.wall_time = kNan});
       },
       {"my_tag", "wall time"}},
      {"HistogramOfNothing",
       [](W& w) {
         return w.add_histogram("my_tag", floats({4, 0}));
       },
       {"my_tag", "[4, 0]", "float32"}},
      {"HistogramOfComplexNumbers",
       [](W& w) { return w.add_histogram("my_tag", complex_numbers()); },
       {"my_tag", "[12]", "complex64"}},
      {"HistogramOfNull",
       [](W& w) { return w.add_histogram("my_tag", null_pointer()); },
       {"my_tag", "[3, 4, 4]"}},
      {"HistogramOfNonsense",
       [](W& w) { return w.add_histogram("my_tag", nonsense()); },
       {"my_tag"}},
      {"HistogramInNoBins",
       [](W& w) {
         return w.add_histogram("my_tag", floats({3}), 0,
                                {.bins = HistogramBins::equal(0)});
       },
       {"my_tag"}},
      {"HistogramOfFallingEdges",
       [](W& w) {
         return w.add_histogram("my_tag", floats({3}), 0,
                                {.bins = HistogramBins::edges({2, 1})});
       },
       {"my_tag"}},
      {"HistogramAtNoTime",
       [](W& w) {
         return w.add_histogram("my_tag", floats({3}), 0, {.wall_time = kInf});
       },
       {"my_tag", "wall time"}},
      {"RawHistogramOfUnequalLengths",
       [](W& w) {
         return w.add_histogram_raw("my_tag", {0, 1, 2, 1, 1, {1, 2}, {3}});
       },
       {"my_tag"}},
      {"RawHistogramAtNoTime",
       [](W& w) {
         return w.add_histogram_raw("my_tag", {0, 1, 1, 1, 1, {1}, {1}}, 0,
                                    kNan);
       },
       {"my_tag", "wall time"}},
      {"TensorOfNull",
       [](W& w) { return w.add_tensor("my_tag", null_pointer()); },
       {"my_tag", "[3, 4, 4]"}},
      {"TensorOfNonsense",
       [](W& w) { return w.add_tensor("my_tag", nonsense()); },
       {"my_tag"}},
      {"TensorAtNoTime",
       [](W& w) {
         return w.add_tensor("my_tag", floats({3}), 0, {.wall_time = kNan});
       },
       {"my_tag", "wall time"}},
      {"PrCurveOfUnequalLengths",
       [](W& w) { return w.add_pr_curve("my_tag", floats({3}), floats({4})); },
       {"my_tag", "[3]", "[4]"}},
      {"PrCurveOfNothing",
       [](W& w) { return w.add_pr_curve("my_tag", floats({0}), floats({0})); },
       {"my_tag", "[0]"}},
      {"PrCurveOfOneThreshold",
       [](W& w) {
         return w.add_pr_curve("my_tag", floats({3}), floats({3}), 0,
                               {.num_thresholds = 1});
       },
       {"my_tag", "1"}},
      {"PrCurveOfOtherWeights",
       [](W& w) {
         return w.add_pr_curve("my_tag", floats({3}), floats({3}), 0,
                               {.weights = floats({2})});
       },
       {"my_tag", "[2]"}},
      {"RawPrCurveOfUnequalLengths",
       [](W& w) {
         return w.add_pr_curve_raw("my_tag", {{1}, {1}, {1}, {1}, {1}, {}});
       },
       {"my_tag"}},
      {"ImageOfTwoChannels",
       [](W& w) {
         return w.add_image("my_tag", floats({2, 4, 4}));
       },
       {"my_tag", "[2, 4, 4]"}},
      {"ImageOfOneDimension",
       [](W& w) { return w.add_image("my_tag", floats({4})); },
       {"my_tag", "[4]"}},
      {"ImageOfNothing",
       [](W& w) {
         return w.add_image("my_tag", floats({3, 0, 4}));
       },
       {"my_tag", "[3, 0, 4]"}},
      {"ImageOfOddLayout",
       [](W& w) {
         return w.add_image("my_tag", floats({3, 4, 4}), 0, {.layout = "XYZ"});
       },
       {"my_tag", "XYZ"}},
      {"ImageOfNull",
       [](W& w) { return w.add_image("my_tag", null_pointer()); },
       {"my_tag", "[3, 4, 4]"}},
      {"ImageAtNoTime",
       [](W& w) {
         return w.add_image("my_tag", floats({3, 4, 4}), 0,
                            {.wall_time = kNan});
       },
       {"my_tag", "wall time"}},
      {"ImagesOfThreeDimensions",
       [](W& w) {
         return w.add_images("my_tag", floats({3, 4, 4}));
       },
       {"my_tag", "[3, 4, 4]"}},
      {"ImagesOfNone",
       [](W& w) {
         return w.add_images("my_tag", floats({0, 3, 4, 4}));
       },
       {"my_tag", "[0, 3, 4, 4]"}},
      {"BoxesOfThreeNumbers",
       [](W& w) {
         return w.add_image_with_boxes("my_tag", floats({3, 4, 4}),
                                       floats({2, 3}));
       },
       {"my_tag", "[2, 3]"}},
      {"BoxesOfOtherLabels",
       [](W& w) {
         return w.add_image_with_boxes("my_tag", floats({3, 4, 4}),
                                       floats({2, 4}), 0, {.labels = {"one"}});
       },
       {"my_tag"}},
      {"VideoOfFourDimensions",
       [](W& w) {
         return w.add_video("my_tag", floats({2, 3, 4, 4}));
       },
       {"my_tag", "[2, 3, 4, 4]"}},
      {"VideoWithoutSpeed",
       [](W& w) {
         return w.add_video("my_tag", floats({1, 2, 3, 4, 4}), 0, {.fps = 0});
       },
       {"my_tag"}},
      {"VideoOfNothing",
       [](W& w) {
         return w.add_video("my_tag", floats({1, 0, 3, 4, 4}));
       },
       {"my_tag", "[1, 0, 3, 4, 4]"}},
      {"AudioOfThreeChannels",
       [](W& w) {
         return w.add_audio("my_tag", floats({5, 3}));
       },
       {"my_tag", "[5, 3]"}},
      {"AudioOfNothing",
       [](W& w) { return w.add_audio("my_tag", floats({0})); },
       {"my_tag", "[0]"}},
      {"AudioWithoutRate",
       [](W& w) {
         return w.add_audio("my_tag", floats({5}), 0, {.sample_rate = 0});
       },
       {"my_tag"}},
      {"TextAtNoTime",
       [](W& w) { return w.add_text("my_tag", "t", 0, {.wall_time = kNan}); },
       {"my_tag", "wall time"}},
      {"MeshOfPairs",
       [](W& w) {
         return w.add_mesh("my_tag", floats({5, 2}));
       },
       {"my_tag", "[5, 2]"}},
      {"MeshOfNothing",
       [](W& w) {
         return w.add_mesh("my_tag", floats({0, 3}));
       },
       {"my_tag", "[0, 3]"}},
      {"MeshOfOtherColors",
       [](W& w) {
         return w.add_mesh("my_tag", floats({5, 3}), 0,
                           {.colors = floats({4, 3})});
       },
       {"my_tag", "[4, 3]"}},
      {"MeshOfSquares",
       [](W& w) {
         return w.add_mesh("my_tag", floats({5, 3}), 0,
                           {.faces = floats({4, 4})});
       },
       {"my_tag", "[4, 4]"}},
      {"OnnxGraphOfNoFile",
       [](W& w) { return w.add_onnx_graph("/no/such/model.onnx"); },
       {"/no/such/model.onnx"}},
      {"EmbeddingOfOneDimension",
       [](W& w) { return w.add_embedding(floats({5}), 0, {.tag = "my_tag"}); },
       {"my_tag", "[5]"}},
      {"EmbeddingOfOtherLabels",
       [](W& w) {
         return w.add_embedding(floats({5, 2}), 0,
                                {.tag = "my_tag", .labels = {{"one"}}});
       },
       {"my_tag"}},
      {"EmbeddingOfOtherImages",
       [](W& w) {
         return w.add_embedding(
             floats({5, 2}), 0,
             {.tag = "my_tag", .images = floats({4, 3, 8, 8})});
       },
       {"my_tag", "[4, 3, 8, 8]"}},
      {"HParamsThatLeadOut",
       [](W& w) {
         return w.add_hparams({{"lr", 0.1}}, {}, {.run_name = "../my_tag"});
       },
       {"my_tag"}},
      {"EventOfNoBytes", [](W& w) { return w.add_event(""); }, {"no bytes"}},
  };
  return all;
}

class Refuses : public WriterTest,
                public testing::WithParamInterface<Refusal> {};

TEST_P(Refuses, AndSaysWhyAndGoesOn) {
  SummaryWriter writer = make_writer();
  const auto refused = GetParam().call(writer);
  ASSERT_FALSE(refused);
  if (GetParam().name != std::string("OnnxGraphOfNoFile")) {
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
  }
  for (const std::string& word : GetParam().said)
    EXPECT_THAT(refused.error().message, HasSubstr(word));

  writer.add_scalar("loss", 0, 0);
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(only_events().size(), 2u) << "the version and the scalar";
  EXPECT_TRUE(counted(1));
  EXPECT_EQ(memory_.files().size(), 1u);
  EXPECT_TRUE(errors().empty()) << "the caller's, not the disk's";
  EXPECT_EQ(writer.dropped(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Writer, Refuses, testing::ValuesIn(refusals()),
                         [](const auto& of) {
                           return std::string(of.param.name);
                         });

}  // namespace
}  // namespace stepline
