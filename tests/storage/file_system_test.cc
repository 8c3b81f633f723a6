// What every file system promises, run against each of them.

#include "storage/file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "storage/fault_file_system.h"
#include "storage/memory_file_system.h"
#include "storage/temporary_directory.h"

namespace stepline::storage {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

struct Setting {
  virtual ~Setting() = default;
  virtual FileSystem& files() = 0;
  virtual std::string root() = 0;
};

struct Local final : Setting {
  FileSystem& files() override { return local_file_system(); }
  std::string root() override { return directory.path(); }
  TemporaryDirectory directory;
};

struct Memory final : Setting {
  FileSystem& files() override { return memory; }
  std::string root() override { return "/"; }
  MemoryFileSystem memory;
};

struct Faultless final : Setting {
  FileSystem& files() override { return faults; }
  std::string root() override { return "."; }
  MemoryFileSystem memory;
  FaultFileSystem faults{memory};
};

template <class S>
class FileSystemTest : public ::testing::Test {
 protected:
  std::string path(const std::string& name) {
    return setting_.root() + "/" + name;
  }
  FileSystem& files() { return setting_.files(); }

  std::unique_ptr<AppendFile> create(const std::string& name) {
    auto file = files().create(path(name));
    EXPECT_TRUE(file && *file != nullptr) << name;
    return std::move(*file);
  }
  std::string content(const std::string& name) {
    auto bytes = files().read(path(name), 0, 1 << 20);
    return bytes ? *bytes : bytes.error().message;
  }
  std::vector<std::string> listed(const std::string& name) {
    std::vector<std::string> lines;
    auto entries = files().list(path(name));
    if (!entries) return {entries.error().message};
    for (const Entry& entry : *entries) {
      lines.push_back(entry.kind == Entry::Kind::Directory
                          ? entry.name + "/"
                          : entry.name + " " + std::to_string(entry.bytes));
    }
    return lines;
  }

  S setting_;
};

using Settings = ::testing::Types<Local, Memory, Faultless>;
class SettingNames {
 public:
  template <class S>
  static std::string GetName(int) {
    return std::is_same_v<S, Local>    ? "Local"
           : std::is_same_v<S, Memory> ? "Memory"
                                       : "Faultless";
  }
};
TYPED_TEST_SUITE(FileSystemTest, Settings, SettingNames);

TYPED_TEST(FileSystemTest, AppendsOneAfterTheOther) {
  auto file = this->create("log");
  EXPECT_EQ(*file->append("one "), 4u);
  EXPECT_EQ(*file->append(""), 0u);
  EXPECT_EQ(*file->append("two"), 3u);
  EXPECT_TRUE(file->sync());
  EXPECT_EQ(this->content("log"), "one two");
}

TYPED_TEST(FileSystemTest, NeverOpensAFileThatExists) {
  ASSERT_TRUE(this->create("log")->append("mine"));
  auto second = this->files().create(this->path("log"));
  ASSERT_TRUE(second);
  EXPECT_EQ(*second, nullptr);
  EXPECT_EQ(this->content("log"), "mine");
}

TYPED_TEST(FileSystemTest, TakesADirectoryForATakenName) {
  ASSERT_TRUE(this->files().make_directories(this->path("log")));
  auto file = this->files().create(this->path("log"));
  ASSERT_TRUE(file);
  EXPECT_EQ(*file, nullptr);
}

TYPED_TEST(FileSystemTest, GivesOneNameToOneOfManyThreads) {
  std::atomic<int> winners = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      auto file = this->files().create(this->path("log"));
      if (file && *file != nullptr) ++winners;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(winners, 1);
}

TYPED_TEST(FileSystemTest, DoesNotCreateInAMissingDirectory) {
  auto file = this->files().create(this->path("absent/log"));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::NotFound);
  EXPECT_EQ(file.error().message, "cannot create \"" +
                                      this->path("absent/log") +
                                      "\": No such file or directory");
}

TYPED_TEST(FileSystemTest, GoesOnAfterATruncation) {
  auto file = this->create("log");
  ASSERT_TRUE(file->append("whole half"));
  EXPECT_TRUE(file->truncate(6));
  EXPECT_EQ(this->content("log"), "whole ");
  ASSERT_TRUE(file->append("again"));
  EXPECT_EQ(this->content("log"), "whole again");
}

TYPED_TEST(FileSystemTest, NoticesADeletedFile) {
  auto file = this->create("log");
  EXPECT_TRUE(file->linked());
  ASSERT_TRUE(this->files().remove(this->path("log")));
  EXPECT_FALSE(file->linked());
  EXPECT_TRUE(file->append("into the void"));
  EXPECT_NE(this->create("log"), nullptr);
  EXPECT_EQ(this->content("log"), "");
}

TYPED_TEST(FileSystemTest, NoticesAReplacedFile) {
  auto file = this->create("log");
  ASSERT_TRUE(this->files().replace(this->path("log"), "new"));
  EXPECT_FALSE(file->linked());
  EXPECT_EQ(this->content("log"), "new");
}

