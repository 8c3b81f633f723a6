#include "writer/embedding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "writer/tsv.h"

namespace stepline::writer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::vector<float> kPoints = {0.1f, 1, 2, -3.5f, 1e20f, 0};

TensorView three_points() { return TensorView(kPoints.data(), {3, 2}); }

EmbeddingFiles files_of(const TensorView& matrix, std::int64_t step,
                        const EmbeddingOptions& options) {
  const auto layout = check_embedding(matrix, options);
  EXPECT_TRUE(layout.has_value()) << layout.error().message;
  auto made = make_embedding_files(matrix, step, options, *layout);
  EXPECT_TRUE(made.has_value()) << made.error().message;
  return *std::move(made);
}

std::string refusal(const TensorView& matrix, const EmbeddingOptions& options) {
  const auto checked = check_embedding(matrix, options);
  return checked ? "none" : checked.error().message;
}

TEST(Embedding, IsOneFileForPointsAlone) {
  const EmbeddingFiles made = files_of(three_points(), 7, {});
  ASSERT_EQ(made.files.size(), 1u);
  EXPECT_EQ(made.files[0].path, "00007/default/tensors.tsv");
  EXPECT_EQ(made.files[0].bytes, "0.1\t1\n2\t-3.5\n1e+20\t0\n");
  EXPECT_EQ(made.entry.tensor_name, "default:00007");
  EXPECT_EQ(made.entry.tensor_path, "00007/default/tensors.tsv");
  EXPECT_EQ(made.entry.metadata_path, "");
  EXPECT_FALSE(made.entry.sprite.has_value());
}

TEST(Embedding, PutsLabelsAndPicturesBeside) {
  const std::vector<std::uint8_t> pixels(3 * 3 * 4 * 4, 200);
  const EmbeddingFiles made =
      files_of(three_points(), -3,
               {.tag = "a/b",
                .labels = {{"x"}, {"y"}, {"z"}},
                .images = TensorView(pixels.data(), {3, 3, 4, 4})});
  ASSERT_EQ(made.files.size(), 3u);
  EXPECT_EQ(made.files[1].path, "-0003/a%2fb/metadata.tsv");
  EXPECT_EQ(made.files[1].bytes, "x\ny\nz\n");
  EXPECT_EQ(made.files[2].path, "-0003/a%2fb/sprite.png");
  EXPECT_THAT(made.files[2].bytes, StartsWith("\x89PNG"));
  EXPECT_EQ(made.entry.tensor_name, "a/b:-0003");
  EXPECT_THAT(made.entry.sprite->single_image_dim, ElementsAre(4, 4));
}

TEST(Embedding, IsRefusedWithTheReason) {
  EXPECT_THAT(refusal(TensorView(kPoints.data(), {6}), {}),
              HasSubstr("must be [N, D]: [6] float32"));
  EXPECT_THAT(refusal(TensorView(kPoints.data(), {0, 2}), {}),
              HasSubstr("no element"));
  EXPECT_THAT(refusal(three_points(), {.tag = ""}), HasSubstr("tag is empty"));
  EXPECT_THAT(refusal(three_points(), {.labels = {{"x"}}}),
              HasSubstr("1 rows of labels for 3 points"));
  EXPECT_THAT(refusal(three_points(), {.labels = {{"x"}, {"y", "z"}, {"w"}}}),
              HasSubstr("row 1 has 2 labels, wanted 1"));
  EXPECT_THAT(refusal(three_points(), {.header = {"a"}}),
              HasSubstr("a header but no label"));
  const std::vector<float> pixels(3 * 3 * 4 * 5);
  EXPECT_THAT(refusal(three_points(),
                      {.images = TensorView(pixels.data(), {3, 3, 5, 4})}),
              HasSubstr("higher than wide"));
  EXPECT_THAT(refusal(three_points(),
                      {.images = TensorView(pixels.data(), {1, 3, 4, 4})}),
              HasSubstr("1 images for 3 points"));
  const std::vector<std::uint8_t> large(3 * 5000 * 5000);
  EXPECT_THAT(refusal(three_points(),
                      {.images = TensorView(large.data(), {3, 5000, 5000}),
                       .images_layout = "NHW"}),
              HasSubstr("more than 8192 pixels"));
}

// --- The text files ---------------------------------------------------------

TEST(MatrixTsv, ReadsBackAsTheSameNumbers) {
  std::mt19937_64 random(11);  // Seeded: the same numbers every time.
  std::vector<double> numbers;
  while (numbers.size() < 2000) {
    const double number = std::bit_cast<double>(random());
    if (std::isfinite(number)) numbers.push_back(number);
  }
  std::istringstream text(matrix_tsv(TensorView(numbers.data(), {500, 4})));
  std::string word;
  for (const double number : numbers) {
    ASSERT_TRUE(text >> word);
    EXPECT_EQ(std::strtod(word.c_str(), nullptr), number);
  }
}

