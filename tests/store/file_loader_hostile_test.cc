#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

#include "record/record_reader.h"
#include "record/record_writer.h"
#include "record/search_effort.h"
#include "store/file_loader.h"
#include "store/file_loader_fixture.h"
#include "store/loaded_file.h"

namespace stepline::store {
namespace {

constexpr std::uint64_t kToTheEnd = std::numeric_limits<std::uint64_t>::max();

// Files of headers that check out, of records that do not: each claims so many
// bytes that to check every one would take hours. Work is counted in reads,
// because each claim reaches a little further than the one before.
class FileLoaderHostileTest : public FileLoaderTest {
 protected:
  void add_headers(std::uint64_t claimed_bytes, std::size_t file_bytes) {
    const std::string header = record::header(claimed_bytes);
    while (file_.bytes.size() < file_bytes) file_.bytes += header;
  }

  // How many claims of so many bytes may be checked.
  std::uint64_t most_claims(std::uint64_t claimed_bytes) const {
    using record::SearchEffort;
    return 1 + (SearchEffort::kLeastBytes +
                SearchEffort::kTimesEachByte * file_.bytes.size()) /
                   claimed_bytes;
  }
};

TEST_F(FileLoaderHostileTest, FindsNoStartAmongRecordsThatRunPastTheEnd) {
  add_headers(record::kMaxPayloadBytes, 2 << 20);
  const FilePart part =
      load({.begin = 5, .end = file_.bytes.size(), .find_start = true});
  EXPECT_EQ(part.begin, file_.bytes.size());
  EXPECT_EQ(part.records, 0u);
  EXPECT_LT(file_.reads, 100u);
}

TEST_F(FileLoaderHostileTest, FindsTheStartBehindRecordsThatRunPastTheEnd) {
  add_headers(record::kMaxPayloadBytes, 2 << 20);
  const std::uint64_t start = file_.bytes.size();
  add_scalar(1, "loss", 1);
  const FilePart part =
      load({.begin = 5, .end = kToTheEnd, .find_start = true});
  EXPECT_EQ(part.begin, start);
  EXPECT_EQ(part.points, 1u);
  EXPECT_LT(file_.reads, 100u);
}

TEST_F(FileLoaderHostileTest, GivesUpFindingAStartAmongOverlappingRecords) {
  constexpr std::uint64_t kClaimed = 1'000'001;
  add_headers(kClaimed, 2 << 20);
  for (const std::uint64_t end : {std::uint64_t{1} << 20, kToTheEnd}) {
    file_.reads = 0;
    std::atomic<std::uint64_t> done = 0;
    const FilePart part =
        load({.begin = 5, .end = end, .find_start = true, .bytes_done = &done});
    EXPECT_LE(done, file_.bytes.size());
    EXPECT_EQ(part.begin, end);
    EXPECT_EQ(part.records, 0u);
    EXPECT_GT(file_.reads, 10u);
    EXPECT_LT(file_.reads, most_claims(kClaimed) + 100);
  }
}

TEST_F(FileLoaderHostileTest, LooksForAStartInItsStretchAlone) {
  constexpr std::uint64_t kEnd = 1 << 20;
  file_.bytes = std::string(32 << 20, 'x');
  const FilePart part = load({.begin = 5, .end = kEnd, .find_start = true});
  EXPECT_EQ(part.begin, kEnd);
  EXPECT_LT(file_.reads, 10u);
}

TEST_F(FileLoaderHostileTest, PassesOverlappingRecordsAsThePlainReaderDoes) {
  constexpr std::uint64_t kClaimed = 1'000'001;
  add_headers(kClaimed, 3 << 20);
  file_.bytes += std::string(2 * kClaimed, 'x');
  add_scalar(1, "loss", 1);
  const FilePart part = load();
  EXPECT_EQ(part.points, 1u);
  EXPECT_GT(part.damaged_records, 64u);
  EXPECT_LT(part.damaged_records, most_claims(kClaimed) + 10);
  LoadedFile loaded;
  loaded.append(part);
  EXPECT_EQ(loaded.text(), LoadedFile::read_plainly(file_).text());
}

TEST_F(FileLoaderHostileTest, TriesEveryByteOfManyTornRecords) {
  constexpr int kTorn = 12;
  constexpr std::uint64_t kClaimed = 20 << 20;
  for (int i = 0; i < kTorn; ++i) {
    add_scalar(i, "loss", static_cast<float>(i));
    file_.bytes += record::header(kClaimed) + "and the job died";
  }
  add_scalar(kTorn, "loss", kTorn);
  add_record(std::string(kClaimed, '\0'));
  const FilePart part = load();
  EXPECT_EQ(part.points, kTorn + 1u);
}

TEST_F(FileLoaderHostileTest, EndsASearchForAStartWhenCancelled) {
  file_.bytes = std::string(16 << 20, 'x');
  std::atomic<bool> cancelled = false;
  file_.on_read = [&] { cancelled = file_.reads == 3; };
  load({.begin = 5,
        .end = file_.bytes.size(),
        .find_start = true,
        .cancelled = &cancelled});
  EXPECT_EQ(file_.reads, 3u);
}

TEST_F(FileLoaderHostileTest, EndsInTheMiddleOfALongRecordWhenCancelled) {
  add_record(std::string(64 << 20, 'x'));
  std::atomic<bool> cancelled = false;
  file_.on_read = [&] { cancelled = file_.reads == 3; };
  const FilePart part =
      load({.end = file_.bytes.size(), .cancelled = &cancelled});
  EXPECT_EQ(file_.reads, 3u);
  EXPECT_EQ(part.end, 0u);
  EXPECT_EQ(part.footing, Footing::Record);
}

}  // namespace
}  // namespace stepline::store
