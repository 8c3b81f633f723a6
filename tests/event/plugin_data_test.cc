#include <gtest/gtest.h>

#include "event/custom_scalars_layout.h"
#include "event/graph_def.h"
#include "event/hparams_data.h"
#include "event/mesh_data.h"

namespace stepline::event {
namespace {

using namespace std::string_literals;

TEST(HParamsWire, DropsAValueThatIsNull) {
  // session_start_info { hparams { key: "a" value { null_value: 0 } }
  //                      hparams { key: "b" value { bool_value: true } } }
  const auto data = decode_hparams_data(
      "\x1a\x12\x0a\x07\x0a\x01\x61\x12\x02\x08\x00\x0a\x07\x0a\x01\x62\x12\x02"
      "\x20\x01"s);
  ASSERT_TRUE(data) << data.error().message;
  const auto& start = std::get<SessionStartInfo>(data->data);
  EXPECT_EQ(start.hparams, (std::map<std::string, HParamValue>{{"b", true}}));
}

TEST(HParamsWire, TakesTheLastOfTwoEntriesWithOneName) {
  // The entry "a" twice: true, then the string "x".
  const auto data = decode_hparams_data(
      "\x1a\x13\x0a\x07\x0a\x01\x61\x12\x02\x20\x01\x0a\x08\x0a\x01\x61\x12\x03"
      "\x1a\x01\x78"s);
  ASSERT_TRUE(data) << data.error().message;
  const auto& start = std::get<SessionStartInfo>(data->data);
  EXPECT_EQ(start.hparams, (std::map<std::string, HParamValue>{{"a", "x"s}}));
}

TEST(LayoutWire, DropsAChartOfNeitherKind) {
  // category { chart { title: "a" } chart { multiline {} } }
  const auto layout =
      decode_layout("\x12\x09\x12\x03\x0a\x01\x61\x12\x02\x12\x00"s);
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(layout->categories.at(0).charts.size(), 1u);
}

TEST(GraphWire, WritesOutputShapesAsAnAttribute) {
  // node { name: "a" attr { key: "_output_shapes"
  //     value { list { shape { dim { size: 2 } dim { size: -1 } } } } } }
  // versions { producer: 22 }
  GraphNode node{"a", ""};
  node.output_shapes = {{2, -1}};
  EXPECT_EQ(encode_graph(std::vector{node}),
            "\x0a\x2c\x0a\x01\x61\x2a\x27\x0a\x0e_output_shapes\x12\x15\x0a\x13"
            "\x3a\x11\x12\x02\x08\x02\x12\x0b\x08\xff\xff\xff\xff\xff\xff\xff"
            "\xff\xff\x01\x22\x02\x08\x16"s);
}

TEST(MeshWire, GivesEachContentTypeItsBit) {
  EXPECT_EQ(MeshData::bit(MeshData::ContentType::Vertex), 2u);
  EXPECT_EQ(MeshData::bit(MeshData::ContentType::Face), 4u);
  EXPECT_EQ(MeshData::bit(MeshData::ContentType::Color), 8u);
}

}  // namespace
}  // namespace stepline::event
