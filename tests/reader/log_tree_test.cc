#include "reader/log_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "storage/fault_file_system.h"
#include "storage/memory_file_system.h"

namespace stepline::reader {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LogTreeTest : public ::testing::Test {
 protected:
  void write(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    ASSERT_TRUE(files_.make_directories(path.substr(0, slash)));
    ASSERT_TRUE(files_.replace(path, "x"));
  }

  LogTree walked(std::vector<Root> roots = {{"", "/logs"}}) {
    auto tree = walk(files_, roots);
    EXPECT_TRUE(tree) << tree.error().message;
    return tree ? *tree : LogTree();
  }

  // "run: file file", a line for each run; files by their base names.
  std::vector<std::string> runs(std::vector<Root> roots = {{"", "/logs"}}) {
    std::vector<std::string> lines;
    for (const LogRun& run : walked(std::move(roots)).runs) {
      std::string line = run.name + ":";
      for (const LogFile& file : run.files) {
        line += " " + file.path.substr(file.path.rfind('/') + 1);
      }
      lines.push_back(line);
    }
    return lines;
  }

  storage::MemoryFileSystem files_;
};

TEST_F(LogTreeTest, NamesRunsByTheirDirectories) {
  write("/logs/tfevents.1");
  write("/logs/a/tfevents.1");
  write("/logs/a/deep/er/tfevents.1");
  write("/logs/empty/readme.txt");
  EXPECT_THAT(runs(), ElementsAre(".: tfevents.1", "a: tfevents.1",
                                  "a/deep/er: tfevents.1"));
}

TEST_F(LogTreeTest, SortsRunsNaturallyAndFilesByTheirBytes) {
  for (const char* run : {"run10", "run2", "run1"}) {
    for (const char* file : {"tfevents.9", "tfevents.10", "tfevents.1"}) {
      write(std::string("/logs/") + run + "/" + file);
    }
  }
  EXPECT_THAT(runs(), ElementsAre("run1: tfevents.1 tfevents.10 tfevents.9",
                                  "run2: tfevents.1 tfevents.10 tfevents.9",
                                  "run10: tfevents.1 tfevents.10 tfevents.9"));
}

TEST_F(LogTreeTest, SaysWhereThingsAre) {
  write("/logs/a/tfevents.1");
  const LogTree tree = walked({{"", "/logs//"}});
  EXPECT_THAT(tree.directories, ElementsAre("/logs", "/logs/a"));
  ASSERT_EQ(tree.runs.size(), 1u);
  EXPECT_EQ(tree.runs[0].directory, "/logs/a");
  const LogFile& file = tree.runs[0].files.at(0);
  EXPECT_EQ(file.path, "/logs/a/tfevents.1");
  EXPECT_EQ(file.status, *files_.status("/logs/a/tfevents.1"));
}

TEST_F(LogTreeTest, TellsKindsByNames) {
  const auto kind_of = [](std::string_view name) -> std::string {
    LogFile::Kind kind;
    if (!is_log_file(name, kind)) return "none";
    constexpr const char* kNames[] = {"events", "tensors", "projector"};
    return kNames[static_cast<int>(kind)];
  };
  EXPECT_EQ(kind_of("events.out.tfevents.1700000000.host"), "events");
  EXPECT_EQ(kind_of("tfevents"), "events");
  EXPECT_EQ(kind_of("my_tfevents_copy.bak"), "events");
  EXPECT_EQ(kind_of("events.out.sltensors.1700000000.host"), "tensors");
  EXPECT_EQ(kind_of("projector_config.pbtxt"), "projector");
  // TensorFlow's profiler leaves these, with nothing in them.
  EXPECT_EQ(kind_of("events.out.tfevents.1.host.profile-empty"), "none");
  EXPECT_EQ(kind_of("tf.events"), "none");
  EXPECT_EQ(kind_of("TFEVENTS"), "none");
  EXPECT_EQ(kind_of("my_projector_config.pbtxt"), "none");
  EXPECT_EQ(kind_of(""), "none");
}

TEST_F(LogTreeTest, GivesProjectorConfigurationsToTheRunAbove) {
  const std::string folder = "/plugins/org_tensorflow_tensorboard_projector";
  write("/logs/a/tfevents.1");
  write("/logs/a" + folder + "/projector_config.pbtxt");
  write("/logs/b/projector_config.pbtxt");
  write("/logs" + folder + "/projector_config.pbtxt");
  EXPECT_THAT(runs(), ElementsAre(".: projector_config.pbtxt",
                                  "a: projector_config.pbtxt tfevents.1",
                                  "b: projector_config.pbtxt"));
  EXPECT_EQ(walked().runs[0].directory, "/logs");
  EXPECT_THAT(runs({{"name", "/logs"}}),
              ElementsAre("name: projector_config.pbtxt",
                          "name/a: projector_config.pbtxt tfevents.1",
                          "name/b: projector_config.pbtxt"));
}

TEST_F(LogTreeTest, LeavesEventFilesInAProjectorFolderWhereTheyAre) {
  write("/logs/a/plugins/org_tensorflow_tensorboard_projector/tfevents.1");
  EXPECT_THAT(runs(), ElementsAre("a/plugins/"
                                  "org_tensorflow_tensorboard_projector: "
                                  "tfevents.1"));
}

TEST_F(LogTreeTest, PutsTheNameOfARootBeforeThoseOfItsRuns) {
  write("/logs/tfevents.1");
  write("/logs/a/tfevents.1");
  EXPECT_THAT(runs({{"mine", "/logs"}}),
              ElementsAre("mine: tfevents.1", "mine/a: tfevents.1"));
}

TEST_F(LogTreeTest, NamesSeveralRootsByTheirLastComponents) {
  write("/x/one/tfevents.1");
  write("/y/two/a/tfevents.1");
  write("/z/tfevents.1");
  EXPECT_THAT(
      runs({{"", "/x/one"}, {"", "/y/two/"}, {"third", "/z"}}),
      ElementsAre("one: tfevents.1", "third: tfevents.1", "two/a: tfevents.1"));
}

TEST_F(LogTreeTest, TellsRootsOfOneNameApart) {
  write("/x/logs/tfevents.1");
  write("/y/logs/tfevents.1");
  write("/z/logs/tfevents.1");
  write("/z/other/tfevents.1");
  EXPECT_THAT(runs({{"", "/x/logs"}, {"", "/y/logs"}, {"", "/z/other"}}),
              ElementsAre("other: tfevents.1", "x/logs: tfevents.1",
                          "y/logs: tfevents.1"));
  EXPECT_THAT(runs({{"logs", "/x/logs"}, {"", "/y/logs"}}),
              ElementsAre("logs: tfevents.1", "y/logs: tfevents.1"));
  EXPECT_THAT(runs({{"", "/x/logs"}, {"", "/y/logs"}, {"y/logs", "/z/logs"}}),
              ElementsAre("/y/logs: tfevents.1", "x/logs: tfevents.1",
                          "y/logs: tfevents.1"));
}

TEST_F(LogTreeTest, MakesOneRunOfRootsThatAreGivenOneName) {
  write("/x/tfevents.2");
  write("/y/tfevents.1");
  EXPECT_THAT(runs({{"all", "/x"}, {"all", "/y"}}),
              ElementsAre("all: tfevents.1 tfevents.2"));
}

TEST_F(LogTreeTest, WalksADirectoryOnlyOnce) {
  write("/logs/a/tfevents.1");
  write("/logs/b/tfevents.1");
  EXPECT_THAT(runs({{"", "/logs/b"}, {"", "/logs"}, {"", "/logs"}}),
              ElementsAre("b: tfevents.1", "logs/a: tfevents.1"));
}

TEST_F(LogTreeTest, TakesASingleFileOfAnyName) {
  write("/logs/a/tfevents.1");
  write("/logs/a/tfevents.2");
  write("/logs/b/copy.bin");
  EXPECT_THAT(runs({{"", "/logs/a/tfevents.2"}}), ElementsAre(".: tfevents.2"));
  EXPECT_THAT(runs({{"mine", "/logs/b/copy.bin"}}),
              ElementsAre("mine: copy.bin"));
  EXPECT_THAT(runs({{"", "/logs/a/tfevents.1"},
                    {"", "/logs/a/tfevents.2"},
                    {"", "/logs/b/copy.bin"}}),
              ElementsAre("a: tfevents.1 tfevents.2", "b: copy.bin"));
}

TEST_F(LogTreeTest, RefusesARootThatIsNotThere) {
  const std::vector<Root> roots = {{"", "/"}, {"", "/absent"}};
  const auto tree = walk(files_, roots);
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().code, ErrorCode::NotFound);
  EXPECT_THAT(tree.error().message, HasSubstr("\"/absent\""));
}

