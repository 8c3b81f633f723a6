#include "reader/projector.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "base/bytes.h"
#include "event/projector_config.h"
#include "storage/memory_file_system.h"
#include "storage/temporary_directory.h"
#include "writer/tsv.h"

namespace stepline::reader {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

class ProjectorTest : public testing::Test {
 protected:
  void write(const std::string& path, std::string_view bytes) {
    if (const auto slash = path.rfind('/'); slash != path.npos) {
      ASSERT_TRUE(files_.make_directories(path.substr(0, slash)));
    }
    ASSERT_TRUE(files_.replace(path, bytes));
  }

  Result<event::Array> embedding(std::string_view bytes,
                                 std::vector<std::uint32_t> shape = {}) {
    write("run/points", bytes);
    event::ProjectorEmbedding embedding;
    embedding.tensor_path = "points";
    embedding.tensor_shape = std::move(shape);
    return read_embedding(files_, Projector{"run", {}}, embedding);
  }

  std::vector<float> numbers(std::string_view bytes) {
    const auto array = embedding(bytes);
    EXPECT_TRUE(array) << array.error().message;
    std::vector<float> out;
    if (!array) return out;
    for (const double each : doubles_of(*array)) out.push_back(float(each));
    return out;
  }

  EmbeddingMetadata metadata(std::string_view text) {
    write("run/labels", text);
    event::ProjectorEmbedding embedding;
    embedding.metadata_path = "labels";
    const auto read =
        read_embedding_metadata(files_, Projector{"run", {}}, embedding);
    EXPECT_TRUE(read);
    return read ? *read : EmbeddingMetadata();
  }

  void expect_error(const Result<event::Array>& array, ErrorCode code) {
    ASSERT_FALSE(array);
    EXPECT_EQ(array.error().code, code) << array.error().message;
  }

