#include "stepline/step_scope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "stepline/summary_writer.h"
#include "storage/memory_file_system.h"
#include "storage/temporary_directory.h"
#include "writer/access.h"

namespace stepline {
namespace {

using testing::HasSubstr;
using testing::Not;

SummaryWriter idle_writer() {
  static storage::MemoryFileSystem memory;
  WriterOptions options;
  options.directory = "run";
  return writer::Access::make(options, {memory, system_clock()});
}

TEST(StepScope, IsNotActiveForAWriterThatDoesNothing) {
  WriterOptions options;
  options.enabled = false;
  SummaryWriter disabled(options);
  EXPECT_FALSE(disabled.enabled());
  const StepScope scope(disabled, 0);
  EXPECT_FALSE(StepScope::active());
}

TEST(StepScope, IsActiveAtStepsDivisibleByTheInterval) {
  SummaryWriter writer = idle_writer();
  EXPECT_FALSE(StepScope::active());
  for (const std::int64_t step : {-100, 0, 100, 200}) {
    const StepScope scope(writer, step, 100);
    EXPECT_TRUE(StepScope::active()) << step;
  }
  for (const std::int64_t step : {-1, 1, 99, 150}) {
    const StepScope scope(writer, step, 100);
    EXPECT_FALSE(StepScope::active()) << step;
  }
  EXPECT_FALSE(StepScope::active());
}

TEST(StepScope, TakesAnIntervalBelowOneForOne) {
  SummaryWriter writer = idle_writer();
  const StepScope scope(writer, 7, 0);
  EXPECT_TRUE(StepScope::active());
}

TEST(StepScope, GivesTheInnermostTheSay) {
  SummaryWriter writer = idle_writer();
  const StepScope outer(writer, 0);
  {
    const StepScope inner(writer, 1, 2);
    EXPECT_FALSE(StepScope::active());
  }
  EXPECT_TRUE(StepScope::active());
}

TEST(StepScope, IsSeenByItsOwnThreadOnly) {
  SummaryWriter writer = idle_writer();
  const StepScope scope(writer, 0);
  bool active = true;
  std::thread([&] { active = StepScope::active(); }).join();
  EXPECT_FALSE(active);
}

TEST(Summarize, WarnsOnceForEachNameOutsideAScope) {
  testing::internal::CaptureStderr();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 100; ++round) {
        summarize_scalar("lonely scalar", 1);
        summarize_tensor("lonely tensor", TensorView());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("\"lonely scalar\" is not logged"));
  EXPECT_THAT(said, HasSubstr("\"lonely tensor\" is not logged"));
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 2);
}

TEST(Summarize, WritesAtStepsOfTheIntervalOnly) {
  const storage::TemporaryDirectory directory;
  SummaryWriter writer(directory.path());
  for (std::int64_t step = 0; step < 20; ++step) {
    const StepScope scope(writer, step, 10);
    summarize_scalar("at step " + std::to_string(step), 1);
  }
  ASSERT_TRUE(writer.flush().has_value());
  std::ifstream file(writer.file_path(), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THAT(bytes, HasSubstr("at step 0"));
  EXPECT_THAT(bytes, HasSubstr("at step 10"));
  EXPECT_THAT(bytes, Not(HasSubstr("at step 5")));
  EXPECT_THAT(bytes, Not(HasSubstr("at step 11")));
}

TEST(Summarize, SaysWhyATensorIsNotLogged) {
  const storage::TemporaryDirectory directory;
  SummaryWriter writer(directory.path());
  const StepScope scope(writer, 0);
  testing::internal::CaptureStderr();
  summarize_tensor("bad", TensorView(nullptr, DType::Float32, {-1}));
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("\"bad\""));
}

}  // namespace
}  // namespace stepline
