#include "base/export_names.h"

#include <gtest/gtest.h>

#include <set>

#include "base/utf8.h"

namespace stepline {
namespace {

TEST(SafeComponent, LeavesNamesThatAreFine) {
  EXPECT_EQ(safe_component("train loss (1).x"), "train loss (1).x");
  EXPECT_EQ(safe_component("größe"), "größe");
}

TEST(SafeComponent, NeverLeadsOutOrHides) {
  EXPECT_EQ(safe_component(""), "%");
  EXPECT_EQ(safe_component("."), "%2E");
  EXPECT_EQ(safe_component(".."), "%2E%2E");
  EXPECT_EQ(safe_component(".git"), "%2Egit");
  EXPECT_EQ(safe_component("a/b"), "a%2Fb");
  EXPECT_EQ(safe_component(std::string_view("a\0b", 3)), "a%00b");
}

TEST(SafeComponent, EscapesWhatTerminalsAndOtherSystemsMind) {
  EXPECT_EQ(safe_component("a\nb\x1b[31m"), "a%0Ab%1B[31m");
  EXPECT_EQ(safe_component("a:b*c?\"<>|\\"), "a%3Ab%2Ac%3F%22%3C%3E%7C%5C");
  EXPECT_EQ(safe_component("\xff\xfe"), "%FF%FE");
  EXPECT_EQ(safe_component("end. "), "end.%20");
  EXPECT_EQ(safe_component("end."), "end%2E");
}

TEST(SafeComponent, AvoidsTheNamesOfDevices) {
  EXPECT_EQ(safe_component("con"), "%63on");
  EXPECT_EQ(safe_component("NUL.txt"), "%4EUL.txt");
  EXPECT_EQ(safe_component("lpt9"), "%6Cpt9");
  EXPECT_EQ(safe_component("com0"), "com0");
  EXPECT_EQ(safe_component("console"), "console");
}

TEST(SafeComponent, KeepsDifferentNamesDifferent) {
  const std::set<std::string> names{
      safe_component("a:b"), safe_component("a%3Ab"), safe_component("a_b"),
      safe_component(""), safe_component("%")};
  EXPECT_EQ(names.size(), 5u);
}

TEST(SafeComponent, CutsLongNamesBetweenCharacters) {
  std::string grow;
  for (int i = 0; i < 300; ++i) {
    grow += i % 3 ? "é" : "\n";
    const std::string safe = safe_component(grow);
    EXPECT_LE(safe.size(), 200u);
    EXPECT_TRUE(is_utf8(safe));
  }
  EXPECT_NE(safe_component(std::string(300, 'a') + "1"),
            safe_component(std::string(300, 'a') + "2"));
}

TEST(ExportNames, MakeDirectoriesOfSlashes) {
  ExportNames names;
  EXPECT_EQ(names.file("run/scalars", "train/loss", ".csv"),
            "run/scalars/train/loss.csv");
  EXPECT_EQ(names.file("", "../../etc/passwd", ".csv"),
            "%2E%2E/%2E%2E/etc/passwd.csv");
  EXPECT_EQ(names.file("", "/abs//x/", ".csv"), "%/abs/%/x/%.csv");
}

TEST(ExportNames, GiveTheSameDirectoryAgain) {
  ExportNames names;
  EXPECT_EQ(names.directory("", "a/b"), "a/b");
  EXPECT_EQ(names.directory("", "a/b"), "a/b");
  EXPECT_EQ(names.directory("a", "b"), "a/b");
}

TEST(ExportNames, NeverGiveAFileTwice) {
  ExportNames names;
  EXPECT_EQ(names.file("a", "x", ".csv"), "a/x.csv");
  EXPECT_EQ(names.file("a", "x", ".csv"), "a/x~2.csv");
  EXPECT_EQ(names.file("", "a/x", ".csv"), "a/x~3.csv");
  EXPECT_EQ(names.file("a", "x~2", ".csv"), "a/x~2~2.csv");
}

TEST(ExportNames, NeverPutAFileWhereADirectoryIsNeeded) {
  ExportNames names;
  EXPECT_EQ(names.file("", "a", ".csv"), "a.csv");
  EXPECT_EQ(names.directory("", "a.csv"), "a.csv~2");
  EXPECT_EQ(names.directory("", "a.csv"), "a.csv~2");
  EXPECT_EQ(names.directory("", "b.csv"), "b.csv");
  EXPECT_EQ(names.file("", "b", ".csv"), "b~2.csv");
}

TEST(ExportNames, KeepPathsShort) {
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "x/";
  ExportNames names;
  EXPECT_LE(names.file("run", deep, ".csv").size(), 300u);
  EXPECT_LE(names.directory("run", deep).size(), 300u);
}

}  // namespace
}  // namespace stepline
