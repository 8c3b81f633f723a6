#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "stepline/step_scope.h"
#include "writer/writer_fixture.h"

namespace stepline {
namespace {

using testing::SizeIs;

class StepScopeWriting : public WriterTest {};

TEST_F(StepScopeWriting, LogsAtTheStepsOfTheInterval) {
  SummaryWriter writer = make_writer();
  for (std::int64_t step = 0; step < 100; ++step) {
    const StepScope scope(writer, step, 10);
    summarize_scalar("loss", double(step));
  }
  EXPECT_TRUE(writer.close());
  const auto read = points();
  ASSERT_THAT(read, SizeIs(10));
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].tag, "loss");
    EXPECT_EQ(read[i].step, std::int64_t(i) * 10);
    EXPECT_EQ(read[i].value, double(i) * 10);
  }
}

TEST_F(StepScopeWriting, LogsToTheInnermostScope) {
  SummaryWriter outer_writer = make_writer();
  auto elsewhere = options();
  elsewhere.directory = "inner";
  SummaryWriter inner_writer = make_writer(elsewhere);
  {
    const StepScope outer(outer_writer, 1);
    summarize_scalar("loss", 1);
    {
      const StepScope inner(inner_writer, 2);
      summarize_scalar("loss", 2);
    }
    summarize_scalar("loss", 3);
  }
  EXPECT_TRUE(outer_writer.close());
  EXPECT_TRUE(inner_writer.close());
  ASSERT_THAT(points(), SizeIs(2));
  EXPECT_EQ(points()[1].value, 3);
  ASSERT_THAT(points("inner"), SizeIs(1));
  EXPECT_EQ(points("inner")[0].step, 2);
}

TEST_F(StepScopeWriting, PutsTensorsIntoTheTensorFile) {
  SummaryWriter writer = make_writer();
  const std::vector<float> values{1, 2, 3};
  {
    const StepScope scope(writer, 7);
    summarize_tensor("weights", values);
  }
  EXPECT_TRUE(writer.close());
  EXPECT_THAT(support::files_in(memory_, "run", "sltensors"), SizeIs(1));
}

TEST_F(StepScopeWriting, WritesNothingOutsideAScopeAndSaysSoOnceForEachName) {
  SummaryWriter writer = make_writer();
  testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) {
    summarize_scalar("outside/a", 1);
    summarize_scalar("outside/b", 1);
  }
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::ranges::count(said, '\n'), 2) << said;
  EXPECT_TRUE(writer.close());
  EXPECT_THAT(points(), SizeIs(0));
}

}  // namespace
}  // namespace stepline
