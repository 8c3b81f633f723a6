#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/file_loader.h"
#include "store/file_loader_fixture.h"
#include "writer/tensor_blob.h"

namespace stepline::store {
namespace {

using reader::Kind;
using ::testing::SizeIs;

class TensorLoaderTest : public FileLoaderTest {
 protected:
  void add_tensor(std::string_view name, std::int64_t step) {
    const std::vector<float> elements = {1, 2, 3};
    add_record(writer::make_tensor_blob(name, TensorView(elements),
                                        event::Step{step},
                                        *event::WallTime::from_secs(70), 12));
  }
  FilePart load_tensors() {
    return load(
        {.kind = reader::LogFile::Kind::Tensors, .end = file_.bytes.size()});
  }
};

TEST_F(TensorLoaderTest, NotesWhereTensorsLie) {
  add_tensor("weights", 3);
  const std::uint64_t offset = file_.bytes.size();
  add_tensor("weights", 4);
  add_tensor("bias", 4);
  const FilePart part = load_tensors();
  EXPECT_EQ(part.records, 3u);
  EXPECT_EQ(part.points, 0u);
  EXPECT_EQ(part.first_wall_secs, 70);
  const auto* weights = find(part, "weights", Kind::Tensor);
  ASSERT_NE(weights, nullptr);
  ASSERT_THAT(weights->places, SizeIs(2));
  EXPECT_EQ(weights->places[1].step, 4);
  EXPECT_EQ(weights->places[1].wall_secs, 70);
  EXPECT_EQ(weights->places[1].offset, offset);
  EXPECT_NE(find(part, "bias", Kind::Tensor), nullptr);
}

TEST_F(TensorLoaderTest, ReportsRecordsThatHoldNoTensor) {
  add_record("no tensor");
  add_tensor("bias", 4);
  const FilePart part = load_tensors();
  EXPECT_EQ(part.records, 1u);
  EXPECT_EQ(part.damaged_records, 1u);
  EXPECT_THAT(part.problems, SizeIs(1));
}

}  // namespace
}  // namespace stepline::store
