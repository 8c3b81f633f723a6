#include "writer/log_file.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include "record/record_reader.h"
#include "record/record_writer.h"
#include "storage/fault_file_system.h"
#include "storage/file_source.h"
#include "storage/memory_file_system.h"

namespace stepline::writer {
namespace {

using storage::FaultFileSystem;
using Payloads = std::vector<std::string>;

class LogFileTest : public testing::Test {
 protected:
  LogFile make_log() {
    return LogFile(
        [this]() -> Result<LogFile::Created> {
          std::string path = "log" + std::to_string(made_);
          auto file = faults_.create(path);
          if (!file) return file.error();
          ++made_;
          std::string preamble;
          record::append_record(preamble, "version");
          return LogFile::Created{std::move(*file), std::move(path), preamble};
        },
        [this](const std::string& path) { deleted_.push_back(path); });
  }

  void append_blob(LogFile& log, const std::string& payload) {
    std::string record;
    record::append_record(record, payload);
    Buffer blob = pool_->take(record.size() + 5);
    std::copy(record.begin(), record.end(), blob.data() + 5);
    log.append_blob(std::move(blob), 5, 5 + record.size());
  }

  // The records of a file, which must have nothing else in it.
  Payloads records(const std::string& path) {
    Payloads payloads;
    storage::FileSource source(memory_, path);
    record::Reader reader(source);
    for (;;) {
      auto record = reader.next();
      if (!record) {
        ADD_FAILURE() << path << ": " << record.error().message;
        return payloads;
      }
      if (!*record) break;
      payloads.emplace_back((*record)->payload);
    }
    EXPECT_EQ(reader.offset(), memory_.content(path).size())
        << "half a record at the end of " << path;
    return payloads;
  }

