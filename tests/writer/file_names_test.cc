#include "writer/file_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <set>
#include <string>

namespace stepline::writer {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

TEST(FileNames, AreWhatTensorBoardLooksFor) {
  FileNames names(".rank3");
  const std::string name = names.next(1'700'000'000.9);
  EXPECT_THAT(name, StartsWith("events.out.tfevents.1700000000."));
  EXPECT_THAT(name, HasSubstr("." + std::to_string(::getpid()) + "."));
  EXPECT_THAT(name, EndsWith(".rank3"));
}

TEST(FileNames, HaveTenDigitsOfTime) {
  EXPECT_THAT(FileNames("").next(12),
              StartsWith("events.out.tfevents.0000000012."));
}

TEST(FileNames, IncreaseWithinOneSecond) {
  FileNames names("");
  std::string last = names.next(1.7e9);
  for (int i = 0; i < 200; ++i) {
    std::string next = names.next(1.7e9);
    EXPECT_GT(next, last);
    last = std::move(next);
  }
}

TEST(FileNames, IncreaseWhenTheClockJumpsBack) {
  FileNames names("");
  const std::string first = names.next(1.7e9);
  const std::string second = names.next(1.6e9);
  const std::string third = names.next(1.5e9);
  EXPECT_GT(second, first);
  EXPECT_GT(third, second);
  EXPECT_THAT(names.next(1.8e9), HasSubstr(".1800000000."));
}

TEST(FileNames, DifferWhenANameWasTaken) {
  FileNames names("");
  std::set<std::string> seen{names.next(1.7e9)};
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(seen.insert(names.again()).second);
}

TEST(FileNames, IncreaseBetweenTheWritersOfAProcess) {
  std::string last = FileNames("").next(1.7e9);
  for (int i = 0; i < 200; ++i) {
    std::string next = FileNames("").next(1.7e9);
    EXPECT_GT(next, last);
    last = std::move(next);
  }
}

TEST(FileNames, StayInTheirDirectory) {
  FileNames names(std::string("/../x\0y", 7));
  const std::string name = names.next(1.7e9);
  EXPECT_EQ(name.find('/'), std::string::npos);
  EXPECT_EQ(name.find('\0'), std::string::npos);
  EXPECT_THAT(name, EndsWith("_.._x_y"));
}

TEST(TensorFilePath, NeverContainsTensorBoardsWord) {
  for (const std::string suffix :
       {"", ".tfevents", "tfeventstfevents", "tftfeventsevents", ".rank0"}) {
    const std::string event_file = "runs/a/" + FileNames(suffix).next(1.7e9);
    const std::string tensor_file = tensor_file_path(event_file);
    EXPECT_THAT(tensor_file, Not(HasSubstr("tfevents"))) << suffix;
    EXPECT_THAT(tensor_file, StartsWith("runs/a/events.out.sltensors."));
  }
}

TEST(TensorFilePath, LeavesTheDirectoryAlone) {
  EXPECT_EQ(tensor_file_path("my.tfevents.d/events.out.tfevents.1"),
            "my.tfevents.d/events.out.sltensors.1");
}

TEST(DefaultDirectory, NamesTimeHostAndComment) {
  const std::string directory = default_directory(1.7e9, "_lr/0.1");
  EXPECT_THAT(
      directory,
      MatchesRegex(
          "runs/[A-Z][a-z][a-z][0-9]{2}_[0-9]{2}-[0-9]{2}-[0-9]{2}_.+_lr_0.1"));
}

}  // namespace
}  // namespace stepline::writer
