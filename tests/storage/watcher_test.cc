#include "storage/watcher.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "storage/file_system.h"
#include "storage/temporary_directory.h"

namespace stepline::storage {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The system queues the events of a call before it returns, so nothing here
// waits for them.
class WatcherTest : public ::testing::Test {
 protected:
  int watch(const std::string& path) {
    const auto number = watcher_->watch(path);
    EXPECT_TRUE(number) << number.error().message;
    return number ? *number : -1;
  }

  // "come name", "gone name/" for a directory; each once, in order.
  std::vector<std::string> events() {
    std::vector<std::string> lines;
    const auto got = watcher_->wait(milliseconds(0));
    if (!got) return {got.error().message};
    for (const WatchEvent& event : *got) {
      constexpr const char* kWhat[] = {"come", "changed", "gone", "self gone",
                                       "overflow"};
      std::string line = kWhat[static_cast<int>(event.what)];
      if (!event.name.empty()) line += " " + event.name;
      if (event.directory && !event.name.empty()) line += "/";
      if (lines.empty() || lines.back() != line) lines.push_back(line);
      last_watch_ = event.watch;
    }
    return lines;
  }

  void write(const std::string& name) {
    std::ofstream(directory_ / name, std::ios::app) << "x";
  }

  TemporaryDirectory directory_;
  std::unique_ptr<Watcher> watcher_ =
      std::move(*local_file_system().make_watcher());
  int last_watch_ = 0;
};

TEST_F(WatcherTest, TellsWhatHappensToEntries) {
  const int number = watch(directory_.path());
  EXPECT_THAT(events(), IsEmpty());
  write("file");
  EXPECT_THAT(events(), ElementsAre("come file", "changed file"));
  EXPECT_EQ(last_watch_, number);
  write("file");
  EXPECT_THAT(events(), ElementsAre("changed file"));
  std::filesystem::resize_file(directory_ / "file", 0);
  EXPECT_THAT(events(), ElementsAre("changed file"));
  ::chmod((directory_ / "file").c_str(), 0600);
  EXPECT_THAT(events(), ElementsAre("changed file"));
  std::filesystem::rename(directory_ / "file", directory_ / "new");
  EXPECT_THAT(events(), ElementsAre("gone file", "come new"));
  std::filesystem::remove(directory_ / "new");
  EXPECT_THAT(events(), ElementsAre("gone new"));
}

TEST_F(WatcherTest, TellsDirectoriesFromOtherEntries) {
  watch(directory_.path());
  std::filesystem::create_directory(directory_ / "sub");
  std::filesystem::create_symlink("sub", directory_ / "link");
  std::filesystem::remove(directory_ / "sub");
  EXPECT_THAT(events(), ElementsAre("come sub/", "come link", "gone sub/"));
}

TEST_F(WatcherTest, DoesNotTellWhatIsOnlyRead) {
  write("file");
  watch(directory_.path());
  EXPECT_EQ(*local_file_system().read(directory_ / "file", 0, 9), "x");
  ASSERT_TRUE(local_file_system().list(directory_.path()));
  EXPECT_THAT(events(), IsEmpty());
}

TEST_F(WatcherTest, EndsWithWhatItWatches) {
  std::filesystem::create_directory(directory_ / "sub");
  const int number = watch(directory_ / "sub");
  std::filesystem::remove(directory_ / "sub");
  EXPECT_THAT(events(), Contains("self gone"));
  EXPECT_EQ(last_watch_, number);
  std::filesystem::create_directory(directory_ / "sub");
  EXPECT_NE(watch(directory_ / "sub"), number);
}

TEST_F(WatcherTest, WatchesTheThingAndNotItsName) {
  std::filesystem::create_directory(directory_ / "sub");
  const int number = watch(directory_ / "sub");
  std::filesystem::rename(directory_ / "sub", directory_ / "new");
  EXPECT_THAT(events(), ElementsAre("changed"));
  write("new/file");
  EXPECT_THAT(events(), Contains("come file"));
  std::filesystem::create_symlink("new", directory_ / "link");
  EXPECT_EQ(watch(directory_ / "link"), number);
}

TEST_F(WatcherTest, WatchesASingleFileThroughALink) {
  write("file");
  std::filesystem::create_symlink("file", directory_ / "link");
  watch(directory_ / "link");
  write("file");
  EXPECT_THAT(events(), ElementsAre("changed"));
  write("new");
  EXPECT_THAT(events(), IsEmpty());
  std::filesystem::rename(directory_ / "new", directory_ / "file");
  EXPECT_THAT(events(), ElementsAre("changed", "self gone"));
}

TEST_F(WatcherTest, TellsOfAFileReplacedWhileSomebodyHasItOpen) {
  write("file");
  write("new");
  auto open = local_file_system().open(directory_ / "file");
  watch(directory_ / "file");
  std::filesystem::rename(directory_ / "new", directory_ / "file");
  EXPECT_THAT(events(), ElementsAre("changed"));
}

TEST_F(WatcherTest, ForgetsAWatch) {
  const int number = watch(directory_.path());
  watcher_->forget(number);
  EXPECT_THAT(events(), ElementsAre("self gone"));
  write("file");
  EXPECT_THAT(events(), IsEmpty());
  watcher_->forget(number);
  watcher_->forget(-1);
}

TEST_F(WatcherTest, GivesNamesOfAnyBytes) {
  watch(directory_.path());
  const std::string longest(255, 'n');
  write(longest);
  EXPECT_THAT(events(), Contains("come " + longest));
  write("new\nline \xff");
  EXPECT_THAT(events(), Contains("come new\nline \xff"));
}

TEST_F(WatcherTest, SaysWhenEventsWereLost) {
  watch(directory_.path());
  std::ifstream limit("/proc/sys/fs/inotify/max_queued_events");
  int most = 0;
  ASSERT_TRUE(limit >> most);
  const std::string a = directory_ / "a", b = directory_ / "b";
  std::ofstream(a).close();
  for (int i = 0; i < most; ++i) {
    ASSERT_EQ(::rename((i % 2 ? b : a).c_str(), (i % 2 ? a : b).c_str()), 0);
  }
  std::vector<std::string> all = events();
  for (auto more = all; !more.empty(); more = events()) {
    all.insert(all.end(), more.begin(), more.end());
  }
  EXPECT_EQ(all.back(), "overflow");
  write("file");
  EXPECT_THAT(events(), Contains("come file"));
}

TEST_F(WatcherTest, RefusesWhatIsNotThere) {
  const auto absent = watcher_->watch(directory_ / "absent");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::NotFound);
  EXPECT_THAT(absent.error().message, HasSubstr("cannot watch"));
}

