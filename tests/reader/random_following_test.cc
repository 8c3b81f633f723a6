// Whatever happens to a log directory, one who follows it knows in the end what
// one knows who walks it anew.

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "reader/log_directory.h"
#include "reader/log_follower.h"
#include "reader/log_tree.h"

namespace stepline::reader {
namespace {

using std::chrono::milliseconds;

struct Known {
  std::string run;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  bool operator==(const Known&) const = default;
};
using Files = std::map<std::string, Known>;

std::ostream& operator<<(std::ostream& out, const Known& known) {
  return out << known.run << " #" << known.inode << " " << known.bytes;
}

Known known_of(const std::string& run, const LogFile& file) {
  return {run, file.status.inode, file.status.bytes};
}

Files walked(const std::string& root) {
  const std::vector<Root> roots = {{"", root}};
  const auto tree = walk(storage::local_file_system(), roots);
  EXPECT_TRUE(tree);
  Files files;
  for (const LogRun& run : tree->runs) {
    for (const LogFile& file : run.files) {
      files[file.path] = known_of(run.name, file);
    }
  }
  return files;
}

// What a user of the follower knows by its changes alone.
void apply(const LogFollower::Changes& changes, Files& files) {
  using What = LogFollower::Change::What;
  // A file may change runs in one go: it is removed here and added there.
  for (const LogFollower::Change& change : changes.files) {
    if (change.what != What::Removed) continue;
    const auto known = files.find(change.file.path);
    ASSERT_NE(known, files.end()) << change.file.path;
    EXPECT_EQ(known->second.run, change.run);
    files.erase(known);
  }
  for (const LogFollower::Change& change : changes.files) {
    if (change.what == What::Removed) continue;
    const auto known = files.find(change.file.path);
    ASSERT_EQ(known != files.end(), change.what != What::Added)
        << change.file.path;
    if (change.what == What::Grown) {
      EXPECT_EQ(known->second.inode, change.file.status.inode);
      EXPECT_GE(change.file.status.bytes, known->second.bytes);
    }
    files[change.file.path] = known_of(change.run, change.file);
  }
}

enum class Links { None, ToFiles, ToAll };

class RandomChanges {
 public:
  RandomChanges(std::string root, Links links, unsigned seed)
      : root_(std::move(root)), links_(links), random_(seed) {}

  void make_one() {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const std::string path = any_path();
    switch (random_() % (7 + static_cast<unsigned>(links_))) {
      case 0:
      case 1:
        fs::create_directories(path, ignored);
        return;
      case 2:
      case 3:
      case 4: {
        const std::string file = path + "/tfevents." + any_letter();
        std::ofstream(file, std::ios::app) << "bytes";
        if (random_() % 8 == 0) fs::resize_file(file, 1, ignored);
        return;
      }
      case 5:
        fs::rename(path, any_path(), ignored);
        return;
      case 6:
        if (random_() % 2 == 0) {
          fs::remove(path + "/tfevents." + any_letter(), ignored);
        } else {
          fs::remove_all(path, ignored);
        }
        return;
      case 7:
        fs::create_symlink(any_path() + "/tfevents.a",
                           path + "/tfevents." + any_letter(), ignored);
        return;
      case 8:
        fs::create_symlink(any_path(), path, ignored);
        return;
    }
  }

 private:
  std::string any_letter() { return std::string(1, "abc"[random_() % 3]); }
  std::string any_path() {
    std::string path = root_;
    for (unsigned depth = random_() % 3 + 1; depth > 0; --depth) {
      path += "/" + any_letter();
    }
    return path;
  }

  std::string root_;
  Links links_;
  std::mt19937 random_;
};

class RandomFollowingTest : public ::testing::TestWithParam<Links> {
 protected:
  std::unique_ptr<LogFollower> follow() {
    return std::move(*LogFollower::open(storage::local_file_system(),
                                        {{"", logs_.path("root")}},
                                        {.poll_interval = milliseconds(0)}));
  }
  void take(LogFollower& follower, milliseconds timeout) {
    const auto changes = follower.wait(timeout);
    ASSERT_TRUE(changes);
    apply(*changes, files_);
  }

  LogDirectory logs_;
  Files files_;
};

std::string name_of(const ::testing::TestParamInfo<Links>& links) {
  constexpr const char* kNames[] = {"WithoutLinks", "WithLinksToFiles",
                                    "WithLinksToAll"};
  return kNames[static_cast<int>(links.param)];
}
INSTANTIATE_TEST_SUITE_P(, RandomFollowingTest,
                         ::testing::Values(Links::None, Links::ToFiles,
                                           Links::ToAll),
                         name_of);

TEST_P(RandomFollowingTest, KnowsWhatAWalkKnowsAfterEveryFewChanges) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    if (seed > 0) logs_.remove("root");
    logs_.make_directory("root");
    files_.clear();
    RandomChanges random(logs_.path("root"), GetParam(), seed);
    const auto follower = follow();
    take(*follower, milliseconds(0));
    for (int round = 0; round < 60; ++round) {
      for (int i = 0; i < 1 + round % 7; ++i) random.make_one();
      take(*follower, milliseconds(0));
      ASSERT_EQ(files_, walked(logs_.path("root")))
          << "seed " << seed << ", round " << round;
    }
    EXPECT_EQ(follower->polling_reason(), "");
  }
}

TEST_P(RandomFollowingTest, KnowsWhatAWalkKnowsWhenTheChangesEnd) {
  logs_.make_directory("root");
  const auto follower = follow();
  take(*follower, milliseconds(0));
  std::atomic<bool> done = false;
  std::thread changer([&] {
    RandomChanges random(logs_.path("root"), GetParam(), 99);
    for (int i = 0; i < 3000; ++i) random.make_one();
    done = true;
  });
  while (!done) take(*follower, milliseconds(1));
  changer.join();
  take(*follower, milliseconds(0));
  EXPECT_EQ(files_, walked(logs_.path("root")));
}

}  // namespace
}  // namespace stepline::reader
