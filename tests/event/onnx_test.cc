#include "event/onnx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <protozero/pbf_writer.hpp>
#include <random>
#include <string>

#include "stepline/graph.h"

namespace stepline::event {
namespace {

using protozero::pbf_writer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// --- Words for building onnx.ModelProto by its field numbers ----------------

std::string typed(const std::string& name, int element,
                  const std::vector<std::int64_t>& dims) {
  std::string out;
  pbf_writer value(out);
  value.add_string(1, name);
  pbf_writer type(value, 2);
  pbf_writer tensor(type, 1);
  tensor.add_int32(1, element);
  pbf_writer shape(tensor, 2);
  for (const std::int64_t size : dims) {
    pbf_writer dim(shape, 1);
    if (size >= 0) {
      dim.add_int64(1, size);
    } else {
      dim.add_string(2, "batch");
    }
  }
  return out;
}

std::string tensor(const std::string& name,
                   const std::vector<std::int64_t>& dims,
                   const std::string& raw_data = {}) {
  std::string out;
  pbf_writer writer(out);
  for (const std::int64_t size : dims) writer.add_int64(1, size);
  writer.add_int32(2, 1);
  writer.add_string(8, name);
  writer.add_bytes(9, raw_data);
  return out;
}

struct NodeBytes {
  std::string bytes;

  NodeBytes(const std::string& name, const std::string& op,
            const std::vector<std::string>& inputs,
            const std::vector<std::string>& outputs) {
    pbf_writer writer(bytes);
    for (const auto& input : inputs) writer.add_string(1, input);
    for (const auto& output : outputs) writer.add_string(2, output);
    if (!name.empty()) writer.add_string(3, name);
    writer.add_string(4, op);
  }
  NodeBytes& attribute(const std::string& name, auto&& fill) {
    pbf_writer writer(bytes);
    pbf_writer attribute(writer, 5);
    attribute.add_string(1, name);
    fill(attribute);
    return *this;
  }
  NodeBytes& note(const std::string& key, const std::string& value) {
    pbf_writer writer(bytes);
    pbf_writer entry(writer, 9);
    entry.add_string(1, key);
    entry.add_string(2, value);
    return *this;
  }
};

struct GraphBytes {
  std::string bytes;

  GraphBytes& node(const NodeBytes& node) { return add(1, node.bytes); }
  GraphBytes& initializer(const std::string& tensor) { return add(5, tensor); }
  GraphBytes& input(const std::string& value) { return add(11, value); }
  GraphBytes& output(const std::string& value) { return add(12, value); }
  GraphBytes& value(const std::string& value) { return add(13, value); }
  GraphBytes& add(unsigned field, const std::string& message) {
    pbf_writer(bytes).add_message(field, message);
    return *this;
  }
};

std::string model(const GraphBytes& graph) {
  std::string out;
  pbf_writer writer(out);
  writer.add_int64(1, 8);
  writer.add_string(2, "pytorch");
  writer.add_message(7, graph.bytes);
  pbf_writer opset(writer, 8);
  opset.add_int64(2, 17);
  return out;
}

class OnnxTest : public testing::Test {
 protected:
  void read(const GraphBytes& graph) {
    auto nodes = graph_of_onnx(model(graph));
    ASSERT_TRUE(nodes.has_value()) << nodes.error().message;
    nodes_ = *std::move(nodes);
  }
  const GraphNode& at(const std::string& name) {
    for (const GraphNode& node : nodes_) {
      if (node.name == name) return node;
    }
    ADD_FAILURE() << "no node " << name << " in " << names();
    static const GraphNode kNone{"", ""};
    return kNone;
  }
  GraphNode::Attribute attribute(const std::string& name,
                                 const std::string& key) {
    for (const auto& [k, value] : at(name).attributes) {
      if (k == key) return value;
    }
    ADD_FAILURE() << "no attribute " << key;
    return false;
  }
  std::string names() {
    std::string all;
    for (const GraphNode& node : nodes_) all += node.name + " ";
    return all;
  }

