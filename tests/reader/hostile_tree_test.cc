// Log directories on disk with what nobody expects there.

#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "reader/log_directory.h"
#include "reader/log_tree.h"
#include "reader/wrapped_file_system.h"
#include "support/processes.h"

namespace stepline::reader {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class HostileTreeTest : public ::testing::Test {
 protected:
  LogTree walked() {
    const std::vector<Root> roots = {{"", logs_.path()}};
    auto tree = walk(storage::local_file_system(), roots);
    EXPECT_TRUE(tree) << tree.error().message;
    return tree ? *tree : LogTree();
  }
  std::vector<std::string> runs() {
    std::vector<std::string> names;
    for (const LogRun& run : walked().runs) names.push_back(run.name);
    return names;
  }
  // "skipped: name" and the like, relative to the root.
  std::vector<std::string> problems() {
    std::vector<std::string> lines;
    for (const Problem& problem : walked().problems) {
      constexpr const char* kWhat[] = {"damage", "unreadable", "skipped"};
      lines.push_back(kWhat[static_cast<int>(problem.what)] +
                      std::string(": ") +
                      problem.path.substr(logs_.path().size() + 1));
    }
    return lines;
  }

  LogDirectory logs_;
};

TEST_F(HostileTreeTest, SkipsPipesSocketsAndDevicesNamedLikeEventFiles) {
  logs_.write("a/tfevents.1");
  logs_.make_pipe("a/tfevents.pipe");
  logs_.make_socket("a/tfevents.sock");
  logs_.link("a/tfevents.null", "/dev/null");
  logs_.make_pipe("a/other.pipe");
  EXPECT_THAT(runs(), ElementsAre("a"));
  EXPECT_EQ(walked().runs[0].files.size(), 1u);
  EXPECT_THAT(problems(), ElementsAre("skipped: a/tfevents.null",
                                      "skipped: a/tfevents.pipe",
                                      "skipped: a/tfevents.sock"));
}

TEST_F(HostileTreeTest, ReportsLinksThatLeadNowhere) {
  logs_.write("a/tfevents.1");
  logs_.link("a/tfevents.2", "absent");
  logs_.link("a/latest", "absent");
  logs_.link("a/tfevents.3", "tfevents.3");
  EXPECT_THAT(runs(), ElementsAre("a"));
  EXPECT_THAT(problems(), ElementsAre("unreadable: a/tfevents.2",
                                      "unreadable: a/tfevents.3"));
}

TEST_F(HostileTreeTest, FollowsLinksToFilesAndDirectories) {
  const LogDirectory elsewhere;
  elsewhere.write("run/tfevents.1", "12345");
  logs_.link("there", elsewhere.path("run"));
  logs_.make_directory("a");
  logs_.link("a/tfevents.9", elsewhere.path("run/tfevents.1"));
  EXPECT_THAT(runs(), ElementsAre("a", "there"));
  EXPECT_EQ(walked().runs[0].files[0].status.bytes, 5u);
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(HostileTreeTest, EndsInLoopsOfLinks) {
  logs_.write("a/b/tfevents.1");
  logs_.link("a/b/up", "..");
  logs_.link("a/b/root", logs_.path());
  logs_.link("a/b/self", ".");
  EXPECT_THAT(runs(), ElementsAre("a/b"));
}

TEST_F(HostileTreeTest, PrefersTheNameOfADirectoryToThoseOfLinksToIt) {
  logs_.write("run10/a/tfevents.1");
  logs_.link("latest", "run10");
  logs_.link("run2", "run10");
  logs_.link("deep", "run10/a");
  EXPECT_THAT(runs(), ElementsAre("run10/a"));
}

TEST_F(HostileTreeTest, GivesADirectoryElsewhereToTheFirstLink) {
  const LogDirectory elsewhere;
  elsewhere.write("a/tfevents.1");
  logs_.link("run10", elsewhere.path());
  logs_.link("run2", elsewhere.path());
  logs_.link("run30", elsewhere.path());
  EXPECT_THAT(runs(), ElementsAre("run2/a"));
}

TEST_F(HostileTreeTest, TakesNamesOfAnyBytesAndAnyLength) {
  const std::string longest_run(255, 'r');
  const std::string longest_file = "tfevents" + std::string(247, 'f');
  logs_.write(longest_run + "/" + longest_file);
  logs_.write("new\nline/tfevents\n1");
  logs_.write("\xff\xfe/tfevents.\xc3");
  logs_.write(" /tfevents");
  EXPECT_THAT(runs(), ElementsAre(" ", "new\nline", longest_run, "\xff\xfe"));
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(HostileTreeTest, ReportsPathsThatAreTooLong) {
  // Deeper than a path can say, made from inside.
  const std::string name(250, 'd');
  const int status = support::in_child([&] {
    if (::chdir(logs_.path().c_str()) != 0) return 1;
    for (int depth = 0; depth < 20; ++depth) {
      if (::mkdir(name.c_str(), 0755) != 0 || ::chdir(name.c_str()) != 0) {
        return 2;
      }
    }
    return 0;
  });
  ASSERT_EQ(status, 0);
  logs_.write("a/tfevents.1");
  EXPECT_THAT(runs(), ElementsAre("a"));
  EXPECT_EQ(problems().size(), 1u);
}

TEST_F(HostileTreeTest, WalksDeepTrees) {
  std::string deep = "d";
  for (int depth = 0; depth < 300; ++depth) deep += "/d";
  logs_.write(deep + "/tfevents.1");
  EXPECT_THAT(runs(), ElementsAre(deep));
}

TEST_F(HostileTreeTest, TakesADirectoryNamedLikeAnEventFileForARun) {
  logs_.write("tfevents.1/tfevents.1");
  EXPECT_THAT(runs(), ElementsAre("tfevents.1"));
}

TEST_F(HostileTreeTest, ReportsDirectoriesWithoutPermission) {
  logs_.write("a/tfevents.1");
  logs_.write("locked/tfevents.1");
  logs_.write("names only/tfevents.1");
  logs_.write("names only/b/tfevents.1");
  for (const char* name : {"", "a"}) ::chmod(logs_.path(name).c_str(), 0755);
  ::chmod(logs_.path("locked").c_str(), 0);
  ::chmod(logs_.path("names only").c_str(), 0444);
  // Nobody, because permissions do not bind the superuser.
  const int status = support::in_child([&] {
    constexpr uid_t kNobody = 65534;
    if (::getuid() == 0 && (::setgroups(0, nullptr) != 0 ||
                            ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) {
      return 1;
    }
    if (runs() != std::vector<std::string>{"a"}) return 2;
    const std::vector<std::string> expected = {
        "unreadable: locked", "unreadable: names only/b",
        "unreadable: names only/tfevents.1"};
    return problems() == expected ? 0 : 3;
  });
  ::chmod(logs_.path("locked").c_str(), 0755);
  ::chmod(logs_.path("names only").c_str(), 0755);
  EXPECT_EQ(status, 0);
}

// Deletes a file or directory as soon as the one it lies in has been listed.
class VanishingFileSystem final : public WrappedFileSystem {
 public:
  VanishingFileSystem(const LogDirectory& logs, std::string in,
                      std::string name)
      : WrappedFileSystem(storage::local_file_system()),
        logs_(logs),
        in_(std::move(in)),
        name_(std::move(name)) {}

  Result<std::vector<storage::Entry>> list(const std::string& path) override {
    auto entries = WrappedFileSystem::list(path);
    if (path == logs_.path(in_)) logs_.remove(name_);
    return entries;
  }

 private:
  const LogDirectory& logs_;
  std::string in_;
  std::string name_;
};

TEST_F(HostileTreeTest, SaysNothingOfWhatVanishesDuringTheWalk) {
  logs_.write("a/tfevents.1");
  logs_.write("b/tfevents.1");
  logs_.write("b/tfevents.2");
  const std::vector<Root> roots = {{"", logs_.path()}};
  for (const auto& [in, name] : {std::pair("b", "b/tfevents.2"), {"", "b"}}) {
    VanishingFileSystem files(logs_, in, name);
    const auto tree = walk(files, roots);
    ASSERT_TRUE(tree);
    EXPECT_THAT(tree->problems, IsEmpty());
    std::size_t found = 0;
    for (const LogRun& run : tree->runs) found += run.files.size();
    EXPECT_EQ(found, name == std::string("b") ? 1u : 2u);
  }
}

}  // namespace
}  // namespace stepline::reader
