#include "event/projector_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event/text_format.h"

namespace stepline::event {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string problem_with(std::string_view text) {
  const auto config = decode_projector_config(text);
  return config ? "no problem" : config.error().message;
}

TEST(ProjectorConfig, ReadsAsWritten) {
  ProjectorConfig config;
  config.embeddings.push_back({"default:00000",
                               "00000/default/metadata.tsv",
                               "",
                               {},
                               ProjectorSprite{"sprite.png", {28, 28}},
                               "00000/default/tensors.tsv"});
  EXPECT_EQ(encode_projector_config(config),
            "embeddings {\n"
            "  tensor_name: \"default:00000\"\n"
            "  metadata_path: \"00000/default/metadata.tsv\"\n"
            "  sprite {\n"
            "    image_path: \"sprite.png\"\n"
            "    single_image_dim: 28\n"
            "    single_image_dim: 28\n"
            "  }\n"
            "  tensor_path: \"00000/default/tensors.tsv\"\n"
            "}\n");
}

TEST(ProjectorConfig, TakesWhatPeopleWrite) {
  const auto config = decode_projector_config(R"(
      # By hand.
      model_checkpoint_path: 'a' "b"   # Two strings are one.
      embeddings: < tensor_name: "x"; tensor_shape: [0x10, 010, 3] >,
      embeddings { tensor_name: "\u00e4\344\n" sprite {} future { deep: -1.5e3 } }
      [some.extension] { a: 1 }
      unknown: [ { a: 1 }, { b: "2" } ])");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->model_checkpoint_path, "ab");
  ASSERT_EQ(config->embeddings.size(), 2u);
  EXPECT_THAT(config->embeddings[0].tensor_shape, ElementsAre(16, 8, 3));
  EXPECT_EQ(config->embeddings[1].tensor_name, "ä\xef\xbf\xbd\n");
  EXPECT_TRUE(config->embeddings[1].sprite);
}

TEST(ProjectorConfig, OfAnEmptyFileIsEmpty) {
  const auto config = decode_projector_config(" \n# nothing");
  ASSERT_TRUE(config);
  EXPECT_EQ(*config, ProjectorConfig());
}

TEST(ProjectorConfig, NamesTheLineOfWhatIsWrong) {
  EXPECT_THAT(problem_with("embeddings {\n tensor_name: \"x\n}"),
              HasSubstr("closing quote at line 2"));
  EXPECT_THAT(problem_with("embeddings {\n"), HasSubstr("within a message"));
  EXPECT_THAT(problem_with("a: \"\\q\""), HasSubstr("escape"));
  EXPECT_THAT(problem_with("a \"x\""), HasSubstr("without \":\""));
  EXPECT_THAT(problem_with("}"), HasSubstr("no field name"));
  EXPECT_THAT(problem_with("a: [1, 2"), HasSubstr("without \"]\""));
}

TEST(TextFormat, RefusesMessagesNestedTooDeeply) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "a{";
  EXPECT_THAT(problem_with(text), HasSubstr("nested too deeply"));
}

TEST(TextFormat, QuotesEverythingButPrintableAscii) {
  EXPECT_EQ(quote_text("a\"\\\n\t\x7fä"), R"("a\"\\\n\t\177\303\244")");
}

}  // namespace
}  // namespace stepline::event
