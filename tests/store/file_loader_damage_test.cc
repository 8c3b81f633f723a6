#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/record_reader.h"
#include "store/file_loader.h"
#include "store/file_loader_fixture.h"

namespace stepline::store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Five points, 1 to 5, of which the third can be spoilt.
class FileLoaderDamageTest : public FileLoaderTest {
 protected:
  FileLoaderDamageTest() {
    for (int i = 1; i <= 5; ++i) {
      offsets_.push_back(file_.bytes.size());
      add_scalar(i, "loss", static_cast<float>(i));
    }
  }
  void spoil(std::size_t record, std::size_t at) {
    char& byte = file_.bytes[offsets_[record] + at];
    byte = static_cast<char>(byte ^ 0x10);
  }

  std::vector<std::uint64_t> offsets_;
};

TEST_F(FileLoaderDamageTest, ReportsADamagedPayloadAndGoesOnBehindIt) {
  spoil(2, 30);
  const FilePart part = load();
  EXPECT_THAT(values(part, "loss"), ElementsAre(1, 2, 4, 5));
  EXPECT_EQ(part.records, 4u);
  EXPECT_EQ(part.damaged_records, 1u);
  ASSERT_THAT(part.problems, SizeIs(1));
  EXPECT_EQ(part.problems[0].what, reader::Problem::What::Damage);
  EXPECT_EQ(part.problems[0].path, "run/events");
  EXPECT_EQ(part.problems[0].offset, offsets_[2]);
  EXPECT_THAT(part.problems[0].message,
              HasSubstr("payload checksum mismatch: got 0x"));
  EXPECT_THAT(part.problems[0].message,
              HasSubstr("at byte " + std::to_string(offsets_[2]) +
                        " of \"run/events\""));
}

TEST_F(FileLoaderDamageTest, ReportsADamagedLengthAndFindsTheNextRecord) {
  spoil(2, 1);
  const FilePart part = load();
  EXPECT_THAT(values(part, "loss"), ElementsAre(1, 2, 4, 5));
  ASSERT_THAT(part.problems, SizeIs(1));
  EXPECT_THAT(part.problems[0].message, HasSubstr("length checksum mismatch"));
}

TEST_F(FileLoaderDamageTest, ReportsALengthThatCannotBeTrue) {
  file_.bytes.insert(offsets_[2], record::header(record::kMaxPayloadBytes + 1));
  const FilePart part = load();
  EXPECT_THAT(values(part, "loss"), ElementsAre(1, 2, 3, 4, 5));
  ASSERT_THAT(part.problems, SizeIs(1));
  EXPECT_THAT(part.problems[0].message,
              HasSubstr("record of 2147483648 bytes, want at most 2147483647"));
}

TEST_F(FileLoaderDamageTest, ReportsARecordThatIsNoEvent) {
  const std::uint64_t offset = file_.bytes.size();
  add_record("\x09\x01");
  add_scalar(6, "loss", 6);
  const FilePart part = load();
  EXPECT_EQ(part.points, 6u);
  EXPECT_EQ(part.records, 6u);
  EXPECT_EQ(part.damaged_records, 1u);
  ASSERT_THAT(part.problems, SizeIs(1));
  EXPECT_EQ(part.problems[0].offset, offset);
  EXPECT_THAT(part.problems[0].message, HasSubstr("malformed Event"));
}

TEST_F(FileLoaderDamageTest, TakesNothingOfAnEventThatIsMalformedAtItsEnd) {
  std::string payload = event::encode_event([&] {
    event::Event event;
    event.wall_time = *event::WallTime::from_secs(1);
    event.what = event::Summary{{simple("loss", 8), simple("loss", 9)}};
    return event;
  }());
  payload[payload.size() - 5] = '\x17';  // A group's end in place of a float.
  add_record(payload);
  const FilePart part = load();
  EXPECT_EQ(part.points, 5u);
  EXPECT_EQ(part.damaged_records, 1u);
}

TEST_F(FileLoaderDamageTest, LooksAwayFromPayloadChecksumsWhenTold) {
  spoil(2, file_.bytes.size() / 5 - 1);  // Of the checksum itself.
  spoil(3, 1);                           // Of a length.
  const FilePart part = load({.end = file_.bytes.size(), .checksum = false});
  EXPECT_THAT(values(part, "loss"), ElementsAre(1, 2, 3, 5));
  EXPECT_EQ(part.damaged_records, 1u);
}

TEST_F(FileLoaderDamageTest, LeavesHalfARecordForTheNextTime) {
  const std::string whole = file_.bytes;
  file_.bytes.resize(offsets_[4] + 20);
  const FilePart part = load();
  EXPECT_EQ(part.points, 4u);
  EXPECT_EQ(part.end, offsets_[4]);
  EXPECT_EQ(part.damaged_records, 0u);
  file_.bytes = whole;
  const FilePart rest = load({.begin = part.end, .end = whole.size()});
  EXPECT_THAT(values(rest, "loss"), ElementsAre(5));
}

TEST_F(FileLoaderDamageTest, CountsADamagedLastRecordOnceWhileTheFileGrows) {
  spoil(4, 30);
  const FilePart part = load();
  EXPECT_EQ(part.damaged_records, 1u);
  EXPECT_EQ(part.footing, Footing::Damaged);
  add_scalar(6, "loss", 6);
  const FilePart rest = load(
      {.begin = part.end, .end = file_.bytes.size(), .footing = part.footing});
  EXPECT_EQ(rest.damaged_records, 0u);
  EXPECT_THAT(rest.problems, IsEmpty());
  EXPECT_THAT(values(rest, "loss"), ElementsAre(6));
}

TEST_F(FileLoaderDamageTest, CountsALostFootingOnceWhileTheFileGrows) {
  file_.bytes += std::string(40, 'x');
  const FilePart part = load();
  EXPECT_EQ(part.damaged_records, 1u);
  EXPECT_EQ(part.footing, Footing::Lost);
  file_.bytes += std::string(40, 'y');
  add_scalar(6, "loss", 6);
  const FilePart rest = load(
      {.begin = part.end, .end = file_.bytes.size(), .footing = part.footing});
  EXPECT_EQ(rest.damaged_records, 0u);
  EXPECT_THAT(values(rest, "loss"), ElementsAre(6));
}

TEST_F(FileLoaderDamageTest, CountsAllProblemsAndTellsTheFirst) {
  file_.bytes.clear();
  for (std::size_t i = 0; i < kMaxProblems + 50; ++i) add_record("\x09\x01");
  const FilePart part = load();
  EXPECT_EQ(part.damaged_records, kMaxProblems + 50);
  EXPECT_THAT(part.problems, SizeIs(kMaxProblems));
}

}  // namespace
}  // namespace stepline::store
