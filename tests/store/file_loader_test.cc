#include "store/file_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>

#include "record/record_reader.h"
#include "store/file_loader_fixture.h"

namespace stepline::store {
namespace {

using reader::Kind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST_F(FileLoaderTest, FindsNothingInAnEmptyFile) {
  const FilePart part = load();
  EXPECT_EQ(part.end, 0u);
  EXPECT_EQ(part.records, 0u);
  ASSERT_THAT(part.sections, SizeIs(1));
  EXPECT_THAT(part.sections[0].series, IsEmpty());
}

TEST_F(FileLoaderTest, KeepsEveryPointExactly) {
  const float kValues[] = {1.5f, -0.0f, INFINITY, NAN, 1e-45f};
  const std::int64_t kSteps[] = {0, 1, -7, std::int64_t{1} << 55, INT64_MIN};
  for (int i = 0; i < 5; ++i) {
    event::Event event;
    event.step.value = kSteps[i];
    event.wall_time = *event::WallTime::from_secs(1.7e9 + 1e-6 * i);
    event.what = event::Summary{{simple("loss", kValues[i])}};
    add(event);
  }
  const FilePart part = load();
  EXPECT_EQ(part.points, 5u);
  EXPECT_EQ(part.end, file_.bytes.size());
  EXPECT_EQ(part.first_wall_secs, 1.7e9);
  const auto* series = find(part, "loss");
  ASSERT_NE(series, nullptr);
  ASSERT_THAT(series->blocks, SizeIs(1));
  for (std::size_t i = 0; i < 5; ++i) {
    const Point point = point_at(*series->blocks[0], i);
    EXPECT_EQ(point.step, kSteps[i]);
    EXPECT_EQ(point.wall_secs, 1.7e9 + 1e-6 * static_cast<double>(i));
    if (i == 3) {
      EXPECT_TRUE(std::isnan(point.value));
    } else {
      EXPECT_EQ(point.value, kValues[i]);
    }
  }
}

TEST_F(FileLoaderTest, FillsBlocksOfManySeriesAcrossManyBuffers) {
  constexpr int kSteps = 2000;
  for (int step = 0; step < kSteps; ++step) {
    for (const char* tag : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
      add_scalar(step, tag, static_cast<float>(step + tag[0]));
    }
  }
  ASSERT_GT(file_.bytes.size(), 600'000u);
  const FilePart part = load();
  for (const FilePart::Series& series : part.sections[0].series) {
    ASSERT_THAT(series.blocks, SizeIs(4)) << series.tag;
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(size_of(*series.blocks[i]), kBlockPoints);
    }
    const std::vector<double> all = values(part, series.tag);
    for (int step = 0; step < kSteps; ++step) {
      ASSERT_EQ(all[step], step + series.tag[0]);
    }
  }
}

TEST_F(FileLoaderTest, TakesRecordsThatAreLongerThanItsBuffer) {
  for (const std::size_t bytes : {400'000u, 3'000'000u, 10u, 600'000u}) {
    event::Value image;
    image.tag = event::Tag("image");
    image.value = event::Image{1, 1, 3, std::string(bytes, 'p')};
    add_scalar(1, "loss", 1);
    add(2, {image, simple("loss", 2)});
  }
  const FilePart part = load();
  EXPECT_EQ(part.damaged_records, 0u);
  EXPECT_THAT(values(part, "loss"), ElementsAre(1, 2, 1, 2, 1, 2, 1, 2));
  const auto* images = find(part, "image", Kind::Image);
  ASSERT_NE(images, nullptr);
  ASSERT_THAT(images->places, SizeIs(4));
  EXPECT_GT(images->places[1].bytes, 3'000'000u);
}

TEST_F(FileLoaderTest, ToleratesShortReads) {
  for (int step = 0; step < 50; ++step) add_scalar(step, "loss", 1);
  file_.longest_read = 1;
  EXPECT_EQ(load().points, 50u);
}

TEST_F(FileLoaderTest, PassesErrorsOfTheFileOn) {
  add_scalar(1, "loss", 1);
  file_.error = Error{ErrorCode::Io, "no such luck"};
  const auto part = load_part({.file = &file_, .end = 100});
  ASSERT_FALSE(part);
  EXPECT_EQ(part.error().message, "no such luck");
}

TEST_F(FileLoaderTest, RemembersVersionAndWriter) {
  event::Event event;
  event.what = event::FileVersion{"brain.Event:2"};
  event.source_writer = "some.writer";
  add(event);
  const FilePart part = load();
  EXPECT_EQ(part.file_version, "brain.Event:2");
  EXPECT_EQ(part.source_writer, "some.writer");
}

TEST_F(FileLoaderTest, TakesTheFirstWallTimeFromAnEventWithoutValues) {
  add(4, {});
  add_scalar(6, "loss", 1);
  EXPECT_EQ(load().first_wall_secs, 1002);
}

TEST_F(FileLoaderTest, TakesANonFiniteWallTimeForTheEpoch) {
  add_scalar(1, "loss", 1);
  add_scalar(2, "loss", 2);
  std::string payload = event::encode_event([] {
    event::Event event;
    event.wall_time = *event::WallTime::from_secs(77);
    event.step.value = 3;
    event.what = event::Summary{{simple("loss", 3)}};
    return event;
  }());
  const double nan = NAN;
  std::memcpy(payload.data() + 1, &nan, sizeof nan);
  add_record(payload);
  const FilePart part = load();
  const auto* series = find(part, "loss");
  ASSERT_NE(series, nullptr);
  EXPECT_EQ(point_at(*series->blocks[0], 2).wall_secs, 0.0);
}

TEST_F(FileLoaderTest, NotesWhereEverythingElseLies) {
  add_scalar(1, "loss", 1);
  const std::uint64_t offset = file_.bytes.size();
  event::Value histogram;
  histogram.tag = event::Tag("weights");
  histogram.value = event::Histogram{};
  add(5, {simple("loss", 2), histogram});
  const FilePart part = load();
  const auto* series = find(part, "weights", Kind::Histogram);
  ASSERT_NE(series, nullptr);
  ASSERT_THAT(series->places, SizeIs(1));
  const BlobPlace& place = series->places[0];
  EXPECT_EQ(place.step, 5);
  EXPECT_EQ(place.wall_secs, 1002.5);
  EXPECT_EQ(place.offset, offset);
  EXPECT_EQ(place.bytes, file_.bytes.size() - offset - 16);
  EXPECT_EQ(place.value_index, 1u);
}

TEST_F(FileLoaderTest, GivesEventsWithoutTagsTheirOwn) {
  event::Event event;
  event.what = event::GraphDef{"graph"};
  add(event);
  event.what = event::MetaGraphDef{"meta"};
  add(event);
  event.what = event::LogMessage{20, "hello"};
  add(event);
  event.what = event::SessionLog{event::SessionLog::Status::Stop, "", ""};
  add(event);
  event.what = event::TaggedRunMetadata{"step1", "run"};
  add(event);
  const FilePart part = load();
  EXPECT_THAT(part.sections, SizeIs(1));
  EXPECT_NE(find(part, reader::kRunGraphTag, Kind::Graph), nullptr);
  EXPECT_NE(find(part, reader::kMetaGraphTag, Kind::MetaGraph), nullptr);
  EXPECT_NE(find(part, reader::kLogMessagesTag, Kind::LogMessage), nullptr);
  EXPECT_NE(find(part, reader::kSessionLogTag, Kind::SessionLog), nullptr);
  EXPECT_NE(find(part, "step1", Kind::RunMetadata), nullptr);
}

TEST_F(FileLoaderTest, BeginsASectionWhereASessionStarts) {
  for (int step = 0; step < 10; ++step) add_scalar(step, "loss", 1);
  add_session_start(5);
  for (int step = 5; step < 8; ++step) add_scalar(step, "loss", 2);
  const FilePart part = load();
  ASSERT_THAT(part.sections, SizeIs(2));
  EXPECT_FALSE(part.sections[0].restart_step);
  EXPECT_EQ(part.sections[1].restart_step, 5);
  EXPECT_EQ(part.sections[1].restart_wall_secs, 5000);
  EXPECT_THAT(values(part, "loss", 0), SizeIs(10));
  EXPECT_THAT(values(part, "loss", 1), ElementsAre(2, 2, 2));
  EXPECT_NE(find(part, reader::kSessionLogTag, Kind::SessionLog, 1), nullptr);
}

TEST_F(FileLoaderTest, MakesTwoSeriesOfATagWithTwoKinds) {
  event::Value histogram;
  histogram.tag = event::Tag("x");
  histogram.value = event::Histogram{};
  for (int step = 0; step < 3; ++step) {
    add(step, {simple("x", 1)});
    add(step, {histogram});
  }
  const FilePart part = load();
  EXPECT_THAT(values(part, "x"), SizeIs(3));
  EXPECT_THAT(find(part, "x", Kind::Histogram)->places, SizeIs(3));
}

TEST_F(FileLoaderTest, RepairsTagsThatAreNotText) {
  add_scalar(1, "loss?", 1);
  std::string bytes = file_.bytes.substr(12, file_.bytes.size() - 16);
  bytes[bytes.find('?')] = '\xff';
  file_.bytes.clear();
  add_record(bytes);
  bytes[bytes.find('\xff')] = '\xfe';
  add_record(bytes);
  EXPECT_THAT(values(load(), "loss\uFFFD"), ElementsAre(1, 1));
}

TEST_F(FileLoaderTest, KeepsDoublesAsDoubles) {
  event::Value wide = tensor("x", {0}, event::kScalarsPlugin);
  auto& proto = std::get<event::TensorProto>(wide.value);
  proto.dtype = event::DataType::Double;
  proto.float_val.clear();
  add(0, {tensor("x", {0.25f}, event::kScalarsPlugin)});
  for (int step = 1; step < 700; ++step) {
    proto.double_val = {step / 3.0};
    add(step, {wide});
  }
  add(700, {tensor("x", {0.5f}, event::kScalarsPlugin)});
  const FilePart part = load();
  const std::vector<double> all = values(part, "x");
  ASSERT_THAT(all, SizeIs(701));
  EXPECT_EQ(all[0], 0.25);
  for (int step = 1; step < 700; ++step) ASSERT_EQ(all[step], step / 3.0);
  EXPECT_EQ(all[700], 0.5);
  EXPECT_TRUE(is_wide(*find(part, "x")->blocks.back()));
}

TEST_F(FileLoaderTest, TakesAScalarThatIsNoneForATensor) {
  add(1, {tensor("x", {1, 2}, event::kScalarsPlugin)});
  add(2, {tensor("x", {3})});
  const FilePart part = load();
  EXPECT_THAT(find(part, "x", Kind::Tensor)->places, SizeIs(1));
  EXPECT_THAT(values(part, "x"), ElementsAre(3));
}

TEST_F(FileLoaderTest, TakesTheKindFromTheFirstMetadataOfATag) {
  for (int step = 0; step < 3; ++step) add(step, {tensor("x", {1})});
  add(3, {tensor("x", {2}, event::kScalarsPlugin)});
  for (int step = 4; step < 7; ++step) add(step, {tensor("x", {3})});
  const FilePart part = load();
  EXPECT_THAT(find(part, "x", Kind::Tensor)->places, SizeIs(3));
  EXPECT_THAT(values(part, "x"), ElementsAre(2, 3, 3, 3));
  EXPECT_EQ(find(part, "x")->metadata->plugin_name, "scalars");
  EXPECT_EQ(find(part, "x", Kind::Tensor)->metadata, find(part, "x")->metadata);
}

TEST_F(FileLoaderTest, TellsHowFarItIsAndEndsWhenCancelled) {
  for (int step = 0; step < 20'000; ++step) add_scalar(step, "loss", 1);
  std::atomic<std::uint64_t> done{0};
  std::atomic<bool> cancelled{false};
  const LoadRequest request{
      .end = file_.bytes.size(), .bytes_done = &done, .cancelled = &cancelled};
  EXPECT_EQ(load(request).points, 20'000u);
  EXPECT_EQ(done, file_.bytes.size());
  cancelled = true;
  const FilePart part = load(request);
  EXPECT_LT(part.points, 20'000u);
  EXPECT_LT(part.end, file_.bytes.size());
}

TEST_F(FileLoaderTest, NeverAsksForMuchMoreThanThereIs) {
  file_.bytes = record::header(record::kMaxPayloadBytes) + "and no more";
  const FilePart part = load();
  EXPECT_EQ(part.end, 0u);
  EXPECT_EQ(part.damaged_records, 0u);
  EXPECT_LT(file_.most_asked, 1u << 20);
}

}  // namespace
}  // namespace stepline::store
