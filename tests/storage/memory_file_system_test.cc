#include "storage/memory_file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stepline::storage {
namespace {

using ::testing::ElementsAre;

class MemoryFileSystemTest : public ::testing::Test {
 protected:
  MemoryFileSystem files_;
};

TEST_F(MemoryFileSystemTest, KnowsAPathInAllItsSpellings) {
  ASSERT_TRUE(files_.make_directories("./runs//one/"));
  ASSERT_TRUE(files_.replace("runs/one/log", "x"));
  EXPECT_EQ(files_.content("./runs/one//log"), "x");
  EXPECT_THAT(files_.files(), ElementsAre("runs/one/log"));
}

TEST_F(MemoryFileSystemTest, RemovesATreeUnderOpenFiles) {
  ASSERT_TRUE(files_.make_directories("runs/one"));
  ASSERT_TRUE(files_.make_directories("runs/one more"));
  auto inside = files_.create("runs/one/log");
  auto beside = files_.create("runs/one more/log");
  files_.remove_tree("runs/one");
  EXPECT_FALSE((*inside)->linked());
  EXPECT_TRUE((*beside)->linked());
  EXPECT_THAT(files_.files(), ElementsAre("runs/one more/log"));
  EXPECT_FALSE(files_.create("runs/one/log"));
}

TEST_F(MemoryFileSystemTest, LetsFilesOutliveIt) {
  auto files = std::make_unique<MemoryFileSystem>();
  auto file = files->create("log");
  files.reset();
  EXPECT_TRUE((*file)->append("still there"));
}

TEST_F(MemoryFileSystemTest, DoesNotGrowAFileByTruncation) {
  auto file = files_.create("log");
  EXPECT_FALSE((*file)->truncate(1));
}

}  // namespace
}  // namespace stepline::storage
