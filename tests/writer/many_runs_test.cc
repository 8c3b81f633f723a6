// A writer with runs below its own: what goes wrong in one stays there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <map>

#include "event/hparams_data.h"
#include "storage/temporary_directory.h"
#include "writer/writer_fixture.h"

namespace stepline {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

using ManyRunsTest = WriterTest;

TEST_F(ManyRunsTest, WriteOnWhileOneOfThemCannot) {
  storage::TemporaryDirectory directory;
  auto local = options();
  local.directory = directory / "run";
  local.queue_bytes = 100'000;
  {
    SummaryWriter writer(local);
    // A file where the run's directory should be.
    ASSERT_TRUE(storage::local_file_system().replace(
        local.directory + "/loss_bad", "in the way"));
    for (int i = 0; i < 20'000; ++i) {
      ASSERT_TRUE(writer.add_scalars("loss", {{"bad", double(i)}}, i));
      writer.add_scalar("good", i, i);
    }
    EXPECT_FALSE(writer.flush());
    EXPECT_GT(writer.dropped(), 0u) << "of the bad run";
  }
  EXPECT_THAT(
      support::read_points(storage::local_file_system(), local.directory),
      SizeIs(20'000))
      << "of the good one, all";
  EXPECT_THAT(errors(), SizeIs(1));
}

TEST_F(ManyRunsTest, LeaveTheProgramItsDescriptors) {
  constexpr int kCurves = 300;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{200, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  storage::TemporaryDirectory directory;
  {
    auto local = options();
    local.directory = directory / "run";
    SummaryWriter writer(local);
    std::map<std::string, double> curves;
    for (int i = 0; i < kCurves; ++i) curves["c" + std::to_string(i)] = i;
    for (int step = 0; step < 3; ++step) {
      ASSERT_TRUE(writer.add_scalars("loss", curves, step));
      EXPECT_TRUE(writer.flush());
    }
    EXPECT_TRUE(writer.close());
  }
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_THAT(errors(), IsEmpty());
  for (int i = 0; i < kCurves; ++i) {
    const std::string run = directory / "run/loss_c" + std::to_string(i);
    EXPECT_THAT(support::files_in(storage::local_file_system(), run),
                SizeIs(1));
    EXPECT_THAT(support::read_points(storage::local_file_system(), run),
                SizeIs(3));
  }
}

TEST_F(ManyRunsTest, ReleasedFilesThatAreDeletedAreMadeAgain) {
  storage::TemporaryDirectory directory;
  auto local = options();
  local.directory = directory / "run";
  SummaryWriter writer(local);
  std::map<std::string, double> curves;
  for (int i = 0; i < 70; ++i) curves["c" + std::to_string(100 + i)] = i;
  ASSERT_TRUE(writer.add_scalars("loss", curves, 0));
  EXPECT_TRUE(writer.flush());
  std::filesystem::remove_all(directory / "run/loss_c169");
  ASSERT_TRUE(writer.add_scalars("loss", curves, 1));
  EXPECT_FALSE(writer.flush()) << "something was deleted";
  EXPECT_THAT(support::read_points(storage::local_file_system(),
                                   directory / "run/loss_c169"),
              SizeIs(1));
}

TEST_F(ManyRunsTest, LieWhereTheCallerWantsThem) {
  SummaryWriter writer = make_writer();
  ASSERT_TRUE(writer.add_scalars("loss", {{"a/b", 1.0}, {"c", 2.0}}, 3,
                                 {.directory = "x y/z"}));
  ASSERT_TRUE(writer.close());
  EXPECT_THAT(points("run/x y/z/a/b"), SizeIs(1));
  EXPECT_THAT(points("run/x y/z/c"), SizeIs(1));
}

TEST_F(ManyRunsTest, ASessionCanEndTwice) {
  SummaryWriter writer = make_writer();
  ASSERT_TRUE(writer.add_hparams({{"batch", 64}, {"optimizer", "adam"}},
                                 {{.tag = "loss"}}));
  ASSERT_TRUE(writer.finish_hparams(SessionStatus::Running));
  ASSERT_TRUE(writer.finish_hparams(SessionStatus::Success));
  ASSERT_TRUE(writer.close());
  int contents = 0;
  for (const event::Event& event : only_events()) {
    const auto* summary = std::get_if<event::Summary>(&event.what);
    if (summary == nullptr) continue;
    for (const event::Value& value : summary->values) {
      ASSERT_TRUE(value.metadata) << value.tag.name();
      EXPECT_FALSE(value.metadata->plugin_content.empty());
      ++contents;
    }
  }
  EXPECT_EQ(contents, 4);
}

TEST_F(ManyRunsTest, SurviveAHandlerThatThrows) {
  auto throwing = options();
  throwing.on_error = [](const Error&) { throw 1; };
  SummaryWriter writer = make_writer(throwing);
  faults_.set_quota(0);
  writer.add_scalar("loss", 0, 0);
  EXPECT_FALSE(writer.flush());
  faults_.set_quota(storage::FaultFileSystem::kUnlimited);
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(counted(1));
}

TEST_F(ManyRunsTest, NeverFlushIsALongTimeNotNone) {
  auto never = options();
  never.flush_interval = std::chrono::milliseconds::max();
  SummaryWriter writer = make_writer(never);
  const auto before = faults_.calls(Operation::Append);
  writer.add_scalar("loss", 0, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_LE(faults_.calls(Operation::Append), before + 1);
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(counted(1));
}

TEST_F(ManyRunsTest, AScalarWaitsForItsWriter) {
  Scalar scalar;
  scalar.add(0, 1.0);
  SummaryWriter writer = make_writer();
  scalar = writer.scalar("loss");
  const Scalar copy = scalar;
  copy.add(0, 0.0);
  ASSERT_TRUE(writer.close());
  EXPECT_TRUE(counted(1));
}

}  // namespace
}  // namespace stepline