  storage::MemoryFileSystem memory_;
  FaultFileSystem faults_{memory_};
  std::shared_ptr<BufferPool> pool_ = std::make_shared<BufferPool>(1 << 20);
  int made_ = 0;
  std::vector<std::string> deleted_;
};

TEST_F(LogFileTest, MakesNoFileWhileThereIsNothingToWrite) {
  LogFile log = make_log();
  EXPECT_TRUE(log.write_out());
  EXPECT_EQ(log.close(), 0u);
  EXPECT_EQ(made_, 0);
}

TEST_F(LogFileTest, WritesPreambleRecordsAndBlobsInOrder) {
  LogFile log = make_log();
  log.buffer().append("a");
  append_blob(log, "blob");
  log.buffer().append("b");
  EXPECT_GT(log.pending_bytes(), 0u);
  EXPECT_TRUE(log.write_out());
  EXPECT_EQ(log.pending_bytes(), 0u);
  EXPECT_EQ(log.next_offset(), log.size());
  EXPECT_EQ(log.size(), memory_.content("log0").size());
  EXPECT_EQ(records("log0"), (Payloads{"version", "a", "blob", "b"}));
}

TEST_F(LogFileTest, BeginsANewFileAfterClose) {
  LogFile log = make_log();
  log.buffer().append("a");
  EXPECT_EQ(log.close(), 0u);
  EXPECT_EQ(log.path(), "");
  const auto generation = log.generation();
  log.buffer().append("b");
  EXPECT_TRUE(log.write_out());
  EXPECT_EQ(log.path(), "log1");
  EXPECT_EQ(log.generation(), generation);
  EXPECT_EQ(records("log0"), (Payloads{"version", "a"}));
  EXPECT_EQ(records("log1"), (Payloads{"version", "b"}));
}

TEST_F(LogFileTest, PutsShortWritesTogether) {
  for (const std::uint64_t longest : {1u, 2u, 3u, 7u, 16u, 1000u}) {
    LogFile log = make_log();
    faults_.set_longest_append(longest);
    const std::string path = "log" + std::to_string(made_);
    log.buffer().append("first");
    append_blob(log, std::string(100, 'b'));
    log.buffer().append("second");
    EXPECT_TRUE(log.write_out());
    EXPECT_EQ(records(path),
              (Payloads{"version", "first", std::string(100, 'b'), "second"}));
  }
}

TEST_F(LogFileTest, GoesOnAtTheVeryByteWhereTheDiskWasFull) {
  const std::uint64_t whole = 3 * 16 + 7 + 5 + 30 + 6 + 16;
  for (std::uint64_t quota = 0; quota <= whole; ++quota) {
    LogFile log = make_log();
    const std::string path = "log" + std::to_string(made_);
    faults_.set_quota(faults_.used_bytes() + quota);
    log.buffer().append("first");
    append_blob(log, std::string(30, 'b'));
    EXPECT_EQ(bool(log.write_out()), quota >= whole - 6 - 16) << quota;
    log.buffer().append("second");
    EXPECT_EQ(bool(log.write_out()), quota >= whole) << quota;
    EXPECT_FALSE(log.write_out() && log.pending_bytes() > 0);
    faults_.set_quota(FaultFileSystem::kUnlimited);
    EXPECT_TRUE(log.write_out());
    EXPECT_EQ(log.pending_bytes(), 0u);
    EXPECT_EQ(log.size(), whole);
    EXPECT_EQ(records(path),
              (Payloads{"version", "first", std::string(30, 'b'), "second"}))
        << quota;
  }
}

TEST_F(LogFileTest, LeavesOnlyWholeRecordsWhenClosedOnAFullDisk) {
  const std::uint64_t whole = 4 * 16 + 7 + 5 + 30 + 6;
  for (std::uint64_t quota = 0; quota < whole; ++quota) {
    LogFile log = make_log();
    const std::string path = "log" + std::to_string(made_);
    faults_.set_quota(faults_.used_bytes() + quota);
    log.buffer().append("first");
    append_blob(log, std::string(30, 'b'));
    log.buffer().append("second");
    const std::uint64_t lost = log.close();
    EXPECT_EQ(log.pending_bytes(), 0u);
    faults_.set_quota(FaultFileSystem::kUnlimited);
    const Payloads kept = records(path);
    const Payloads all{"version", "first", std::string(30, 'b'), "second"};
    ASSERT_LE(kept.size(), all.size());
    EXPECT_EQ(kept,
              Payloads(all.begin(), all.begin() + std::ptrdiff_t(kept.size())));
    EXPECT_EQ(lost, kept.empty() ? 3 : all.size() - kept.size()) << quota;

    log.buffer().append("later");
    EXPECT_TRUE(log.write_out());
    EXPECT_EQ(records(log.path()), (Payloads{"version", "later"})) << quota;
  }
}

TEST_F(LogFileTest, WritesARecordAgainThatWasCutByTheFilesDeletion) {
  const std::uint64_t whole = 3 * 16 + 7 + 5 + 6;
  for (std::uint64_t quota = 0; quota < whole; ++quota) {
    deleted_.clear();
    LogFile log = make_log();
    const std::string path = "log" + std::to_string(made_);
    faults_.set_quota(faults_.used_bytes() + quota);
    log.buffer().append("first");
    log.buffer().append("second");
    EXPECT_FALSE(log.write_out());
    faults_.set_quota(FaultFileSystem::kUnlimited);
    faults_.unlink_open_files();
    EXPECT_TRUE(log.write_out());
    EXPECT_EQ(deleted_, std::vector{path});
    const Payloads again = records(log.path());
    const std::size_t kept = quota < 23 + 21 ? 3 : 2;
    ASSERT_EQ(again.size(), kept) << quota;
    EXPECT_EQ(again.front(), "version");
    EXPECT_EQ(again.back(), "second");
  }
}

TEST_F(LogFileTest, TellsOfADeletedFileOnce) {
  LogFile log = make_log();
  log.buffer().append("a");
  EXPECT_TRUE(log.write_out());
  faults_.unlink_open_files();
  const auto generation = log.generation();
  EXPECT_TRUE(log.write_out());
  EXPECT_TRUE(log.write_out());
  EXPECT_EQ(deleted_, std::vector<std::string>{"log0"});
  EXPECT_NE(log.generation(), generation);
  EXPECT_EQ(made_, 1) << "nothing to write, no file";
  log.buffer().append("b");
  EXPECT_TRUE(log.write_out());
  EXPECT_EQ(records("log1"), (Payloads{"version", "b"}));
}

TEST_F(LogFileTest, TriesAnOpenThatFailedAgain) {
  LogFile log = make_log();
  faults_.fail(FaultFileSystem::Operation::Create, EACCES, 2);
  EXPECT_FALSE(log.open());
  EXPECT_FALSE(log.write_out());
  EXPECT_TRUE(log.write_out());
  EXPECT_EQ(records("log0"), Payloads{"version"});
}

TEST_F(LogFileTest, KeepsWhatWaitsWhileTheDiskIsBroken) {
  LogFile log = make_log();
  faults_.fail(FaultFileSystem::Operation::Append, EIO, 100);
  Payloads all{"version"};
  for (int i = 0; i < 50; ++i) {
    all.push_back("record " + std::to_string(i));
    log.buffer().append(all.back());
    EXPECT_FALSE(log.write_out());
  }
  faults_.heal(FaultFileSystem::Operation::Append);
  EXPECT_TRUE(log.write_out());
  EXPECT_EQ(records("log0"), all);
}

}  // namespace
}  // namespace stepline::writer