TYPED_TEST(FileSystemTest, MakesDirectoriesWithTheirParents) {
  EXPECT_TRUE(this->files().make_directories(this->path("a//b/c/")));
  EXPECT_TRUE(this->files().make_directories(this->path("a/b/c")));
  EXPECT_THAT(this->listed("a"), UnorderedElementsAre("b/"));
  EXPECT_NE(this->create("a/b/c/log"), nullptr);
}

TYPED_TEST(FileSystemTest, MakesDirectoriesFromManyThreadsAtOnce) {
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 20; ++k) {
        const std::string deep = "x/" + std::to_string(k) + "/y/z";
        if (this->files().make_directories(this->path(deep))) ++made;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 8 * 20);
}

TYPED_TEST(FileSystemTest, DoesNotMakeADirectoryOfAFile) {
  this->create("log");
  EXPECT_FALSE(this->files().make_directories(this->path("log")));
  EXPECT_FALSE(this->files().make_directories(this->path("log/below")));
}

TYPED_TEST(FileSystemTest, ListsFilesWithSizesAndDirectories) {
  ASSERT_TRUE(this->create("b")->append("123"));
  this->create("empty \xff name");
  ASSERT_TRUE(this->files().make_directories(this->path("sub/deeper")));
  this->create("sub/hidden from above");
  EXPECT_THAT(this->listed(""),
              UnorderedElementsAre("b 3", "empty \xff name 0", "sub/"));
}

TYPED_TEST(FileSystemTest, DoesNotListWhatIsNotADirectory) {
  this->create("log");
  EXPECT_THAT(this->listed("absent").at(0), HasSubstr("cannot list"));
  EXPECT_THAT(this->listed("log").at(0), HasSubstr("Not a directory"));
}

TYPED_TEST(FileSystemTest, ReadsAtAnOffsetUpToTheEnd) {
  ASSERT_TRUE(this->create("log")->append("0123456789"));
  const auto read = [&](std::uint64_t offset, std::size_t length) {
    return *this->files().read(this->path("log"), offset, length);
  };
  EXPECT_EQ(read(0, 4), "0123");
  EXPECT_EQ(read(8, 100), "89");
  EXPECT_EQ(read(10, 1), "");
  EXPECT_EQ(read(std::uint64_t{1} << 62, 1), "");
  // Must not be taken as the size of a buffer.
  EXPECT_EQ(read(2, ~std::size_t{0} >> 1), "23456789");
}

TYPED_TEST(FileSystemTest, DoesNotReadWhatIsNotAFile) {
  auto absent = this->files().read(this->path("absent"), 0, 1);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::NotFound);
  auto directory = this->files().read(this->path(""), 0, 1);
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().code, ErrorCode::Io);
}

TYPED_TEST(FileSystemTest, ReplacesAFileOrMakesIt) {
  EXPECT_TRUE(this->files().replace(this->path("config"), "first, longer"));
  EXPECT_TRUE(this->files().replace(this->path("config"), "second"));
  EXPECT_EQ(this->content("config"), "second");
  EXPECT_THAT(this->listed(""), UnorderedElementsAre("config 6"));
}

TYPED_TEST(FileSystemTest, LeavesNothingBehindAFailedReplacement) {
  ASSERT_TRUE(this->files().make_directories(this->path("config/x")));
  EXPECT_FALSE(this->files().replace(this->path("config"), "text"));
  EXPECT_FALSE(this->files().replace(this->path("absent/config"), "text"));
  EXPECT_THAT(this->listed(""), UnorderedElementsAre("config/"));
}

TYPED_TEST(FileSystemTest, ShowsTheOldOrTheNewContentWhileReplacing) {
  const std::string a(30000, 'a'), b(50000, 'b');
  ASSERT_TRUE(this->files().replace(this->path("config"), a));
  std::atomic<bool> done = false;
  std::thread replacer([&] {
    for (int i = 0; i < 50; ++i) {
      ASSERT_TRUE(this->files().replace(this->path("config"), i % 2 ? a : b));
    }
    done = true;
  });
  while (!done) {
    const std::string seen = this->content("config");
    ASSERT_TRUE(seen == a || seen == b) << seen.size();
  }
  replacer.join();
}

TYPED_TEST(FileSystemTest, RenamesOverWhatIsThere) {
  ASSERT_TRUE(this->files().replace(this->path("new"), "new"));
  ASSERT_TRUE(this->files().replace(this->path("old"), "older"));
  EXPECT_TRUE(this->files().rename(this->path("new"), this->path("old")));
  EXPECT_EQ(this->content("old"), "new");
  EXPECT_TRUE(this->files().rename(this->path("old"), this->path("free")));
  EXPECT_THAT(this->listed(""), UnorderedElementsAre("free 3"));
  auto absent = this->files().rename(this->path("x"), this->path("y"));
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::NotFound);
}

TYPED_TEST(FileSystemTest, ResolvesDifferentPathsOfAFileToOne) {
  ASSERT_TRUE(this->files().make_directories(this->path("run")));
  ASSERT_TRUE(this->files().replace(this->path("run/file"), "x"));
  const auto resolved = this->files().resolve(this->path("run/file"));
  ASSERT_TRUE(resolved) << resolved.error().message;
  EXPECT_EQ(*this->files().resolve(this->path("run//file")), *resolved);
  EXPECT_EQ(*this->files().resolve(this->path("run/")) + "/file", *resolved);
  EXPECT_EQ(this->files().resolve(this->path("none")).error().code,
            ErrorCode::NotFound);
}

