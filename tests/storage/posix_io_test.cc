#include "storage/posix_io.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <string>

namespace stepline::storage::posix {
namespace {

// What the next calls do: a positive number lets so many bytes through, a
// negative one fails with that errno, 0 is the end.
std::deque<int> script;
std::string disk;

int next_action() {
  const int action = script.front();
  script.pop_front();
  return action;
}

ssize_t scripted_write(int, const void* from, std::size_t length) {
  const int action = next_action();
  if (action < 0) {
    errno = -action;
    return -1;
  }
  const auto taken = std::min(length, static_cast<std::size_t>(action));
  disk.append(static_cast<const char*>(from), taken);
  return static_cast<ssize_t>(taken);
}

ssize_t scripted_read(int, void* to, std::size_t length, off_t offset) {
  const int action = next_action();
  if (action < 0) {
    errno = -action;
    return -1;
  }
  const auto wanted = std::min(length, static_cast<std::size_t>(action));
  return static_cast<ssize_t>(disk.copy(static_cast<char*>(to), wanted,
                                        static_cast<std::size_t>(offset)));
}

class PosixIoTest : public ::testing::Test {
 protected:
  void SetUp() override {
    script.clear();
    disk.clear();
  }
  void TearDown() override { EXPECT_TRUE(script.empty()); }
};

TEST_F(PosixIoTest, WritesSomeThoughInterrupted) {
  script = {-EINTR, -EINTR, 3};
  EXPECT_EQ(write_some(0, "hello", scripted_write), 3);
  EXPECT_EQ(disk, "hel");
}

TEST_F(PosixIoTest, WritesNothingWithoutACall) {
  EXPECT_EQ(write_some(0, "", scripted_write), 0);
  EXPECT_EQ(write_fully(0, "", scripted_write), 0);
}

TEST_F(PosixIoTest, TakesAWriteOfNothingForAnError) {
  script = {0};
  EXPECT_EQ(write_some(0, "hello", scripted_write), -1);
  EXPECT_EQ(errno, EIO);
}

TEST_F(PosixIoTest, WritesFullyThoughInterruptedAndShort) {
  script = {1, -EINTR, 2, -EINTR, 100};
  EXPECT_EQ(write_fully(0, "hello", scripted_write), 0);
  EXPECT_EQ(disk, "hello");
}

TEST_F(PosixIoTest, GivesUpWhereTheDiskIsFull) {
  script = {2, -ENOSPC};
  EXPECT_EQ(write_fully(0, "hello", scripted_write), -1);
  EXPECT_EQ(errno, ENOSPC);
  EXPECT_EQ(disk, "he");
}

TEST_F(PosixIoTest, ReadsFullyThoughInterruptedAndShort) {
  disk = "0123456789";
  script = {1, -EINTR, 2, 100};
  char bytes[5];
  EXPECT_EQ(read_fully(0, bytes, 5, 3, scripted_read), 5);
  EXPECT_EQ(std::string(bytes, 5), "34567");
}

TEST_F(PosixIoTest, ReadsFewerAtTheEnd) {
  disk = "0123456789";
  script = {100, 0};
  char bytes[5];
  EXPECT_EQ(read_fully(0, bytes, 5, 8, scripted_read), 2);
}

TEST_F(PosixIoTest, ReportsAFailedRead) {
  disk = "0123456789";
  script = {1, -EIO};
  char bytes[5];
  EXPECT_EQ(read_fully(0, bytes, 5, 0, scripted_read), -1);
  EXPECT_EQ(errno, EIO);
}

TEST_F(PosixIoTest, RetriesOnlyInterruptions) {
  int calls = 0;
  EXPECT_EQ(retry_interrupted([&] {
              errno = ++calls < 3 ? EINTR : EACCES;
              return -1;
            }),
            -1);
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace stepline::storage::posix
