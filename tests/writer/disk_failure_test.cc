// Disks that are full, broken, slow or gone.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "support/scale.h"
#include "writer/writer_fixture.h"

namespace stepline {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class DiskFailureTest : public WriterTest {
 protected:
  static constexpr auto kUnlimited = storage::FaultFileSystem::kUnlimited;
};

TEST_F(DiskFailureTest, LosesNothingOnADiskThatFillsUpAndIsFreed) {
  SummaryWriter writer = make_writer();
  std::int64_t added = 0;
  for (int round = 0; round < 30; ++round) {
    faults_.set_quota(faults_.used_bytes() + 100 + 37 * std::uint64_t(round));
    for (int i = 0; i < 200; ++i, ++added)
      writer.add_scalar("loss", double(added), added);
    EXPECT_FALSE(writer.flush()) << "it is full";
    faults_.set_quota(kUnlimited);
    EXPECT_TRUE(writer.flush()) << "it has recovered";
    EXPECT_TRUE(counted(added));
  }
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("No space left")));
  EXPECT_EQ(writer.dropped(), 0u);
  EXPECT_THAT(files(), SizeIs(1));
}

TEST_F(DiskFailureTest, RecoversUnasked) {
  SummaryWriter writer = make_writer();
  faults_.set_quota(0);
  for (int i = 0; i < 100; ++i) writer.add_scalar("loss", i, i);
  for (int i = 0; i < 200 && errors().empty(); ++i)
    std::this_thread::sleep_for(milliseconds(5));
  EXPECT_THAT(errors(), SizeIs(1));
  faults_.set_quota(kUnlimited);
  EXPECT_TRUE(comes_to_have(100));
}

TEST_F(DiskFailureTest, TriesAgainSoonHoweverLongTheFlushInterval) {
  auto slow = options();
  slow.flush_interval = std::chrono::hours(1);
  SummaryWriter writer = make_writer(slow);
  faults_.set_quota(0);
  writer.add_scalar("loss", 0, 0);
  EXPECT_FALSE(writer.flush());
  faults_.set_quota(kUnlimited);
  EXPECT_TRUE(comes_to_have(1));
}