  std::vector<GraphNode> nodes_;
};

// --- Names and edges --------------------------------------------------------

TEST_F(OnnxTest, PutsOperatorsParametersInputsAndOutputsIntoBoxes) {
  read(GraphBytes()
           .node({"/layer1/conv/Conv",
                  "Conv",
                  {"x", "layer1.conv.weight"},
                  {"/layer1/conv/Conv_output_0"}})
           .node({"/Relu", "Relu", {"/layer1/conv/Conv_output_0"}, {"y"}})
           .initializer(tensor("layer1.conv.weight", {8, 3, 3, 3}))
           .input(typed("x", 1, {-1, 3, 32, 32}))
           .output(typed("y", 1, {-1, 8, 30, 30}))
           .value(typed("/layer1/conv/Conv_output_0", 1, {-1, 8, 30, 30})));

  EXPECT_EQ(names(),
            "layer1/conv/weight input/x layer1/conv/Conv Relu output/y "
            "onnx_model ");
  EXPECT_THAT(at("layer1/conv/Conv").inputs,
              ElementsAre("input/x", "layer1/conv/weight"));
  EXPECT_EQ(at("layer1/conv/Conv").op, "Conv");
  EXPECT_THAT(at("layer1/conv/Conv").output_shapes,
              ElementsAre(ElementsAre(-1, 8, 30, 30)));
  EXPECT_THAT(at("Relu").inputs, ElementsAre("layer1/conv/Conv"));
  EXPECT_THAT(at("Relu").output_shapes,
              ElementsAre(ElementsAre(-1, 8, 30, 30)));
  EXPECT_THAT(at("output/y").inputs, ElementsAre("Relu"));
  EXPECT_EQ(at("output/y").op, "IO Node");
  EXPECT_EQ(attribute("input/x", "type"),
            GraphNode::Attribute("float32 [batch, 3, 32, 32]"));
  EXPECT_THAT(at("layer1/conv/weight").output_shapes,
              ElementsAre(ElementsAre(8, 3, 3, 3)));
}

TEST_F(OnnxTest, FindsTheBoxOfAParameterInASequence) {
  // torch.onnx.export repeats the path in the name of a sequence's member.
  read(GraphBytes()
           .node({"/layer1/layer1.0/conv/Conv",
                  "Conv",
                  {"x", "layer1.0.conv.weight"},
                  {"y"}})
           .initializer(tensor("layer1.0.conv.weight", {2}))
           .input(typed("x", 1, {6})));
  EXPECT_THAT(at("layer1/layer1.0/conv/Conv").inputs,
              ElementsAre("input/x", "layer1/layer1.0/conv/weight"));
}

TEST_F(OnnxTest, KeepsAParameterThatBelongsToNoBoxUnderItsOwnName) {
  read(GraphBytes()
           .node({"", "MatMul", {"x", "onnx::MatMul_12"}, {"9"}})
           .initializer(tensor("onnx::MatMul_12", {2, 2}))
           .input(typed("x", 1, {2, 2})));
  EXPECT_THAT(at("MatMul_9").inputs, ElementsAre("input/x", "onnx::MatMul_12"));
  EXPECT_EQ(at("onnx::MatMul_12").op, "Const");
}

TEST_F(OnnxTest, CallsAnInitializerThatIsAlsoAnInputOnlyOnce) {
  read(GraphBytes()
           .node({"n", "Add", {"x", "w"}, {"y"}})
           .initializer(tensor("w", {2}))
           .input(typed("x", 1, {2}))
           .input(typed("w", 1, {2})));
  EXPECT_EQ(names(), "w input/x n onnx_model ");
}

TEST_F(OnnxTest, NamesTheOutputOfAnOperatorWithSeveral) {
  read(GraphBytes()
           .node({"split", "Split", {"x"}, {"a", "", "c"}})
           .node({"add", "Add", {"c", "a"}, {"y"}})
           .input(typed("x", 1, {6})));
  EXPECT_THAT(at("add").inputs, ElementsAre("split:2", "split"));
}

TEST_F(OnnxTest, TakesNoPortForPartOfAName) {
  read(GraphBytes()
           .node({"", "BiasAdd", {"x:0"}, {"model/dense/BiasAdd:0"}})
           .node({"", "Relu", {"model/dense/BiasAdd:0"}, {"^y:0"}})
           .input(typed("x:0", 1, {6})));
  EXPECT_THAT(at("model/dense/BiasAdd").inputs, ElementsAre("input/x"));
  EXPECT_THAT(at("_y").inputs, ElementsAre("model/dense/BiasAdd"));
}

TEST_F(OnnxTest, GivesEachNameOnce) {
  read(GraphBytes()
           .node({"n", "A", {}, {"a"}})
           .node({"n", "B", {"a"}, {"b"}})
           .node({"n_1", "C", {"b"}, {"c"}}));
  EXPECT_EQ(names(), "n n_1 n_1_1 onnx_model ");
  EXPECT_THAT(at("n_1_1").inputs, ElementsAre("n_1"));
}

TEST_F(OnnxTest, TakesBoxesFromTheModulePathThatPyTorchNotes) {
  read(GraphBytes()
           .node(NodeBytes("node_conv2d", "Conv", {"x"}, {"conv2d"})
                     .note("pkg.torch.onnx.name_scopes",
                           "['', 'layer1', 'layer1.conv', 'conv2d']"))
           .node(NodeBytes("node_relu", "Relu", {"conv2d"}, {"relu"})
                     .note("pkg.torch.onnx.name_scopes", "['', 'relu']"))
           .input(typed("x", 1, {6})));
  EXPECT_THAT(at("layer1/conv/node_conv2d").inputs, ElementsAre("input/x"));
  EXPECT_THAT(at("node_relu").inputs, ElementsAre("layer1/conv/node_conv2d"));
}

TEST_F(OnnxTest, RepairsTextThatIsNotUtf8) {
  read(GraphBytes().node({"a\xff", "Op\xff", {}, {"y"}}));
  EXPECT_EQ(at("a\xef\xbf\xbd").op, "Op\xef\xbf\xbd");
}

// --- Attributes -------------------------------------------------------------

TEST_F(OnnxTest, ShowsAttributesAsReadableValues) {
  read(GraphBytes().node(
      NodeBytes("n", "Op", {}, {"y"})
          .attribute("axis", [](pbf_writer& w) { w.add_int64(3, -1); })
          .attribute("alpha", [](pbf_writer& w) { w.add_float(2, 0.5f); })
          .attribute("mode", [](pbf_writer& w) { w.add_string(4, "same"); })
          .attribute("pads",
                     [](pbf_writer& w) {
                       w.add_int64(8, 1);
                       w.add_int64(8, 2);
                     })
          .attribute("scales",
                     [](pbf_writer& w) {
                       const std::vector<float> scales = {1, 2};
                       w.add_packed_float(7, scales.begin(), scales.end());
                     })
          .attribute("names", [](pbf_writer& w) { w.add_string(9, "a"); })
          .attribute("value", [](pbf_writer& w) {
            w.add_message(5, tensor("", {2, 3}, std::string(24, 'x')));
          })));
  using Attribute = GraphNode::Attribute;
  EXPECT_EQ(attribute("n", "axis"), Attribute(std::int64_t{-1}));
  EXPECT_EQ(attribute("n", "alpha"), Attribute(0.5));
  EXPECT_EQ(attribute("n", "mode"), Attribute("same"));
  EXPECT_EQ(attribute("n", "pads"), Attribute(std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(attribute("n", "scales"), Attribute(std::vector<double>{1, 2}));
  EXPECT_EQ(attribute("n", "names"), Attribute(std::vector<std::string>{"a"}));
  EXPECT_EQ(attribute("n", "value"), Attribute("float32 [2, 3]"));
}

TEST_F(OnnxTest, ShortensALongList) {
  read(GraphBytes().node(
      NodeBytes("n", "Op", {}, {"y"}).attribute("ints", [](pbf_writer& w) {
        for (int i = 0; i < 1000; ++i) w.add_int64(8, i);
      })));
  const auto text = std::get<std::string>(attribute("n", "ints"));
  EXPECT_THAT(text, HasSubstr("[0, 1, 2, "));
  EXPECT_THAT(text, HasSubstr("(1000 in all)"));
  EXPECT_LT(text.size(), 400u);
}

TEST_F(OnnxTest, TellsWhoMadeTheFile) {
  read(GraphBytes().node({"n", "Op", {}, {"y"}}));
  EXPECT_EQ(attribute("onnx_model", "producer"),
            GraphNode::Attribute("pytorch"));
  EXPECT_EQ(attribute("onnx_model", "opsets"),
            GraphNode::Attribute(std::vector<std::string>{"ai.onnx 17"}));
}

// --- Graphs within graphs ---------------------------------------------------

TEST_F(OnnxTest, MakesABoxOfTheBodyOfALoop) {
  const auto body = GraphBytes()
                        .input(typed("i", 7, {}))
                        .input(typed("go", 9, {}))
                        .input(typed("v", 1, {2}))
                        .node({"", "Mul", {"v", "scale"}, {"w"}})
                        .output(typed("go", 9, {}))
                        .output(typed("w", 1, {2}));
  read(GraphBytes()
           .input(typed("n", 7, {}))
           .input(typed("scale", 1, {2}))
           .input(typed("x", 1, {2}))
           .node(NodeBytes("/Loop", "Loop", {"n", "", "x"}, {"y"})
                     .attribute("body", [&](pbf_writer& w) {
                       w.add_message(6, body.bytes);
                     })));
  EXPECT_THAT(at("Loop/body/input/i").inputs, ElementsAre("input/n"));
  EXPECT_THAT(at("Loop/body/input/go").inputs, IsEmpty());
  EXPECT_THAT(at("Loop/body/input/v").inputs, ElementsAre("input/x"));
  EXPECT_THAT(at("Loop/body/w").inputs,
              ElementsAre("Loop/body/input/v", "input/scale"));
  EXPECT_THAT(
      at("Loop").inputs,
      ElementsAre("input/n", "input/x", "Loop/body/input/go", "Loop/body/w"));
}

// --- Hostile files ----------------------------------------------------------

std::string error_of(std::string_view bytes) {
  const auto nodes = graph_of_onnx(bytes);
  if (nodes) return "no error";
  EXPECT_EQ(nodes.error().code, ErrorCode::Corrupt);
  return nodes.error().message;
}

TEST(OnnxErrors, SayWhyAFileIsNoModel) {
  EXPECT_EQ(error_of(""), "not an ONNX model: it is empty");
  EXPECT_THAT(error_of("PK\x03\x04 and more"), HasSubstr("zip archive"));
  EXPECT_THAT(error_of(R"({"json": true})"), HasSubstr("not an ONNX model"));
  EXPECT_THAT(error_of("\x89PNG\r\n\x1a\n"), HasSubstr("not an ONNX model"));
  EXPECT_EQ(error_of(std::string_view("\x08\x08", 2)),
            "not an ONNX model: no graph in it");
}

TEST(OnnxErrors, EndGraphsThatNestWithoutEnd) {
  std::string graph;
  for (int depth = 0; depth < 1000; ++depth) {
    GraphBytes outer;
    outer.node(
        NodeBytes("n", "If", {}, {"y"}).attribute("g", [&](pbf_writer& w) {
          w.add_message(6, graph);
        }));
    graph = outer.bytes;
  }
  GraphBytes outermost;
  outermost.bytes = graph;
  EXPECT_EQ(error_of(model(outermost)),
            "ONNX model too large to show: its graphs nest deeper than 32");
}

TEST(OnnxErrors, EndAFileOfMillionsOfEmptyNodes) {
  GraphBytes graph;
  for (int i = 0; i < 1'100'000; ++i)
    graph.bytes += std::string_view("\x0a\0", 2);
  EXPECT_THAT(error_of(model(graph)), HasSubstr("more than 1048576"));
}

TEST(OnnxErrors, EndLongNamesThatMultiply) {
  GraphBytes graph;
  NodeBytes reader("r", "Op", std::vector<std::string>(1'000'000, "v"), {"y"});
  graph.node({std::string(1000, 'n'), "Op", {}, {"v"}}).node(reader);
  EXPECT_THAT(error_of(model(graph)), HasSubstr("its names take more than"));
}

TEST(OnnxErrors, NeverLeaveAsExceptionsWhateverTheBytes) {
  const std::string whole =
      model(GraphBytes()
                .input(typed("x", 1, {-1, 3}))
                .initializer(tensor("w", {3, 3}, std::string(36, 'w')))
                .node({"n", "MatMul", {"x", "w"}, {"y"}})
                .output(typed("y", 1, {-1, 3})));
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    (void)graph_of_onnx(std::string_view(whole).substr(0, cut));
  }
  std::mt19937 random(20240607);  // Seeded: the same mutations every time.
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 3; ++i) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    (void)graph_of_onnx(bytes);
  }
}

}  // namespace
}  // namespace stepline::event
