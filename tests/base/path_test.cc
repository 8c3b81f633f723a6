#include "base/path.h"

#include <gtest/gtest.h>

namespace stepline {
namespace {

TEST(Path, HasADirectory) {
  EXPECT_EQ(directory_of("a/b/c"), "a/b");
  EXPECT_EQ(directory_of("/a/b"), "/a");
  EXPECT_EQ(directory_of("/a"), "/");
  EXPECT_EQ(directory_of("a"), ".");
}

TEST(Path, EndsWithAName) {
  EXPECT_EQ(base_name("a/b"), "b");
  EXPECT_EQ(base_name("/b"), "b");
  EXPECT_EQ(base_name("b"), "b");
  EXPECT_EQ(base_name("a/"), "");
}

TEST(Path, IsPutTogetherFromBoth) {
  EXPECT_EQ(join_path("a", "b"), "a/b");
  EXPECT_EQ(join_path("/", "b"), "/b");
  EXPECT_EQ(join_path("a/", ""), "a/");
}

}  // namespace
}  // namespace stepline
