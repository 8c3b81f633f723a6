#include "cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stepline::cli {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr Terminal kTerminal{.is_terminal = true, .columns = 100};

TEST(Progress, DrawsABarAndWipesItAway) {
  std::string text;
  Output err(text, kTerminal);
  Progress progress(err, "reading", milliseconds(0));
  progress.update(512 << 10, 1 << 20);
  EXPECT_THAT(text, AllOf(StartsWith("\r\x1b[Kreading  [##########----------]"
                                     "  50%  512.0 KiB of 1.0 MiB  "),
                          EndsWith("/s")));
  text.clear();
  progress.finish();
  EXPECT_EQ(text, "\r\x1b[K");
}

TEST(Progress, ShowsNothingOfQuickWork) {
  std::string text;
  Output err(text, kTerminal);
  {
    Progress progress(err, "reading", std::chrono::hours(1));
    progress.update(1, 2);
  }
  EXPECT_EQ(text, "");
}

TEST(Progress, ShowsNothingWhereThereIsNoTerminal) {
  std::string text;
  Output err(text);
  {
    Progress progress(err, "reading", milliseconds(0));
    progress.update(1, 2);
  }
  EXPECT_EQ(text, "");
}

TEST(Progress, StaysInsideTheTerminal) {
  std::string text;
  Output err(text, {.is_terminal = true, .columns = 12});
  Progress progress(err, "reading", milliseconds(0));
  progress.update(1, 2);
  EXPECT_EQ(text, "\r\x1b[Kreading  […");
}

}  // namespace
}  // namespace stepline::cli
