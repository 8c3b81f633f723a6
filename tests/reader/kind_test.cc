#include "reader/kind.h"

#include <gtest/gtest.h>

#include <set>

namespace stepline::reader {
namespace {

using event::DataClass;
using event::Metadata;
using event::ValueForm;

Metadata metadata(std::string plugin, DataClass data_class) {
  Metadata out;
  out.plugin_name = std::move(plugin);
  out.data_class = data_class;
  return out;
}

Kind tensor_kind(std::string plugin,
                 DataClass data_class = DataClass::Unknown) {
  const Metadata given = metadata(std::move(plugin), data_class);
  return classify(ValueForm::Tensor, &given);
}

TEST(Kind, HasANameThatLeadsBackToIt) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Kind::Other); ++i) {
    const Kind kind = static_cast<Kind>(i);
    EXPECT_EQ(kind_of(name_of(kind)), kind);
    names.insert(name_of(kind));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Kind::Other) + 1);
  EXPECT_EQ(name_of(Kind::PrCurve), "pr_curve");
  EXPECT_EQ(kind_of("nonsense"), std::nullopt);
}

TEST(Kind, OfAnOldFormIsItsForm) {
  const Metadata other = metadata("text", DataClass::Tensor);
  for (const Metadata* each : {static_cast<const Metadata*>(nullptr), &other}) {
    EXPECT_EQ(classify(ValueForm::SimpleValue, each), Kind::Scalar);
    EXPECT_EQ(classify(ValueForm::Histogram, each), Kind::Histogram);
    EXPECT_EQ(classify(ValueForm::Image, each), Kind::Image);
    EXPECT_EQ(classify(ValueForm::Audio, each), Kind::Audio);
    EXPECT_EQ(classify(ValueForm::ObsoleteHistogram, each), Kind::Other);
  }
}

TEST(Kind, OfATensorIsItsPlugins) {
  EXPECT_EQ(tensor_kind("scalars"), Kind::Scalar);
  EXPECT_EQ(tensor_kind("histograms"), Kind::Histogram);
  EXPECT_EQ(tensor_kind("images"), Kind::Image);
  EXPECT_EQ(tensor_kind("audio"), Kind::Audio);
  EXPECT_EQ(tensor_kind("text"), Kind::Text);
  EXPECT_EQ(tensor_kind("pr_curves"), Kind::PrCurve);
  EXPECT_EQ(tensor_kind("mesh"), Kind::Mesh);
  EXPECT_EQ(tensor_kind("hparams"), Kind::HParams);
  EXPECT_EQ(tensor_kind("custom_scalars"), Kind::CustomScalars);
  EXPECT_EQ(tensor_kind("graph_keras_model"), Kind::Graph);
  EXPECT_EQ(tensor_kind("graph_run_metadata_graph"), Kind::Graph);
  EXPECT_EQ(tensor_kind("graph_run_metadata"), Kind::RunMetadata);
}

TEST(Kind, OfATensorNobodyKnowsIsTensor) {
  EXPECT_EQ(classify(ValueForm::Tensor, nullptr), Kind::Tensor);
  EXPECT_EQ(tensor_kind(""), Kind::Tensor);
  EXPECT_EQ(tensor_kind("somebodys"), Kind::Tensor);
  EXPECT_EQ(tensor_kind("somebodys", DataClass::BlobSequence), Kind::Tensor);
}

TEST(Kind, FollowsTheDataClassWhereOneIsSet) {
  EXPECT_EQ(tensor_kind("somebodys", DataClass::Scalar), Kind::Scalar);
  EXPECT_EQ(tensor_kind("images", DataClass::BlobSequence), Kind::Image);
  EXPECT_EQ(tensor_kind("images", DataClass::Tensor), Kind::Tensor);
  EXPECT_EQ(tensor_kind("scalars", DataClass::Tensor), Kind::Tensor);
  EXPECT_EQ(tensor_kind("scalars", static_cast<DataClass>(77)), Kind::Scalar);
}

TEST(Kind, WithoutContentIsOtherButForHParams) {
  const Metadata hparams = metadata("hparams", DataClass::Unknown);
  const Metadata text = metadata("text", DataClass::Tensor);
  EXPECT_EQ(classify(ValueForm::None, &hparams), Kind::HParams);
  EXPECT_EQ(classify(ValueForm::None, &text), Kind::Other);
  EXPECT_EQ(classify(ValueForm::None, nullptr), Kind::Other);
}

TEST(Kind, TakesTheNodesNameForATagThatIsNotThere) {
  event::ValueView view;
  view.node_name = "node";
  EXPECT_EQ(tag_of(view), "node");
  view.tag = "tag";
  EXPECT_EQ(tag_of(view), "tag");
  event::Value value;
  value.node_name = "node";
  EXPECT_EQ(tag_of(value), "node");
  value.tag = event::Tag("tag");
  EXPECT_EQ(tag_of(value), "tag");
}

TEST(Metadata, AreCompletedWhereTheySayNothing) {
  const Metadata complete = complete_metadata(Kind::Image, "tag", nullptr);
  EXPECT_EQ(complete.plugin_name, "images");
  EXPECT_EQ(complete.data_class, DataClass::BlobSequence);
  EXPECT_EQ(complete.display_name, "tag");
  EXPECT_EQ(complete_metadata(Kind::RunMetadata, "", nullptr).plugin_name,
            "graph_tagged_run_metadata");
}

TEST(Metadata, StandWhereTheySaySomething) {
  Metadata given = metadata("somebodys", DataClass::Scalar);
  given.display_name = "Loss";
  given.description = "of training";
  given.plugin_content = "1";
  EXPECT_EQ(complete_metadata(Kind::Scalar, "tag", &given), given);
}

}  // namespace
}  // namespace stepline::reader
