// What a store says of that could not be read, and for how long.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/record_writer.h"
#include "storage/fault_file_system.h"
#include "storage/memory_file_system.h"
#include "store/event_log.h"
#include "store/file_part.h"
#include "store/memory_store.h"
#include "store/problem_list.h"

namespace stepline::store {
namespace {

using reader::Problem;
using storage::FaultFileSystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Problem damage(const std::string& message) {
  return {.what = Problem::What::Damage,
          .path = "f",
          .offset = 0,
          .message = message};
}

std::vector<std::string> messages_since(const ProblemList& list,
                                        std::uint64_t change) {
  std::vector<Problem> problems;
  list.append_since(change, problems);
  std::vector<std::string> messages;
  for (const Problem& problem : problems) messages.push_back(problem.message);
  return messages;
}

TEST(ProblemList, TellsWhatCameSinceAChange) {
  ProblemList list;
  list.add_damage({damage("a")}, 1, 4);
  list.add_damage({damage("b")}, 1, 7);
  EXPECT_THAT(messages_since(list, 0), ElementsAre("a", "b"));
  EXPECT_THAT(messages_since(list, 5), ElementsAre("b"));
  EXPECT_THAT(messages_since(list, 7), ElementsAre("b"));
  EXPECT_THAT(messages_since(list, 8), IsEmpty());
}

TEST(ProblemList, CountsWhatItDoesNotList) {
  ProblemList list;
  list.add_damage(std::vector(kMaxProblems, damage("a")), kMaxProblems + 5, 1);
  list.add_damage({damage("b"), damage("c")}, 2, 2);
  EXPECT_THAT(messages_since(list, 0), SizeIs(kMaxProblems + 1));
  EXPECT_THAT(messages_since(list, 2),
              ElementsAre("7 more damaged records, not listed, in \"f\""));
}

TEST(ProblemList, ForgetsThatAFileCouldNotBeRead) {
  const auto refusal = [](const std::string& message) {
    return Problem{.what = Problem::What::Unreadable,
                   .path = "f",
                   .offset = std::nullopt,
                   .message = message};
  };
  ProblemList list;
  list.add_damage({damage("a")}, 1, 1);
  EXPECT_FALSE(list.set_readable());
  EXPECT_TRUE(list.set_unreadable(refusal("no"), 2));
  EXPECT_FALSE(list.set_unreadable(refusal("no"), 3));
  EXPECT_TRUE(list.set_unreadable(refusal("never"), 4));
  EXPECT_THAT(messages_since(list, 0), ElementsAre("a", "never"));
  EXPECT_TRUE(list.set_readable());
  EXPECT_THAT(messages_since(list, 0), ElementsAre("a"));
}

class ProblemsTest : public ::testing::Test {
 protected:
  static constexpr char kPath[] = "/logs/r/events.out.tfevents.1.host";

  void SetUp() override { ASSERT_TRUE(files_.make_directories("/logs/r")); }

  void write(const std::string& bytes) {
    ASSERT_TRUE(files_.replace(kPath, bytes));
  }

  void open() {
    MemoryStoreOptions options;
    options.roots = {{"", "/logs"}};
    auto store = MemoryStore::open(faults_, options);
    ASSERT_TRUE(store);
    store_ = std::move(*store);
    store_->wait_until_loaded();
    cursor_ = store_->changes_since(0).cursor;
  }

  Changes changes() {
    EXPECT_TRUE(store_->reload());
    Changes changes = store_->changes_since(cursor_);
    cursor_ = changes.cursor;
    return changes;
  }

  // An event file with this many records that are none.
  static std::string damaged_log(std::size_t damaged) {
    std::string bytes = EventLog().scalar("x", 1, 1).bytes();
    for (std::size_t i = 0; i < damaged; ++i) {
      record::append_record(bytes, "\x0f");
    }
    return bytes;
  }

  storage::MemoryFileSystem files_;
  FaultFileSystem faults_{files_};
  std::unique_ptr<MemoryStore> store_;
  std::uint64_t cursor_ = 0;
};

TEST_F(ProblemsTest, AreOverWhenTheFileCanBeRead) {
  write(damaged_log(0));
  faults_.fail(FaultFileSystem::Operation::Open, EACCES, 1);
  open();
  EXPECT_THAT(store_->problems(), SizeIs(1));
  EXPECT_TRUE(changes().problems_changed);
  EXPECT_THAT(store_->problems(), IsEmpty());
  EXPECT_FALSE(changes().problems_changed);
}

TEST_F(ProblemsTest, AreOverWhenAFileThatCannotBeReadIsRemoved) {
  write(damaged_log(0));
  faults_.fail(FaultFileSystem::Operation::Open, EACCES, 1);
  open();
  ASSERT_TRUE(files_.remove(kPath));
  EXPECT_TRUE(changes().problems_changed);
  EXPECT_THAT(store_->problems(), IsEmpty());
}

TEST_F(ProblemsTest, AreOverWhenADamagedFileIsReplaced) {
  write(damaged_log(2));
  open();
  EXPECT_THAT(store_->problems(), SizeIs(2));
  write(damaged_log(1));
  const Changes replaced = changes();
  EXPECT_TRUE(replaced.problems_changed);
  EXPECT_THAT(replaced.new_problems, SizeIs(1));
  EXPECT_EQ(replaced.new_problems, store_->problems());
  ASSERT_TRUE(files_.remove(kPath));
  const Changes removed = changes();
  EXPECT_TRUE(removed.problems_changed);
  EXPECT_THAT(removed.new_problems, IsEmpty());
  EXPECT_THAT(store_->problems(), IsEmpty());
}

TEST_F(ProblemsTest, AreOverWhenADirectoryCanBeRead) {
  write(damaged_log(0));
  open();
  faults_.fail(FaultFileSystem::Operation::List, EACCES);
  EXPECT_THAT(changes().new_problems, SizeIs(1));
  EXPECT_FALSE(changes().problems_changed);
  faults_.heal(FaultFileSystem::Operation::List);
  EXPECT_TRUE(changes().problems_changed);
  EXPECT_THAT(store_->problems(), IsEmpty());
}

TEST_F(ProblemsTest, AreCountedWhereTheyAreTooManyToList) {
  write(damaged_log(kMaxProblems + 3));
  open();
  const std::vector<Problem> problems = store_->problems();
  ASSERT_THAT(problems, SizeIs(kMaxProblems + 1));
  EXPECT_EQ(problems.back().path, kPath);
  EXPECT_THAT(problems.back().message, HasSubstr("3 more damaged records"));
  EXPECT_EQ(store_->runs()[0].damaged_records, kMaxProblems + 3);
}

}  // namespace
}  // namespace stepline::store
