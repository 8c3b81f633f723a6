#include "storage/directory_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "storage/file_system.h"
#include "storage/temporary_directory.h"

namespace stepline::storage {
namespace {

class DirectoryLockTest : public ::testing::Test {
 protected:
  // Reads a number and writes the next, in two steps.
  void count(int times) {
    for (int i = 0; i < times; ++i) {
      const auto lock = files_.lock_directory(directory_.path());
      const auto old = files_.read(directory_ / "number", 0, 100);
      const int number = old && !old->empty() ? std::stoi(*old) : 0;
      ASSERT_TRUE(lock);
      ASSERT_TRUE(
          files_.replace(directory_ / "number", std::to_string(number + 1)));
    }
  }

  std::string number() { return *files_.read(directory_ / "number", 0, 100); }

  TemporaryDirectory directory_;
  FileSystem& files_ = local_file_system();
};

TEST_F(DirectoryLockTest, IsHeldByOneThreadAtATime) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { count(25); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(number(), "100");
}

TEST_F(DirectoryLockTest, IsHeldByOneProcessAtATime) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    children.push_back(::fork());
    if (children.back() == 0) {
      count(25);
      ::_exit(0);
    }
  }
  for (const pid_t child : children)
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_EQ(number(), "100");
}

TEST_F(DirectoryLockTest, EndsThoughAForkedProcessHasItsDescriptor) {
  auto lock = files_.lock_directory(directory_.path());
  ASSERT_TRUE(lock);
  int wake[2];
  ASSERT_EQ(::pipe(wake), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    char byte;
    ::close(wake[1]);
    [[maybe_unused]] const auto got = ::read(wake[0], &byte, 1);
    ::_exit(0);
  }
  lock.reset();
  EXPECT_TRUE(files_.lock_directory(directory_.path()));
  ::close(wake[1]);
  ::close(wake[0]);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

TEST_F(DirectoryLockTest, EndsWithItsProcess) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = files_.lock_directory(directory_.path());
    ::_exit(lock ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(files_.lock_directory(directory_.path()));
}

TEST_F(DirectoryLockTest, IsNotThereWithoutADirectory) {
  EXPECT_FALSE(files_.lock_directory(directory_ / "nowhere"));
}

}  // namespace
}  // namespace stepline::storage