TYPED_TEST(FileSystemTest, RemovesFilesOnly) {
  this->create("log");
  ASSERT_TRUE(this->files().make_directories(this->path("sub")));
  EXPECT_TRUE(this->files().remove(this->path("log")));
  auto again = this->files().remove(this->path("log"));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::NotFound);
  EXPECT_FALSE(this->files().remove(this->path("sub")));
  EXPECT_THAT(this->listed(""), UnorderedElementsAre("sub/"));
}

TYPED_TEST(FileSystemTest, KeepsReadingAFileThatIsOpenAsItGrows) {
  auto writer = this->create("log");
  ASSERT_TRUE(writer->append("one"));
  auto file = this->files().open(this->path("log"));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ((*file)->name(), this->path("log"));
  const auto read = [&](std::uint64_t offset, std::size_t length) {
    std::string bytes(length, '?');
    const auto got = (*file)->read(offset, bytes);
    EXPECT_TRUE(got);
    return got ? bytes.substr(0, *got) : got.error().message;
  };
  EXPECT_EQ(read(0, 10), "one");
  EXPECT_EQ(read(3, 10), "");
  ASSERT_TRUE(writer->append(" two"));
  EXPECT_EQ(read(3, 10), " two");
  EXPECT_EQ(read(4, 2), "tw");
  EXPECT_EQ(read(100, 1), "");
  EXPECT_EQ(read(~std::uint64_t{0}, 1), "");
  ASSERT_TRUE(this->files().remove(this->path("log")));
  EXPECT_EQ(read(0, 3), "one");
}

TYPED_TEST(FileSystemTest, OpensFilesOnly) {
  auto absent = this->files().open(this->path("absent"));
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::NotFound);
  EXPECT_EQ(absent.error().message, "cannot open \"" + this->path("absent") +
                                        "\": No such file or directory");
  auto directory = this->files().open(this->path(""));
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().code, ErrorCode::Io);
  EXPECT_THAT(directory.error().message, HasSubstr("Is a directory"));
}

TYPED_TEST(FileSystemTest, TellsAGrownFileFromAnother) {
  auto writer = this->create("log");
  ASSERT_TRUE(writer->append("one"));
  const auto status = [&] { return *this->files().status(this->path("log")); };
  const FileStatus first = status();
  EXPECT_EQ(first.bytes, 3u);
  EXPECT_EQ(status(), first);

  auto open = this->files().open(this->path("log"));
  ASSERT_TRUE(open);
  EXPECT_EQ(*(*open)->status(), first);

  ASSERT_TRUE(writer->append(" two"));
  EXPECT_TRUE(status().same_file(first));
  EXPECT_EQ(status().bytes, 7u);
  EXPECT_NE(status(), first);

  ASSERT_TRUE(this->files().replace(this->path("log"), "one two"));
  EXPECT_FALSE(status().same_file(first));
  EXPECT_TRUE((*open)->status()->same_file(first));
}

TYPED_TEST(FileSystemTest, TellsDirectoriesApart) {
  ASSERT_TRUE(this->files().make_directories(this->path("a")));
  ASSERT_TRUE(this->files().make_directories(this->path("c")));
  const auto status = [&](const char* name) {
    return *this->files().status(this->path(name));
  };
  const FileStatus a = status("a");
  EXPECT_FALSE(a.same_file(status("c")));
  EXPECT_FALSE(a.same_file(status("")));
  ASSERT_TRUE(this->files().make_directories(this->path("b")));
  this->create("a/log");
  EXPECT_TRUE(a.same_file(status("a")));
  EXPECT_TRUE(a.same_file(status("a/")));
  EXPECT_FALSE(a.same_file(status("a/log")));
}

TYPED_TEST(FileSystemTest, HasNoStatusOfWhatIsNotThere) {
  auto absent = this->files().status(this->path("absent"));
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::NotFound);
  this->create("log");
  auto below = this->files().status(this->path("log/below"));
  ASSERT_FALSE(below);
  EXPECT_EQ(below.error().code, ErrorCode::NotFound);
}

TYPED_TEST(FileSystemTest, GivesOneEntryAsAListHasIt) {
  ASSERT_TRUE(this->create("log")->append("123"));
  ASSERT_TRUE(this->files().make_directories(this->path("sub")));
  const auto entries = this->files().list(this->path(""));
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 2u);
  for (const Entry& listed : *entries) {
    const auto entry = this->files().entry(this->path(listed.name));
    ASSERT_TRUE(entry) << entry.error().message;
    EXPECT_EQ(entry->name, listed.name);
    EXPECT_EQ(entry->kind, listed.kind);
    EXPECT_EQ(entry->bytes, listed.bytes);
    EXPECT_FALSE(entry->is_link);
  }
  const auto absent = this->files().entry(this->path("absent"));
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace stepline::storage
