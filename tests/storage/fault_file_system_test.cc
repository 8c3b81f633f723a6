#include "storage/fault_file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include "storage/memory_file_system.h"

namespace stepline::storage {
namespace {

using Operation = FaultFileSystem::Operation;

class FaultFileSystemTest : public ::testing::Test {
 protected:
  // "3" for three bytes appended, or the message.
  std::string append(std::string_view bytes) {
    const auto written = file_->append(bytes);
    return written ? std::to_string(*written) : written.error().message;
  }
  std::string content() { return memory_.content("log"); }

  MemoryFileSystem memory_;
  FaultFileSystem faults_{memory_};
  std::unique_ptr<AppendFile> file_ = *faults_.create("log");

  const std::string full_ = "cannot append to \"log\": No space left on device";
  const std::string broken_ = "cannot append to \"log\": Input/output error";
};

TEST_F(FaultFileSystemTest, CutsAppendsShort) {
  faults_.set_longest_append(2);
  EXPECT_EQ(append("hello"), "2");
  EXPECT_EQ(append("llo"), "2");
  EXPECT_EQ(append("o"), "1");
  EXPECT_EQ(content(), "hello");
  faults_.set_longest_append(FaultFileSystem::kUnlimited);
  EXPECT_EQ(append(" again"), "6");
}

TEST_F(FaultFileSystemTest, FailsTheNextAppendsAndThenNoMore) {
  faults_.fail(Operation::Append, EIO, 2);
  EXPECT_EQ(append("a"), broken_);
  EXPECT_EQ(append("a"), broken_);
  EXPECT_EQ(append("a"), "1");
  EXPECT_EQ(content(), "a");
  EXPECT_EQ(faults_.calls(Operation::Append), 3);
}

TEST_F(FaultFileSystemTest, FailsUntilHealed) {
  faults_.fail(Operation::Append, ENOSPC);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(append("a"), full_);
  faults_.heal(Operation::Append);
  EXPECT_EQ(append("a"), "1");
}

TEST_F(FaultFileSystemTest, FillsTheDiskAndGoesOnWhenThereIsRoom) {
  faults_.set_quota(4);
  EXPECT_EQ(append("hello"), "4");
  EXPECT_EQ(append("o"), full_);
  faults_.set_quota(5);
  EXPECT_EQ(append("o!"), "1");
  EXPECT_EQ(append("!"), full_);
  EXPECT_EQ(content(), "hello");
}

TEST_F(FaultFileSystemTest, GivesRoomBackForWhatIsTruncatedOrRemoved) {
  faults_.set_quota(10);
  ASSERT_TRUE(faults_.replace("other", "1234"));
  EXPECT_EQ(append("123456789"), "6");
  EXPECT_EQ(faults_.used_bytes(), 10u);
  ASSERT_TRUE(file_->truncate(3));
  EXPECT_EQ(append("xyz-"), "3");
  ASSERT_TRUE(faults_.remove("other"));
  EXPECT_EQ(append("12345"), "4");
  EXPECT_EQ(content(), "123xyz1234");
}

TEST_F(FaultFileSystemTest, RefusesAReplacementThatDoesNotFit) {
  faults_.set_quota(4);
  ASSERT_TRUE(faults_.replace("config", "1234"));
  const auto replaced = faults_.replace("config", "12345");
  ASSERT_FALSE(replaced);
  EXPECT_EQ(replaced.error().message,
            "cannot replace \"config\": No space left on device");
  EXPECT_EQ(memory_.content("config"), "1234");
  EXPECT_TRUE(faults_.replace("config", "123"));
  EXPECT_EQ(faults_.used_bytes(), 3u);
}

TEST_F(FaultFileSystemTest, ShrinksTheDiskBelowWhatItHolds) {
  EXPECT_EQ(append("hello"), "5");
  faults_.set_quota(2);
  EXPECT_EQ(append("!"), full_);
  EXPECT_EQ(content(), "hello");
}

TEST_F(FaultFileSystemTest, SlowsAppendsDown) {
  faults_.set_append_delay(std::chrono::milliseconds(20));
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(append("a"), "1");
  EXPECT_GE(std::chrono::steady_clock::now() - before,
            std::chrono::milliseconds(20));
}

TEST_F(FaultFileSystemTest, DeletesFilesThatAreOpenNow) {
  EXPECT_TRUE(file_->linked());
  faults_.unlink_open_files();
  EXPECT_FALSE(file_->linked());
  EXPECT_TRUE((*faults_.create("later"))->linked());
}

TEST_F(FaultFileSystemTest, FailsEveryOtherOperation) {
  const auto fails = [&](Operation operation, auto call) {
    faults_.fail(operation, EACCES, 1);
    const auto result = call();
    const bool failed =
        !result && result.error().message.ends_with("\": Permission denied");
    return failed && bool(call()) && faults_.calls(operation) >= 2;
  };
  EXPECT_TRUE(fails(Operation::Create, [&] { return faults_.create("x"); }));
  EXPECT_TRUE(fails(Operation::MakeDirectories,
                    [&] { return faults_.make_directories("d"); }));
  EXPECT_TRUE(fails(Operation::List, [&] { return faults_.list("."); }));
  EXPECT_TRUE(
      fails(Operation::Read, [&] { return faults_.read("log", 0, 1); }));
  EXPECT_TRUE(
      fails(Operation::Replace, [&] { return faults_.replace("c", "x"); }));
  EXPECT_TRUE(
      fails(Operation::Rename, [&] { return faults_.rename("c", "c"); }));
  EXPECT_TRUE(fails(Operation::Remove, [&] { return faults_.remove("c"); }));
  EXPECT_TRUE(fails(Operation::Sync, [&] { return file_->sync(); }));
  EXPECT_TRUE(fails(Operation::Truncate, [&] { return file_->truncate(0); }));
}

TEST_F(FaultFileSystemTest, ChangesWhileAnotherThreadAppends) {
  std::thread appender([&] {
    for (int i = 0; i < 2000; ++i) file_->append("x");
  });
  for (int i = 0; i < 200; ++i) {
    faults_.set_quota(static_cast<std::uint64_t>(i));
    faults_.fail(Operation::Append, EIO, 1);
  }
  appender.join();
  EXPECT_EQ(faults_.calls(Operation::Append), 2000);
  EXPECT_EQ(faults_.used_bytes(), content().size());
}

}  // namespace
}  // namespace stepline::storage
