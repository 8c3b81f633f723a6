// Real file systems that say no.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <iostream>
#include <thread>

#include "stepline/summary_writer.h"
#include "storage/temporary_directory.h"
#include "support/processes.h"
#include "support/read_back.h"
#include "support/small_disk.h"

namespace stepline {
namespace {

using support::SmallDisk;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

storage::FileSystem& disk() { return storage::local_file_system(); }

bool counted(const std::string& directory, std::int64_t count) {
  const auto points = support::read_points(disk(), directory);
  if (points.size() != std::size_t(count)) return false;
  for (std::int64_t i = 0; i < count; ++i)
    if (points[std::size_t(i)].step != i) return false;
  return true;
}

class FullDisk : public testing::TestWithParam<SmallDisk::Kind> {};

TEST_P(FullDisk, LosesNothingOnceItIsFreed) {
  SmallDisk small(GetParam());
  if (!small.mounted()) {
    // Without the privilege the kernel's limit on file sizes stands in, below.
    std::cout << "this machine does not let us mount; see FileSizeLimit\n";
    return;
  }
  const std::string run = small.path() + "/run";
  std::vector<std::string> errors;
  WriterOptions options;
  options.flush_interval = std::chrono::milliseconds(20);
  options.on_error = [&](const Error& error) {
    errors.push_back(error.message);
  };
  SummaryWriter writer(run, options);
  std::int64_t added = 0;
  for (int round = 0; round < 3; ++round) {
    small.fill_up();
    for (int i = 0; i < 500; ++i, ++added)
      writer.add_scalar("loss", double(added), added);
    EXPECT_FALSE(writer.flush());
    small.free_all();
    EXPECT_TRUE(writer.flush());
    EXPECT_TRUE(counted(run, added));
  }
  EXPECT_THAT(errors, ElementsAre(HasSubstr("No space left on device")));
  EXPECT_EQ(writer.dropped(), 0u);

  small.fill_up();
  for (int i = 0; i < 500; ++i) writer.add_scalar("late", i, i);
  EXPECT_FALSE(writer.close());
  EXPECT_GT(writer.dropped(), 0u);
  const auto kept = support::read_points(disk(), run);
  EXPECT_EQ(kept.size() + writer.dropped(), std::size_t(added) + 500)
      << "every file ends with a whole record";
}

INSTANTIATE_TEST_SUITE_P(Disks, FullDisk,
                         testing::Values(SmallDisk::Kind::Tmpfs,
                                         SmallDisk::Kind::Loop),
                         [](const auto& of) {
                           return of.param == SmallDisk::Kind::Tmpfs ? "Tmpfs"
                                                                     : "Loop";
                         });

// The signal that comes with this error would end the process.
TEST(FileSizeLimit, LosesNothingOnceItIsRaised) {
  const storage::TemporaryDirectory directory;
  EXPECT_EQ(support::in_child([&]() -> int {
              int errors = 0;
              WriterOptions options;
              options.on_error = [&](const Error&) { ++errors; };
              SummaryWriter writer(directory.path(), options);
              rlimit limit{};
              ::getrlimit(RLIMIT_FSIZE, &limit);
              limit.rlim_cur = 50'001;
              if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
              for (int i = 0; i < 5'000; ++i) writer.add_scalar("loss", i, i);
              if (writer.flush()) return 2;
              limit.rlim_cur = limit.rlim_max;
              if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 3;
              if (!writer.close()) return 4;
              if (errors != 1 || writer.dropped() != 0) return 5;
              return 0;
            }),
            0);
  EXPECT_TRUE(counted(directory.path(), 5'000));
}

TEST(DeletedDirectory, IsMadeAgain) {
  const storage::TemporaryDirectory directory;
  const std::string run = directory / "runs/a";
  std::atomic<int> errors = 0;
  WriterOptions options;
  options.flush_interval = std::chrono::milliseconds(4);
  options.on_error = [&](const Error&) { ++errors; };
  SummaryWriter writer(run, options);
  std::atomic<bool> enough{false};
  std::thread adder([&] {
    for (int i = 0; !enough; ++i) {
      writer.add_scalar("loss", i, i);
      if (i % 100 == 0)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::error_code raced;
    std::filesystem::remove_all(directory / "runs", raced);
  }
  enough = true;
  adder.join();
  (void)writer.flush();
  writer.add_scalar("last", 1, 1);
  EXPECT_FALSE(writer.close()) << "something was deleted";
  EXPECT_EQ(errors, 1) << "told once";
  const auto points = support::read_points(disk(), run);
  ASSERT_FALSE(points.empty());
  EXPECT_EQ(points.back().tag, "last");
  for (std::size_t i = 1; i + 1 < points.size(); ++i)
    ASSERT_EQ(points[i].step, points[i - 1].step + 1);
}

// By a user whom permissions bind, which root is not.
TEST(ReadOnlyDirectory, IsWaitedForWithoutLoss) {
  const storage::TemporaryDirectory directory;
  const char* const path = directory.path().c_str();
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(path, 65'534, 65'534), 0);
  }
  EXPECT_EQ(support::in_child([&]() -> int {
              if (::geteuid() == 0 && ::setuid(65'534) != 0) return 1;
              int errors = 0;
              WriterOptions options;
              options.rotate_bytes = 1'000;
              options.on_error = [&](const Error&) { ++errors; };
              SummaryWriter writer(directory.path(), options);
              int added = 0;
              for (int round = 0; round < 3; ++round) {
                if (::chmod(path, 0555) != 0) return 2;
                for (int i = 0; i < 100; ++i, ++added)
                  writer.add_scalar("loss", added, added);
                // The open file takes these, and is full then.
                (void)writer.flush();
                for (int i = 0; i < 100; ++i, ++added)
                  writer.add_scalar("loss", added, added);
                if (writer.flush()) return 3;
                if (::chmod(path, 0755) != 0) return 4;
                if (!writer.flush()) return 5;
              }
              return errors == 1 && writer.dropped() == 0 ? 0 : 6;
            }),
            0);
  EXPECT_TRUE(counted(directory.path(), 600));
}

}  // namespace
}  // namespace stepline