TEST_F(WatcherTest, WaitsForAnEvent) {
  watch(directory_.path());
  std::thread writer([&] { write("file"); });
  const auto got = watcher_->wait(hours(24));
  writer.join();
  ASSERT_TRUE(got);
  EXPECT_FALSE(got->empty());
}

TEST_F(WatcherTest, IsWokenOncePerWait) {
  watcher_->wake();
  watcher_->wake();
  EXPECT_THAT(*watcher_->wait(hours(24)), IsEmpty());
  std::thread waker([&] { watcher_->wake(); });
  EXPECT_THAT(*watcher_->wait(hours(24)), IsEmpty());
  waker.join();
}

TEST_F(WatcherTest, KeepsDescriptorsFromProgramsThatAreStarted) {
  int found = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    const std::string target =
        std::filesystem::read_symlink(entry.path(), error).string();
    if (target.find("inotify") == std::string::npos &&
        target.find("eventfd") == std::string::npos) {
      continue;
    }
    ++found;
    const int fd = std::stoi(entry.path().filename().string());
    EXPECT_EQ(::fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC) << target;
  }
  EXPECT_GE(found, 2);
}

TEST(NetworkFileSystem, IsKnownByTheNumberOfStatfs) {
  // From linux/magic.h, statfs(2) and the file systems' own sources.
  EXPECT_EQ(network_file_system(0x6969), "NFS");
  EXPECT_EQ(network_file_system(0xff534d42), "CIFS");
  EXPECT_EQ(network_file_system(0xfe534d42), "SMB");
  EXPECT_EQ(network_file_system(0x65735546), "FUSE");
  EXPECT_EQ(network_file_system(0x01021997), "9p");
  EXPECT_EQ(network_file_system(0x0bd00bd0), "Lustre");
}

TEST(NetworkFileSystem, IsNoneOfTheMachinesOwn) {
  EXPECT_EQ(network_file_system(0xef53), "");      // ext4
  EXPECT_EQ(network_file_system(0x58465342), "");  // XFS
  EXPECT_EQ(network_file_system(0x9123683e), "");  // Btrfs
  EXPECT_EQ(network_file_system(0x01021994), "");  // tmpfs
  EXPECT_EQ(network_file_system(0x794c7630), "");  // overlayfs
}

}  // namespace
}  // namespace stepline::storage
