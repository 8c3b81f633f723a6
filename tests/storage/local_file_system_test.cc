#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "storage/file_system.h"
#include "storage/temporary_directory.h"

namespace stepline::storage {
namespace {

using ::testing::UnorderedElementsAre;

class LocalFileSystemTest : public ::testing::Test {
 protected:
  TemporaryDirectory directory_;
  FileSystem& files_ = local_file_system();
};

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator begin("/proc/self/fd"), end;
  return static_cast<std::size_t>(std::distance(begin, end));
}

TEST_F(LocalFileSystemTest, ReportsAFailedAppendWithItsPath) {
  auto file = files_.create(directory_ / "log");
  ASSERT_TRUE(file && *file);
  // A child with a limit on file sizes, so that write() really fails.
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4, 4};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto some = (*file)->append("123456");
    const auto none = (*file)->append("56");
    const bool as_promised =
        some && *some == 4 && !none && none.error().code == ErrorCode::Io &&
        none.error().message == "cannot append to \"" + directory_.path() +
                                    "/log\": File too large";
    ::_exit(as_promised ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(*files_.read(directory_ / "log", 0, 100), "1234");
}

TEST_F(LocalFileSystemTest, AppendsEvenWhenAnotherProcessDoes) {
  auto file = files_.create(directory_ / "log");
  ASSERT_TRUE((*file)->append("ours "));
  const int other = ::open((directory_ / "log").c_str(), O_WRONLY | O_APPEND);
  ASSERT_EQ(::write(other, "theirs ", 7), 7);
  ::close(other);
  ASSERT_TRUE((*file)->append("ours"));
  EXPECT_EQ(*files_.read(directory_ / "log", 0, 100), "ours theirs ours");
}

TEST_F(LocalFileSystemTest, KeepsDescriptorsFromProgramsThatAreStarted) {
  auto file = files_.create(directory_ / "log");
  ASSERT_TRUE(file && *file);
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    if (std::filesystem::read_symlink(entry.path(), error) ==
        directory_ / "log") {
      const int fd = std::stoi(entry.path().filename().string());
      EXPECT_EQ(::fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
      return;
    }
  }
  FAIL() << "no descriptor of the file found";
}

TEST_F(LocalFileSystemTest, LeaksNoDescriptors) {
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 20; ++i) {
    const std::string name = directory_ / std::to_string(i);
    auto file = files_.create(name);
    ASSERT_TRUE((*file)->append("x"));
    ASSERT_TRUE(files_.replace(name, "y"));
    ASSERT_TRUE(files_.read(name, 0, 1));
    ASSERT_TRUE(files_.list(directory_.path()));
    ASSERT_FALSE(files_.read(directory_.path(), 0, 1));
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST_F(LocalFileSystemTest, LetsTheUmaskDecideWhoMayRead) {
  const mode_t before = ::umask(027);
  ASSERT_TRUE(files_.create(directory_ / "log"));
  ASSERT_TRUE(files_.replace(directory_ / "config", "x"));
  ASSERT_TRUE(files_.make_directories(directory_ / "sub"));
  ::umask(before);
  const auto mode_of = [&](const char* name) {
    struct stat status {};
    ::stat((directory_ / name).c_str(), &status);
    return status.st_mode & 0777;
  };
  EXPECT_EQ(mode_of("log"), 0640u);
  EXPECT_EQ(mode_of("config"), 0640u);
  EXPECT_EQ(mode_of("sub"), 0750u);
}

std::string described(const Entry& entry) {
  constexpr const char* kKinds[] = {"file", "directory", "other"};
  return entry.name + ": " + kKinds[static_cast<int>(entry.kind)] + " " +
         std::to_string(entry.bytes) + (entry.is_link ? ", a link" : "");
}

TEST_F(LocalFileSystemTest, FollowsLinksAndToleratesDanglingOnes) {
  ASSERT_TRUE(files_.replace(directory_ / "file", "12345"));
  ASSERT_TRUE(files_.make_directories(directory_ / "sub"));
  std::filesystem::create_symlink("file", directory_ / "to file");
  std::filesystem::create_symlink("sub", directory_ / "to sub");
  std::filesystem::create_symlink("absent", directory_ / "dangling");
  ASSERT_EQ(::mkfifo((directory_ / "fifo").c_str(), 0600), 0);
  std::vector<std::string> listed, alone;
  const auto entries = files_.list(directory_.path());
  ASSERT_TRUE(entries);
  for (const Entry& entry : *entries) {
    listed.push_back(described(entry));
    alone.push_back(described(*files_.entry(directory_ / entry.name)));
  }
  EXPECT_THAT(listed, UnorderedElementsAre("file: file 5", "sub: directory 0",
                                           "to file: file 5, a link",
                                           "to sub: directory 0, a link",
                                           "dangling: other 0, a link",
                                           "fifo: other 0"));
  EXPECT_EQ(alone, listed);
}

TEST_F(LocalFileSystemTest, OpensNothingButRegularFiles) {
  ASSERT_EQ(::mkfifo((directory_ / "fifo").c_str(), 0600), 0);
  const int bound = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (directory_ / "socket").copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(
      ::bind(bound, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  std::filesystem::create_symlink("/dev/null", directory_ / "device");
  std::filesystem::create_symlink("absent", directory_ / "dangling");
  std::filesystem::create_symlink("loop", directory_ / "loop");
  for (const char* name : {"fifo", "socket", "device", "loop", ""}) {
    const auto file = files_.open(directory_ / name);
    ASSERT_FALSE(file) << name;
    EXPECT_EQ(file.error().code, ErrorCode::Io) << name;
  }
  EXPECT_EQ(files_.open(directory_ / "dangling").error().code,
            ErrorCode::NotFound);
  ::close(bound);
}

TEST_F(LocalFileSystemTest, FollowsLinksToTheirFilesStatus) {
  ASSERT_TRUE(files_.replace(directory_ / "file", "12345"));
  std::filesystem::create_symlink("file", directory_ / "link");
  EXPECT_EQ(*files_.status(directory_ / "link"),
            *files_.status(directory_ / "file"));
  auto opened = files_.open(directory_ / "link");
  ASSERT_TRUE(opened);
  EXPECT_EQ(*(*opened)->status(), *files_.status(directory_ / "file"));
}

TEST_F(LocalFileSystemTest, HoldsADescriptorForAnOpenFileOnly) {
  ASSERT_TRUE(files_.replace(directory_ / "file", "12345"));
  const std::size_t before = open_descriptors();
  {
    auto file = files_.open(directory_ / "file");
    EXPECT_EQ(open_descriptors(), before + 1);
  }
  ASSERT_FALSE(files_.open(directory_.path()));
  EXPECT_EQ(open_descriptors(), before);
}

TEST_F(LocalFileSystemTest, DoesNotWaitForTheOtherEndOfAPipe) {
  ASSERT_EQ(::mkfifo((directory_ / "fifo").c_str(), 0600), 0);
  auto bytes = files_.read(directory_ / "fifo", 0, 10);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::Io);
}

TEST_F(LocalFileSystemTest, AcceptsADirectoryThatIsALink) {
  ASSERT_TRUE(files_.make_directories(directory_ / "real"));
  std::filesystem::create_symlink("real", directory_ / "link");
  EXPECT_TRUE(files_.make_directories(directory_ / "link"));
  EXPECT_TRUE(files_.make_directories(directory_ / "link/below"));
  EXPECT_TRUE(std::filesystem::is_directory(directory_ / "real/below"));
}

TEST_F(LocalFileSystemTest, MakesRelativeDirectories) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(directory_.path());
  EXPECT_TRUE(files_.make_directories(""));
  EXPECT_TRUE(files_.make_directories("runs/one"));
  EXPECT_TRUE(files_.replace("config", "x"));
  EXPECT_TRUE(std::filesystem::is_directory("runs/one"));
  EXPECT_TRUE(std::filesystem::is_regular_file("config"));
  std::filesystem::current_path(before);
}

TEST_F(LocalFileSystemTest, ReplacesUnderTheLongestName) {
  const std::string name(255, 'n');
  EXPECT_TRUE(files_.replace(directory_ / name, "x"));
  EXPECT_EQ(*files_.read(directory_ / name, 0, 1), "x");
}

}  // namespace
}  // namespace stepline::storage
