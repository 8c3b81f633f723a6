#include "storage/file_source.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "storage/memory_file_system.h"

namespace stepline::storage {
namespace {

TEST(FileSource, SeesWhatTheFileGrowsTo) {
  MemoryFileSystem files;
  auto file = *files.create("log");
  FileSource source(files, "log");
  std::array<char, 4> bytes{};
  EXPECT_EQ(*source.read(0, bytes), 0u);
  ASSERT_TRUE(file->append("012345"));
  EXPECT_EQ(*source.read(0, bytes), 4u);
  EXPECT_EQ(std::string(bytes.data(), 4), "0123");
  EXPECT_EQ(*source.read(4, bytes), 2u);
  EXPECT_EQ(std::string(bytes.data(), 2), "45");
  EXPECT_EQ(*source.read(6, bytes), 0u);
  EXPECT_EQ(source.name(), "log");
}

TEST(FileSource, PassesErrorsOn) {
  MemoryFileSystem files;
  FileSource source(files, "absent");
  std::array<char, 4> bytes{};
  const auto got = source.read(0, bytes);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace stepline::storage