TEST_F(DiskFailureTest, DropsAndCountsWhatIsBeyondTheBoundWithoutBlocking) {
  constexpr std::int64_t kAdds = support::scaled(300'000, 20'000);
  auto small = options();
  small.queue_bytes = 100'000;
  SummaryWriter writer = make_writer(small);
  faults_.set_quota(0);
  writer.add_scalar("loss", 0, 0);
  EXPECT_FALSE(writer.flush());
  auto longest = steady_clock::duration::zero();
  for (std::int64_t i = 1; i < kAdds; ++i) {
    const auto before = steady_clock::now();
    writer.add_scalar("loss", double(i), i);
    longest = std::max(longest, steady_clock::now() - before);
  }
  EXPECT_LT(longest, milliseconds(500));
  EXPECT_GT(writer.dropped(), 0u);
  faults_.set_quota(kUnlimited);
  EXPECT_FALSE(writer.close()) << "something is gone for good";
  const auto kept = points();
  EXPECT_EQ(kept.size() + writer.dropped(), std::size_t(kAdds));
  EXPECT_GT(kept.size(), 1'000u) << "the bound holds that many";
  for (std::size_t i = 1; i < kept.size(); ++i)
    ASSERT_GT(kept[i].step, kept[i - 1].step) << "in order, none twice";
  EXPECT_THAT(errors(), SizeIs(1));
}

TEST_F(DiskFailureTest, DropsJobsBeyondTheBoundToo) {
  auto small = options();
  small.queue_bytes = 200'000;
  SummaryWriter writer = make_writer(small);
  faults_.set_quota(0);
  writer.add_scalar("loss", 0, 0);
  EXPECT_FALSE(writer.flush());
  const std::vector<float> values(1'000, 1.0f);
  for (int i = 0; i < 500; ++i) {
    EXPECT_TRUE(writer.add_tensor("t", values, i, {.tensorboard = true}));
  }
  EXPECT_GT(writer.dropped(), 0u);
  EXPECT_LT(writer.dropped(), 500u);
  faults_.set_quota(kUnlimited);
  (void)writer.close();
  for (const std::string& file : files()) (void)events(file);
}

TEST_F(DiskFailureTest, GivesUpWhatIsLeftWhenClosedOnAFullDisk) {
  SummaryWriter writer = make_writer();
  for (int i = 0; i < 10; ++i) writer.add_scalar("loss", i, i);
  EXPECT_TRUE(writer.flush());
  faults_.set_quota(faults_.used_bytes() + 70);
  for (int i = 10; i < 20; ++i) writer.add_scalar("loss", i, i);
  EXPECT_FALSE(writer.close());
  EXPECT_EQ(writer.file_path(), "");
  const auto kept = points();
  EXPECT_EQ(kept.size(), 11u) << "only whole records";
  EXPECT_EQ(writer.dropped(), 9u);
  faults_.set_quota(kUnlimited);
  writer.add_scalar("loss", 20, 20);
  EXPECT_FALSE(writer.close()) << "the loss stays an error";
  EXPECT_EQ(points().size(), 12u);
}

TEST_F(DiskFailureTest, EndsWithAFullDiskInGoodTime) {
  const auto before = steady_clock::now();
  {
    SummaryWriter writer = make_writer();
    faults_.set_quota(faults_.used_bytes());
    for (int i = 0; i < 100'000; ++i) writer.add_scalar("loss", i, i);
  }
  EXPECT_LT(steady_clock::now() - before, std::chrono::seconds(10));
  EXPECT_THAT(errors(), SizeIs(1));
}

TEST_F(DiskFailureTest, PutsShortWritesTogether) {
  faults_.set_longest_append(3);
  SummaryWriter writer = make_writer();
  for (int i = 0; i < 2'000; ++i) writer.add_scalar("loss", i, i);
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(counted(2'000));
  EXPECT_THAT(errors(), IsEmpty());
}

TEST_F(DiskFailureTest, SurvivesInputOutputErrors) {
  SummaryWriter writer = make_writer();
  for (int i = 0; i < 1'000; ++i) {
    if (i % 100 == 0) faults_.fail(Operation::Append, EIO, 3);
    writer.add_scalar("loss", i, i);
    if (i % 10 == 0) (void)writer.flush();
  }
  faults_.heal(Operation::Append);
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(counted(1'000));
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("Input/output error")));
}

TEST_F(DiskFailureTest, ReportsASyncThatFails) {
  auto synced = options();
  synced.sync = true;
  SummaryWriter writer = make_writer(synced);
  faults_.fail(Operation::Sync, EIO);
  writer.add_scalar("loss", 0, 0);
  EXPECT_FALSE(writer.flush());
  faults_.heal(Operation::Sync);
  EXPECT_FALSE(writer.close()) << "the system forgot what it could not save";
  EXPECT_TRUE(counted(1));
  EXPECT_GT(faults_.calls(Operation::Sync), 0);
}

TEST_F(DiskFailureTest, WaitsForADirectoryThatCannotBeMadeYet) {
  faults_.fail(Operation::MakeDirectories, EACCES);
  SummaryWriter writer = make_writer();
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("Permission denied")))
      << "reported by the constructor";
  EXPECT_EQ(writer.file_path(), "");
  EXPECT_FALSE(writer.flush());
  writer.add_scalar("loss", 0, 0);
  EXPECT_FALSE(writer.flush());
  faults_.heal(Operation::MakeDirectories);
  EXPECT_TRUE(writer.flush());
  EXPECT_TRUE(counted(1));
  EXPECT_NE(writer.file_path(), "");
}

TEST_F(DiskFailureTest, MakesItsFileAfterAllWithoutAnythingToWrite) {
  faults_.fail(Operation::Create, EACCES);
  SummaryWriter writer = make_writer();
  EXPECT_FALSE(writer.flush());
  faults_.heal(Operation::Create);
  EXPECT_TRUE(writer.flush());
  EXPECT_THAT(files(), SizeIs(1));
}

TEST_F(DiskFailureTest, GoesOnInANewFileWhenItsDirectoryIsDeleted) {
  SummaryWriter writer = make_writer();
  writer.add_scalar("loss", 100, 100);
  EXPECT_TRUE(writer.flush());
  memory_.remove_tree("run");
  for (int i = 0; i < 100; ++i) writer.add_scalar("loss", i, i);
  EXPECT_FALSE(writer.flush()) << "what was in the file is gone";
  EXPECT_TRUE(counted(100));
  EXPECT_EQ(writer.file_path(), files()[0]);
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("deleted")));
  memory_.remove_tree("run");
  writer.add_scalar("loss", 0, 0);
  EXPECT_FALSE(writer.close());
  EXPECT_TRUE(counted(1));
  EXPECT_THAT(errors(), SizeIs(1)) << "told once";
}

TEST_F(DiskFailureTest, SurvivesTheDeletionOfADirectoryItNeverUsed) {
  {
    SummaryWriter writer = make_writer();
    memory_.remove_tree("run");
    EXPECT_FALSE(writer.close());
    EXPECT_THAT(errors(), SizeIs(1));
  }
  SummaryWriter other = make_writer();
  memory_.remove_tree("run");
  other = make_writer();
  EXPECT_THAT(files(), SizeIs(1));
}

TEST_F(DiskFailureTest, SurvivesDeletionAgainAndAgain) {
  SummaryWriter writer = make_writer();
  std::atomic<bool> enough{false};
  std::thread deleter([&] {
    while (!enough) {
      memory_.remove_tree("run");
      std::this_thread::sleep_for(milliseconds(3));
    }
  });
  const std::vector<float> values(100, 1.0f);
  for (int i = 0; i < support::scaled(200, 30); ++i) {
    writer.add_scalar("loss", i, i);
    EXPECT_TRUE(writer.add_tensor("t", values, i));
    EXPECT_TRUE(writer.add_text("text", "hello", i));
    std::this_thread::sleep_for(milliseconds(1));
  }
  enough = true;
  deleter.join();
  writer.add_scalar("last", 0, 0);
  (void)writer.close();
  EXPECT_TRUE(counted(1, "last"));
  EXPECT_THAT(errors(), SizeIs(1));
}

TEST_F(DiskFailureTest, LetsTheCallerGoOnWhileTheDiskIsSlow) {
  SummaryWriter writer = make_writer();
  faults_.set_append_delay(milliseconds(100));
  auto longest = steady_clock::duration::zero();
  for (int i = 0; i < 5'000; ++i) {
    const auto before = steady_clock::now();
    writer.add_scalar("loss", i, i);
    longest = std::max(longest, steady_clock::now() - before);
  }
  EXPECT_LT(longest, milliseconds(90));
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(counted(5'000));
}

TEST_F(DiskFailureTest, BlocksRatherThanLoseWhileTheDiskIsSlow) {
  constexpr int kAdds = support::scaled(100'000, 10'000);
  auto small = options();
  small.queue_bytes = 10'000;
  SummaryWriter writer = make_writer(small);
  faults_.set_append_delay(std::chrono::microseconds(500));
  faults_.set_longest_append(20'000);
  for (int i = 0; i < kAdds; ++i) writer.add_scalar("loss", i, i);
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(counted(kAdds));
  EXPECT_EQ(writer.dropped(), 0u);
}

TEST_F(DiskFailureTest, DropsWhenToldToWhileTheDiskIsSlow) {
  constexpr int kAdds = support::scaled(100'000, 10'000);
  auto dropping = options();
  dropping.queue_bytes = 10'000;
  dropping.when_full = WhenFull::Drop;
  SummaryWriter writer = make_writer(dropping);
  faults_.set_append_delay(milliseconds(20));
  auto longest = steady_clock::duration::zero();
  for (int i = 0; i < kAdds; ++i) {
    const auto before = steady_clock::now();
    writer.add_scalar("loss", i, i);
    longest = std::max(longest, steady_clock::now() - before);
  }
  EXPECT_LT(longest, milliseconds(500));
  EXPECT_GT(writer.dropped(), 0u);
  EXPECT_TRUE(writer.close()) << "to drop is not an error when asked for";
  EXPECT_EQ(points().size() + writer.dropped(), std::size_t{kAdds});
}

TEST_F(DiskFailureTest, WakesUpForAQueueThatIsHalfFullOfBytes) {
  auto sleepy = options();
  sleepy.queue_bytes = 1 << 20;
  sleepy.flush_interval = std::chrono::hours(1);
  SummaryWriter writer = make_writer(sleepy);
  const std::vector<float> values(50'000, 1.0f);
  EXPECT_TRUE(writer.add_tensor("t", values, 0));
  EXPECT_TRUE(writer.flush());
  const auto path = support::files_in(memory_, "run", "sltensors").at(0);
  const std::size_t one = values.size() * sizeof(float);  // And a header.
  for (int i = 1; i <= 3; ++i) EXPECT_TRUE(writer.add_tensor("t", values, i));
  for (int i = 0; i < 2'000 && memory_.content(path).size() < 4 * one; ++i)
    std::this_thread::sleep_for(milliseconds(5));
  EXPECT_GE(memory_.content(path).size(), 4 * one);
}

}  // namespace
}  // namespace stepline