TEST(MatrixTsv, WritesIntegersAndWhatIsNotFinite) {
  const std::vector<std::int64_t> integers = {-5, 1 << 30};
  EXPECT_EQ(matrix_tsv(TensorView(integers.data(), {1, 2})),
            "-5\t1073741824\n");
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> odd = {std::nan(""), -std::nan(""), inf, -inf};
  EXPECT_EQ(matrix_tsv(TensorView(odd.data(), {1, 4})),
            "nan\tnan\tinf\t-inf\n");
}

TEST(MatrixTsv, HasRoomForTheLongestNumbers) {
  const std::vector<double> longest(100, -2.2250738585072014e-308);
  EXPECT_THAT(matrix_tsv(TensorView(longest.data(), {1, 100})),
              StartsWith("-2.2250738585072014e-308\t"));
  const std::vector<float> shorter(100, -1.17549435e-38f);
  EXPECT_THAT(matrix_tsv(TensorView(shorter.data(), {1, 100})),
              StartsWith("-1.1754944e-38\t"));
}

TEST(MatrixTsv, FollowsStrides) {
  const std::int64_t shape[] = {2, 3}, strides[] = {1, 2};
  EXPECT_EQ(
      matrix_tsv(TensorView(kPoints.data(), DType::Float32, shape, strides)),
      "0.1\t2\t1e+20\n1\t-3.5\t0\n");
}

TEST(LabelsTsv, HasAHeaderForSeveralColumnsOnly) {
  EXPECT_EQ(labels_tsv({"name", "class"}, {{"a", "1"}, {"b", "2"}}),
            "name\tclass\na\t1\nb\t2\n");
  EXPECT_EQ(labels_tsv({"name"}, {{"a"}, {"b"}}), "a\nb\n");
}

TEST(LabelsTsv, KeepsOneLineForEachPoint) {
  EXPECT_EQ(labels_tsv({}, {{"a\tb\nc\r"}, {""}, {" "}, {"\xff"}}),
            "a b c \n-\n-\n\xef\xbf\xbd\n");
}

TEST(DirectoryName, IsOnePartOfAPathWhateverTheTag) {
  EXPECT_EQ(directory_name("50% a/b\\c"), "50%25 a%2fb%5cc");
  EXPECT_EQ(directory_name("."), "%2e");
  EXPECT_EQ(directory_name(".."), "%2e%2e");
  EXPECT_EQ(directory_name(std::string("a\0b\n", 4)), "a%00b%0a");
  EXPECT_EQ(directory_name("a\xff"), "a\xef\xbf\xbd");
  std::string emoji;
  for (int i = 0; i < 2500; ++i) emoji += "\xf0\x9f\x8e\x89";
  const std::string name = directory_name(emoji);
  EXPECT_LE(name.size(), 255u);
  EXPECT_GT(name.size(), 240u);
  EXPECT_NE(name, directory_name(emoji + "!"));
}

// --- The configuration ------------------------------------------------------

event::ProjectorEmbedding entry(const std::string& name,
                                const std::string& path) {
  event::ProjectorEmbedding entry;
  entry.tensor_name = name;
  entry.tensor_path = path;
  return entry;
}

TEST(ProjectorConfigMerge, KeepsTheEntriesOfOthers) {
  const std::string first = *merge_projector_config("", entry("a:00000", "1"));
  const std::string second =
      *merge_projector_config(first, entry("b:00000", "2"));
  const auto config = event::decode_projector_config(second);
  ASSERT_TRUE(config.has_value());
  EXPECT_THAT(config->embeddings,
              ElementsAre(entry("a:00000", "1"), entry("b:00000", "2")));
}

TEST(ProjectorConfigMerge, ReplacesTheEntryOfTheSameName) {
  const std::string both = *merge_projector_config(
      *merge_projector_config("", entry("a:00000", "1")),
      entry("b:00000", "2"));
  const auto config = event::decode_projector_config(
      *merge_projector_config(both, entry("a:00000", "3")));
  ASSERT_TRUE(config.has_value());
  EXPECT_THAT(config->embeddings,
              ElementsAre(entry("a:00000", "3"), entry("b:00000", "2")));
}

TEST(ProjectorConfigMerge, LeavesAloneWhatItCannotRead) {
  const auto merged =
      merge_projector_config("\x89PNG {{{", entry("a:00000", "1"));
  ASSERT_FALSE(merged.has_value());
  EXPECT_EQ(merged.error().code, ErrorCode::Corrupt);
}

}  // namespace
}  // namespace stepline::writer
