#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/file_loader.h"
#include "store/file_loader_fixture.h"

namespace stepline::store {
namespace {

using reader::Kind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class FilePartsTest : public FileLoaderTest {
 protected:
  // Loads [0, cut) and [cut, end of the file), the latter from the middle.
  void load_parts(std::uint64_t cut) {
    first_ = load({.end = cut});
    second_ =
        load({.begin = cut, .end = file_.bytes.size(), .find_start = true});
  }

  FilePart first_;
  FilePart second_;
};

TEST_F(FilePartsTest, MeetWhereverTheFileIsCut) {
  for (int step = 0; step < 6; ++step) {
    add_scalar(step, "loss", static_cast<float>(step));
  }
  for (std::uint64_t cut = 0; cut <= file_.bytes.size(); ++cut) {
    load_parts(cut);
    ASSERT_TRUE(continues(first_, second_)) << cut;
    ASSERT_EQ(first_.points + second_.points, 6u) << cut;
    ASSERT_EQ(second_.end, file_.bytes.size()) << cut;
  }
}

TEST_F(FilePartsTest, TakeARecordThatBeginsBeforeTheCutWhole) {
  add_scalar(0, "loss", 0);
  const std::uint64_t begin_of_last = file_.bytes.size();
  add_scalar(1, "loss", 1);
  EXPECT_EQ(load({.end = begin_of_last}).points, 1u);
  EXPECT_EQ(load({.end = begin_of_last}).end, begin_of_last);
  EXPECT_EQ(load({.end = begin_of_last + 1}).points, 2u);
  EXPECT_EQ(load({.end = begin_of_last + 1}).end, file_.bytes.size());
}

TEST_F(FilePartsTest, AreEmptyWhereNoRecordBegins) {
  add_scalar(0, "loss", 0);
  event::Event event;
  event.what = event::GraphDef{std::string(5000, 'g')};
  add(event);
  add_scalar(1, "loss", 1);
  const FilePart part = load({.begin = 1000, .end = 2000, .find_start = true});
  EXPECT_EQ(part.records, 0u);
  EXPECT_EQ(part.begin, part.end);
  const FilePart behind = load({.begin = 3000, .end = 2000});
  EXPECT_EQ(behind.records, 0u);
  EXPECT_EQ(behind.end, 3000u);
}

TEST_F(FilePartsTest, DoNotMeetAtARecordInsideARecord) {
  std::string inner;
  record::append_record(inner, "\x10\x05");
  event::Event event;
  event.what = event::GraphDef{inner};
  add(event);
  add_scalar(1, "loss", 1);
  load_parts(14);
  EXPECT_LT(second_.begin, first_.end);
  EXPECT_FALSE(continues(first_, second_));
}

TEST_F(FilePartsTest, SkipAHeaderWithoutItsPayload) {
  file_.bytes = record::header(10) + "0123456789----";
  add_scalar(1, "loss", 1);
  const FilePart part = load({.end = file_.bytes.size(), .find_start = true});
  EXPECT_EQ(part.begin, 26u);
  EXPECT_THAT(values(part, "loss"), ElementsAre(1));
}

TEST_F(FilePartsTest, GuessThatATensorOfOneNumberIsAScalar) {
  add(0, {tensor("x", {0}, event::kScalarsPlugin)});
  const std::uint64_t cut = file_.bytes.size();
  for (int step = 1; step < 5; ++step) add(step, {tensor("x", {1})});
  load_parts(cut);
  EXPECT_THAT(values(second_, "x"), SizeIs(4));
  EXPECT_TRUE(continues(first_, second_));
}

TEST_F(FilePartsTest, TakeATensorAmongScalarsForATensor) {
  add(0, {tensor("x", {0}, event::kScalarsPlugin)});
  const std::uint64_t cut = file_.bytes.size();
  add(1, {tensor("x", {1})});
  add(2, {tensor("x", {1, 2})});
  load_parts(cut);
  EXPECT_THAT(find(second_, "x", Kind::Tensor)->places, SizeIs(1));
  EXPECT_TRUE(continues(first_, second_));
}

TEST_F(FilePartsTest, AreLoadedAgainWhenTheGuessWasWrong) {
  add(0, {tensor("x", {0})});  // A tensor, as far as anybody says.
  const std::uint64_t cut = file_.bytes.size();
  add(1, {tensor("x", {1})});
  load_parts(cut);
  EXPECT_FALSE(continues(first_, second_));
}

TEST_F(FilePartsTest, AreLoadedAgainWhenMetadataCameBefore) {
  add(0, {tensor("x", {0, 1, 2}, event::kHistogramsPlugin)});
  const std::uint64_t cut = file_.bytes.size();
  add(1, {tensor("x", {1, 2, 3})});
  load_parts(cut);
  EXPECT_NE(find(second_, "x", Kind::Tensor), nullptr);
  EXPECT_FALSE(continues(first_, second_));
  const FilePart again =
      load({.begin = cut,
            .end = file_.bytes.size(),
            .known_metadata = [&](std::string_view tag) {
              return find(first_, tag, Kind::Histogram)->metadata.get();
            }});
  EXPECT_NE(find(again, "x", Kind::Histogram), nullptr);
}

TEST_F(FilePartsTest, AreLoadedAgainWhenTheirMetadataWereNotTheFirst) {
  add(0, {tensor("x", {0, 1}, event::kHistogramsPlugin)});
  const std::uint64_t cut = file_.bytes.size();
  add(1, {tensor("x", {1, 2}, event::kTextPlugin)});
  add(2, {tensor("x", {1, 2})});
  load_parts(cut);
  EXPECT_NE(find(second_, "x", Kind::Text), nullptr);
  EXPECT_FALSE(continues(first_, second_));
}

TEST_F(FilePartsTest, NeedNobodyWhenEachValueHasItsMetadata) {
  add(0, {tensor("x", {0, 1}, event::kHistogramsPlugin)});
  const std::uint64_t cut = file_.bytes.size();
  add(1, {tensor("x", {1, 2}, event::kTextPlugin)});
  load_parts(cut);
  EXPECT_TRUE(continues(first_, second_));
}

TEST_F(FilePartsTest, AskForWhatIsKnownBeforeTheMiddle) {
  add(0, {tensor("x", {0}, event::kScalarsPlugin)});
  const std::uint64_t cut = file_.bytes.size();
  add(1, {tensor("x", {1})});
  const std::uint64_t next_cut = file_.bytes.size();
  add(2, {tensor("x", {2})});
  const FilePart middle =
      load({.begin = cut, .end = next_cut, .find_start = true});
  const FilePart last =
      load({.begin = next_cut, .end = file_.bytes.size(), .find_start = true});
  EXPECT_FALSE(continues(middle, last));
  const event::Metadata scalars = metadata_of(event::kScalarsPlugin);
  EXPECT_TRUE(
      continues(middle, last, [&](std::string_view) { return &scalars; }));
  EXPECT_FALSE(
      continues(middle, last, [](std::string_view) { return nullptr; }));
}

TEST_F(FilePartsTest, DoNotFollowUponDamageThatIsNotPassed) {
  add_scalar(0, "loss", 0);
  file_.bytes.back() = static_cast<char>(file_.bytes.back() ^ 1);
  const FilePart first = load();
  EXPECT_EQ(first.footing, Footing::Damaged);
  FilePart later;
  later.begin = first.end;
  EXPECT_FALSE(continues(first, later));
}

}  // namespace
}  // namespace stepline::store
