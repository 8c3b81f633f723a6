#include "writer/custom_scalars.h"

#include <gtest/gtest.h>

#include <string>

#include "event/custom_scalars_layout.h"

namespace stepline::writer {
namespace {

std::string refusal(ChartLayout layout) {
  const auto checked = check_custom_scalars(layout);
  return checked ? "none" : checked.error().message;
}

TEST(CustomScalars, WriteTheLayoutAsOneString) {
  const ChartLayout layout = {
      {{"losses",
        {MultilineChart{"both", {"loss/train", "loss/.*"}},
         MarginChart{"range", {{"mean", "low", "high"}}}},
        true}}};
  ASSERT_EQ(refusal(layout), "none");
  const event::Value value = make_custom_scalars(layout);
  EXPECT_EQ(value.tag.name(), "custom_scalars__config__");
  EXPECT_EQ(value.metadata->plugin_name, "custom_scalars");
  EXPECT_EQ(value.metadata->plugin_content, "");
  const auto& tensor = std::get<event::TensorProto>(value.value);
  EXPECT_EQ(tensor.dtype, event::DataType::String);
  EXPECT_TRUE(tensor.has_shape);
  EXPECT_TRUE(tensor.shape.dims.empty());
  ASSERT_EQ(tensor.string_val.size(), 1u);
  const auto read = event::decode_layout(tensor.string_val[0]);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(*read, layout);
}

TEST(CustomScalars, RepairTextThatIsNotUtf8) {
  const event::Value value =
      make_custom_scalars({{{"c\xff", {MultilineChart{"t", {"a\xff"}}}}}});
  const auto read = event::decode_layout(
      std::get<event::TensorProto>(value.value).string_val[0]);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->categories[0].title, "c\xef\xbf\xbd");
}

TEST(CustomScalars, AreRefusedWhenTheyWouldShowNothing) {
  EXPECT_EQ(refusal({}), "custom_scalars \"\": the layout has no category");
  EXPECT_EQ(refusal({{{"c", {}}}}),
            "custom_scalars \"c\": the category has no chart");
  EXPECT_EQ(refusal({{{"c", {MultilineChart{"t", {}}}}}}),
            "custom_scalars \"t\": the chart has no tag");
  EXPECT_EQ(refusal({{{"c", {MultilineChart{"t", {"a", ""}}}}}}),
            "custom_scalars \"t\": a tag of the chart is empty");
  EXPECT_EQ(refusal({{{"c", {MarginChart{"t", {}}}}}}),
            "custom_scalars \"t\": the chart has no series");
  EXPECT_EQ(refusal({{{"c", {MarginChart{"t", {{"a", "", "b"}}}}}}}),
            "custom_scalars \"t\": a series needs three tags: value, lower and "
            "upper");
}

}  // namespace
}  // namespace stepline::writer