  storage::MemoryFileSystem files_;
};

TEST_F(ProjectorTest, ReadsAConfiguration) {
  write("run/projector_config.pbtxt",
        "embeddings { tensor_name: 'words' tensor_path: \"a/b.tsv\" }");
  const auto projector = read_projector(files_, "run/projector_config.pbtxt");
  ASSERT_TRUE(projector) << projector.error().message;
  EXPECT_EQ(projector->directory, "run");
  ASSERT_EQ(projector->config.embeddings.size(), 1u);
  EXPECT_EQ(projector->config.embeddings[0].tensor_path, "a/b.tsv");
}

TEST_F(ProjectorTest, NamesAConfigurationThatIsNone) {
  write("projector_config.pbtxt", "embeddings {");
  const auto projector = read_projector(files_, "projector_config.pbtxt");
  ASSERT_FALSE(projector);
  EXPECT_EQ(projector.error().code, ErrorCode::Corrupt);
  EXPECT_TRUE(
      projector.error().message.ends_with("in \"projector_config.pbtxt\""))
      << projector.error().message;
  EXPECT_EQ(read_projector(files_, "nowhere").error().code,
            ErrorCode::NotFound);
}

TEST_F(ProjectorTest, ReadsText) {
  const auto array = embedding("1\t2.5\n-3e2\t+4\n");
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(array->dtype, DType::Float32);
  EXPECT_EQ(array->shape, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(doubles_of(*array), (std::vector<double>{1, 2.5, -300, 4}));
}

TEST_F(ProjectorTest, ReadsTextAsPythonDoes) {
  EXPECT_EQ(numbers("1\r\n\r\n2\r\n"), (std::vector<float>{1, 2}));
  EXPECT_EQ(numbers("1\n\n2"), (std::vector<float>{1, 2}));
  EXPECT_EQ(numbers(" 1 \t .5 "), (std::vector<float>{1, .5}));
  EXPECT_EQ(numbers("inf\t-Infinity\t1e400\t-1e400\t1e-400\t1e39"),
            (std::vector<float>{kInfinity, -kInfinity, kInfinity, -kInfinity, 0,
                                kInfinity}));
  EXPECT_TRUE(std::isnan(numbers("nan")[0]));
  // Between two floats: float() first rounds it to the double in the middle.
  EXPECT_EQ(numbers("1.00000005960464477540")[0], 1.0f);
}

TEST_F(ProjectorTest, ReadsAnEmptyFileAsNoPoints) {
  const auto array = embedding("");
  ASSERT_TRUE(array);
  EXPECT_EQ(array->size(), 0);
}

TEST_F(ProjectorTest, RefusesTextThatIsNoMatrix) {
  for (const char* text : {"1\t2\n3", "1\n2\t3", "a", "1\t", "1,2", "1 2",
                           "0x10", "--1", "+-1", "1e", "1\n\t\t2"}) {
    expect_error(embedding(text), ErrorCode::Corrupt);
  }
  EXPECT_NE(embedding("1\n2\nx").error().message.find("line 3"),
            std::string::npos);
}

TEST_F(ProjectorTest, ReadsRawNumbers) {
  std::string raw;
  for (const float each : {1.0f, -2.5f, kInfinity, 0.0f, 5.0f, 6.0f}) {
    append_le(raw, each);
  }
  const auto array = embedding(raw, {3, 2});
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(array->shape, (std::vector<std::int64_t>{3, 2}));
  EXPECT_EQ(doubles_of(*array),
            (std::vector<double>{1, -2.5, kInfinity, 0, 5, 6}));
}

TEST_F(ProjectorTest, RefusesRawNumbersThatDoNotFitTheirShape) {
  const std::string raw(24, '\0');
  for (const auto& shape : std::vector<std::vector<std::uint32_t>>{
           {}, {6}, {3, 2, 1}, {2, 2}, {4, 2}, {~0u, ~0u}, {0, 0}}) {
    expect_error(embedding(raw, shape), ErrorCode::Corrupt);
  }
  expect_error(embedding(std::string(23, '\0'), {3, 2}), ErrorCode::Corrupt);
}

TEST_F(ProjectorTest, ReadsBackWhatTheWriterWrites) {
  const std::vector<float> points = {1.0f / 3,      -0.0f,     1e-45f,
                                     3.4028235e38f, kInfinity, 16777217.0f};
  const TensorView view(points.data(), {2, 3});
  EXPECT_EQ(numbers(writer::matrix_tsv(view)), points);
  const EmbeddingMetadata read = metadata(
      writer::labels_tsv({"word", "count"}, {{"a b", "1"}, {"", "2"}}));
  EXPECT_EQ(read.columns, (std::vector<std::string>{"word", "count"}));
  EXPECT_EQ(read.rows,
            (std::vector<std::vector<std::string>>{{"a b", "1"}, {"-", "2"}}));
}

TEST_F(ProjectorTest, TakesEveryLineOfOneColumnForALabel) {
  const EmbeddingMetadata read = metadata("one\ntwo\r\n\nthree");
  EXPECT_TRUE(read.columns.empty());
  EXPECT_EQ(read.rows, (std::vector<std::vector<std::string>>{
                           {"one"}, {"two"}, {"three"}}));
}

TEST_F(ProjectorTest, RepairsLabels) {
  EXPECT_EQ(metadata("a\xff\n").rows[0][0], "a\xef\xbf\xbd");
}

TEST_F(ProjectorTest, HasNoLabelsWhereNoneAreNamed) {
  const auto read = read_embedding_metadata(files_, Projector{"run", {}}, {});
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->rows.empty());
}

TEST_F(ProjectorTest, SaysThatCheckpointsAreNotRead) {
  event::ProjectorEmbedding embedding;
  embedding.tensor_name = "words";
  expect_error(read_embedding(files_, Projector{"run", {}}, embedding),
               ErrorCode::NotFound);
}

TEST_F(ProjectorTest, RefusesPathsThatLeadOut) {
  write("run/inside/points", "1");
  write("secret", "1");
  write("running/points", "1");
  const Projector projector{"run", {}};
  EXPECT_EQ(*asset_path(files_, projector, "inside/points"),
            "run/inside/points");
  EXPECT_EQ(asset_path(files_, projector, "inside/none").error().code,
            ErrorCode::NotFound);
  for (const std::string& path :
       {std::string("../secret"), std::string("inside/../../secret"),
        std::string("/secret"), std::string("//secret"), std::string(".."),
        std::string("inside/.."), std::string(""), std::string("a\0b", 3)}) {
    const auto asset = asset_path(files_, projector, path);
    ASSERT_FALSE(asset) << path;
    EXPECT_EQ(asset.error().code, ErrorCode::InvalidArgument) << path;
  }
}

TEST(ProjectorLinks, MayNotLeadOut) {
  namespace fs = std::filesystem;
  const storage::TemporaryDirectory root;
  storage::FileSystem& files = storage::local_file_system();
  ASSERT_TRUE(files.make_directories(root / "run/inside"));
  ASSERT_TRUE(files.make_directories(root / "running"));
  ASSERT_TRUE(files.replace(root / "run/inside/points", "1\t2\n"));
  ASSERT_TRUE(files.replace(root / "secret", "3\n"));
  ASSERT_TRUE(files.replace(root / "running/secret", "3\n"));
  fs::create_symlink("inside/points", root / "run/good");
  fs::create_symlink("../secret", root / "run/bad");
  fs::create_symlink("../running", root / "run/near");
  fs::create_symlink("loop", root / "run/loop");
  fs::create_symlink("run", root / "alias");
  for (const char* name : {"run", "alias"}) {
    const Projector projector{root / name, {}};
    EXPECT_TRUE(asset_path(files, projector, "inside/points"));
    EXPECT_TRUE(asset_path(files, projector, "good"));
    EXPECT_EQ(asset_path(files, projector, "bad").error().code,
              ErrorCode::InvalidArgument);
    EXPECT_EQ(asset_path(files, projector, "near/secret").error().code,
              ErrorCode::InvalidArgument);
    EXPECT_EQ(asset_path(files, projector, "loop").error().code, ErrorCode::Io);
    event::ProjectorEmbedding embedding;
    embedding.tensor_path = "good";
    EXPECT_EQ(read_embedding(files, projector, embedding)->size(), 2);
    embedding.tensor_path = "bad";
    EXPECT_FALSE(read_embedding(files, projector, embedding));
    embedding.tensor_path = "inside";
    EXPECT_FALSE(read_embedding(files, projector, embedding));
  }
}

}  // namespace
}  // namespace stepline::reader