TEST_F(LogTreeTest, LeavesHiddenEntriesOutAndSaysSo) {
  write("/logs/a/tfevents.1");
  write("/logs/.git/config");
  write("/logs/.old/tfevents.1");
  write("/logs/.older/deeper/tfevents.1");
  write("/logs/a/.tfevents.1.Xq3z");
  EXPECT_THAT(runs(), ElementsAre("a: tfevents.1"));
  const std::vector<Problem> problems = walked().problems;
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].what, Problem::What::Skipped);
  EXPECT_EQ(problems[0].path, "/logs/.old");
  EXPECT_EQ(problems[1].path, "/logs/a/.tfevents.1.Xq3z");
}

TEST_F(LogTreeTest, WalksAHiddenRoot) {
  write("/.logs/a/tfevents.1");
  EXPECT_THAT(runs({{"", "/.logs"}}), ElementsAre("a: tfevents.1"));
}

TEST_F(LogTreeTest, ReportsWhatCannotBeListedAndGoesOn) {
  write("/logs/a/tfevents.1");
  storage::FaultFileSystem faults(files_);
  faults.fail(storage::FaultFileSystem::Operation::List, EACCES);
  const std::vector<Root> roots = {{"", "/logs"}};
  const auto tree = walk(faults, roots);
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->problems.size(), 1u);
  EXPECT_EQ(tree->problems[0].what, Problem::What::Unreadable);
  EXPECT_EQ(tree->problems[0].path, "/logs");
  EXPECT_EQ(tree->problems[0].message,
            "cannot list \"/logs\": Permission denied");
}

TEST(ParseRoot, SplitsAtTheFirstColon) {
  storage::MemoryFileSystem files;
  EXPECT_EQ(parse_root(files, "logs"), (Root{"", "logs"}));
  EXPECT_EQ(parse_root(files, "name:logs"), (Root{"name", "logs"}));
  EXPECT_EQ(parse_root(files, "name:/a:b"), (Root{"name", "/a:b"}));
  EXPECT_EQ(parse_root(files, "my name:/a"), (Root{"my name", "/a"}));
  EXPECT_EQ(parse_root(files, "a:logs"), (Root{"a", "logs"}));
}

TEST(ParseRoot, LeavesColonsInPaths) {
  storage::MemoryFileSystem files;
  EXPECT_EQ(parse_root(files, "s3://bucket"), (Root{"", "s3://bucket"}));
  EXPECT_EQ(parse_root(files, "/a:b"), (Root{"", "/a:b"}));
  EXPECT_EQ(parse_root(files, "./a:b"), (Root{"", "./a:b"}));
  EXPECT_EQ(parse_root(files, ":b"), (Root{"", ":b"}));
  EXPECT_EQ(parse_root(files, "a:"), (Root{"", "a:"}));
  EXPECT_EQ(parse_root(files, ""), (Root{"", ""}));
}

TEST(ParseRoot, PrefersWhatExists) {
  storage::MemoryFileSystem files;
  ASSERT_TRUE(files.make_directories("lr:0.1"));
  EXPECT_EQ(parse_root(files, "lr:0.1"), (Root{"", "lr:0.1"}));
  EXPECT_EQ(parse_root(files, "lr:0.2"), (Root{"lr", "0.2"}));
}

}  // namespace
}  // namespace stepline::reader
