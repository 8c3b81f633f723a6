#include "stepline/summary_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <thread>

#include "storage/temporary_directory.h"
#include "writer/writer_fixture.h"

namespace stepline {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

class SummaryWriterTest : public WriterTest {};

TEST_F(SummaryWriterTest, HasItsFileWithAVersionFromTheBeginning) {
  const double before = system_clock().wall_secs();
  SummaryWriter writer = make_writer();
  ASSERT_THAT(files(), SizeIs(1));
  EXPECT_EQ(writer.file_path(), files()[0]);
  EXPECT_EQ(writer.directory(), "run");
  const auto first = only_events();
  ASSERT_THAT(first, SizeIs(1));
  EXPECT_EQ(std::get<event::FileVersion>(first[0].what).version,
            "brain.Event:2");
  EXPECT_EQ(first[0].step.value, 0);
  EXPECT_GE(first[0].wall_time.secs(), before - 1e-3);
}

TEST_F(SummaryWriterTest, WritesWithinTheFlushIntervalUnasked) {
  SummaryWriter writer = make_writer();
  writer.add_scalar("loss", 0, 0);
  EXPECT_TRUE(comes_to_have(1));
}

TEST_F(SummaryWriterTest, HasEverythingInTheFileAfterFlush) {
  auto slow = options();
  slow.flush_interval = std::chrono::hours(1);
  SummaryWriter writer = make_writer(slow);
  for (int i = 0; i < 1'000; ++i) {
    writer.add_scalar("loss", i, i);
    if (i % 100 != 0) continue;
    EXPECT_TRUE(writer.flush());
    EXPECT_TRUE(counted(i + 1));
  }
}

TEST_F(SummaryWriterTest, SaysWhenAnAddWouldHaveToWait) {
  constexpr int kMany = 10'000'000;
  auto small = options();
  small.queue_bytes = 8 << 10;
  SummaryWriter writer = make_writer(small);
  EXPECT_FALSE(writer.would_wait());
  EXPECT_FALSE(writer.would_wait(1 << 20)) << "alone, anything passes";
  faults_.set_append_delay(std::chrono::milliseconds(50));
  int added = 0;
  for (; added < kMany && !writer.would_wait(); ++added)
    writer.add_scalar("loss", added, added);
  EXPECT_LT(added, kMany) << "the disk is slower than that";
  faults_.set_append_delay(std::chrono::milliseconds(0));
  ASSERT_TRUE(writer.flush());
  EXPECT_FALSE(writer.would_wait());
  EXPECT_TRUE(counted(added));
}

TEST_F(SummaryWriterTest, ClosesAtTheEndOfItsLife) {
  {
    auto slow = options();
    slow.flush_interval = std::chrono::hours(1);
    SummaryWriter writer = make_writer(slow);
    for (int i = 0; i < 100'000; ++i) writer.add_scalar("loss", i, i);
  }
  EXPECT_TRUE(counted(100'000));
  EXPECT_THAT(files(), SizeIs(1));
}

TEST_F(SummaryWriterTest, OpensANewFileAfterClose) {
  SummaryWriter writer = make_writer();
  writer.add_scalar("loss", 0, 0);
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(writer.file_path(), "");
  EXPECT_TRUE(writer.close()) << "twice is fine";
  EXPECT_THAT(files(), SizeIs(1));
  writer.add_scalar("loss", 1, 1);
  EXPECT_TRUE(writer.flush());
  EXPECT_THAT(files(), SizeIs(2));
  EXPECT_EQ(writer.file_path(), files()[1]);
  EXPECT_TRUE(counted(2));
}

TEST_F(SummaryWriterTest, CanBeClosedWithoutHavingBeenUsed) {
  SummaryWriter writer = make_writer();
  EXPECT_TRUE(writer.flush());
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(writer.file_path(), "");
  writer.add_scalar("loss", 0, 0);
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(counted(1));
}

TEST_F(SummaryWriterTest, AppendsTheSuffixToTheFileName) {
  auto with_suffix = options();
  with_suffix.filename_suffix = ".rank7";
  SummaryWriter writer = make_writer(with_suffix);
  EXPECT_THAT(writer.file_path(), EndsWith(".rank7"));
  EXPECT_THAT(writer.file_path(), StartsWith("run/events.out.tfevents."));
}

TEST_F(SummaryWriterTest, NamesItsDirectoryByTimeHostAndComment) {
  auto unnamed = options();
  unnamed.directory.clear();
  unnamed.comment = "_lr0.1";
  SummaryWriter writer = make_writer(unnamed);
  EXPECT_THAT(writer.directory(),
              testing::MatchesRegex("runs/[A-Z][a-z]+[0-9]+_.+_lr0.1"));
  EXPECT_THAT(files(writer.directory()), SizeIs(1));
}

TEST_F(SummaryWriterTest, IgnoresSlashesAtTheEndOfItsDirectory) {
  auto slashes = options();
  slashes.directory = "run//";
  EXPECT_EQ(make_writer(slashes).directory(), "run");
  EXPECT_THAT(files(), SizeIs(1));
}

TEST_F(SummaryWriterTest, SaysThePurgeStepInItsFirstFileOnly) {
  auto resumed = options();
  resumed.purge_step = 42;
  SummaryWriter writer = make_writer(resumed);
  writer.add_scalar("loss", 1, 42);
  EXPECT_TRUE(writer.close());
  writer.add_scalar("loss", 2, 43);
  EXPECT_TRUE(writer.close());
  const auto said = [](const event::Event& event) {
    const auto* log = std::get_if<event::SessionLog>(&event.what);
    return log != nullptr && log->status == event::SessionLog::Status::Start &&
           event.step.value == 42;
  };
  ASSERT_THAT(files(), SizeIs(2));
  const auto first = events(files()[0]);
  const auto second = events(files()[1]);
  ASSERT_THAT(first, SizeIs(testing::Ge(4u)));
  EXPECT_TRUE(std::holds_alternative<event::FileVersion>(first[0].what));
  EXPECT_TRUE(std::holds_alternative<event::FileVersion>(first[1].what));
  EXPECT_TRUE(said(first[2]) && said(first[3])) << "docs/format.md";
  EXPECT_EQ(std::ranges::count_if(first, said), 2);
  EXPECT_EQ(std::ranges::count_if(second, said), 0);
}

TEST_F(SummaryWriterTest, KeepsThePurgeStepForWhenTheDiskHasRoom) {
  auto resumed = options();
  resumed.purge_step = 42;
  faults_.set_quota(60);
  SummaryWriter writer = make_writer(resumed);
  EXPECT_FALSE(writer.close());
  faults_.set_quota(storage::FaultFileSystem::kUnlimited);
  writer.add_scalar("loss", 0, 0);
  (void)writer.close();
  const auto last = events(files().back());
  EXPECT_EQ(std::ranges::count_if(
                last,
                [](const event::Event& event) {
                  return std::holds_alternative<event::SessionLog>(event.what);
                }),
            2);
}

TEST_F(SummaryWriterTest, RotatesFilesThatAreLargeEnough) {
  auto rotating = options();
  rotating.rotate_bytes = 10'000;
  rotating.double_scalars = true;
  SummaryWriter writer = make_writer(rotating);
  const std::vector<double> values(100, 0.5);
  for (int i = 0; i < 2'000; ++i) {
    writer.add_scalar("loss", i, i);
    if (i % 50 == 0) {
      EXPECT_TRUE(writer.add_tensor("t", values, i, {.tensorboard = true}));
      EXPECT_TRUE(writer.flush());
    }
  }
  EXPECT_TRUE(writer.close());
  EXPECT_TRUE(counted(2'000)) << "in the order of the files' names";
  const auto paths = files();
  EXPECT_GT(paths.size(), 5u);
  for (const std::string& path : paths) {
    EXPECT_LT(memory_.content(path).size(), 25'000u);
    int described = 0;
    for (const event::Event& event : events(path)) {
      const auto* summary = std::get_if<event::Summary>(&event.what);
      if (summary == nullptr) continue;
      for (const event::Value& value : summary->values)
        described += value.metadata.has_value();
    }
    EXPECT_GE(described, 1) << path;
    EXPECT_LE(described, 2) << path;
  }
}

TEST_F(SummaryWriterTest, KeepsAllBitsOfDoubleScalars) {
  auto doubles = options();
  doubles.double_scalars = true;
  SummaryWriter writer = make_writer(doubles);
  const double third = 1.0 / 3.0;
  writer.add_scalar("loss", third, 1);
  writer.add_scalar("loss", 1e300, 2);
  EXPECT_TRUE(writer.close());
  const auto read = points();
  ASSERT_THAT(read, SizeIs(2));
  EXPECT_EQ(read[0].value, third);
  EXPECT_EQ(read[1].value, 1e300);
}

TEST_F(SummaryWriterTest, TakesNotFiniteValuesForData) {
  SummaryWriter writer = make_writer();
  const double inf = std::numeric_limits<double>::infinity();
  writer.add_scalar("loss", inf, 0);
  writer.add_scalar("loss", -inf, 1);
  writer.add_scalar("loss", std::nan(""), 2);
  writer.add_scalar("loss", 1e300, 3);
  EXPECT_TRUE(writer.close());
  const auto read = points();
  ASSERT_THAT(read, SizeIs(4));
  EXPECT_EQ(read[0].value, inf);
  EXPECT_EQ(read[1].value, -inf);
  EXPECT_TRUE(std::isnan(read[2].value));
  EXPECT_EQ(read[3].value, inf) << "beyond what a float holds";
}

TEST_F(SummaryWriterTest, TakesThePresentForAWallTimeThatIsNone) {
  SummaryWriter writer = make_writer();
  const double before = system_clock().wall_secs();
  writer.add_scalar("loss", 0, 0, 1'234.5);
  writer.add_scalar("loss", 0, 1, std::nan(""));
  writer.add_scalar("loss", 0, 2, std::numeric_limits<double>::infinity());
  writer.scalar("loss").add(3, 0, std::nan(""));
  EXPECT_TRUE(writer.close());
  const double after = system_clock().wall_secs();
  const auto read = points();
  ASSERT_THAT(read, SizeIs(4));
  EXPECT_EQ(read[0].wall_secs, 1'234.5);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_GE(read[i].wall_secs, before - 1e-2);
    EXPECT_LE(read[i].wall_secs, after + 1e-2);
  }
}

TEST_F(SummaryWriterTest, TakesAnyTag) {
  SummaryWriter writer = make_writer();
  const std::string tall(10'240, 't');
  for (const std::string_view tag : {std::string_view(tall), {}, {"a\xffz"}}) {
    writer.add_scalar(tag, 1, 1);
    writer.scalar(tag).add(2, 2);
    EXPECT_TRUE(writer.add_text(tag, "text\xff", 3));
  }
  EXPECT_TRUE(writer.close());
  std::vector<std::string> tags;
  for (const support::Point& point : points()) tags.push_back(point.tag);
  const std::string repaired = "a\xef\xbf\xbdz";
  EXPECT_THAT(tags, ElementsAre(tall, tall, "", "", repaired, repaired));
}

TEST_F(SummaryWriterTest, DropsWhatAScalarAddsAfterItsWriter) {
  std::vector<Scalar> survivors;
  {
    SummaryWriter writer = make_writer();
    survivors.push_back(writer.scalar("loss"));
    survivors[0].add(0, 0);
  }
  for (int i = 1; i < 100'000; ++i) survivors[0].add(i, i);
  EXPECT_TRUE(counted(1));
  EXPECT_THAT(files(), SizeIs(1));
}

TEST_F(SummaryWriterTest, MovesWithItsScalars) {
  SummaryWriter writer = make_writer();
  Scalar loss = writer.scalar("loss");
  SummaryWriter moved = std::move(writer);
  loss.add(0, 0);
  moved.add_scalar("loss", 1, 1);
  EXPECT_TRUE(moved.close());
  EXPECT_TRUE(counted(2));
  auto elsewhere = options();
  elsewhere.directory = "other";
  moved = make_writer(elsewhere);
  loss.add(2, 2);
  moved.add_scalar("loss", 0, 0);
  EXPECT_TRUE(moved.close());
  EXPECT_TRUE(counted(2)) << "the writer that was assigned to has ended";
  EXPECT_THAT(points("other"), SizeIs(1));
}

TEST_F(SummaryWriterTest, WritesEventsAsTheyAre) {
  SummaryWriter writer = make_writer();
  EXPECT_TRUE(
      writer.add_event(std::string("\x09\0\0\0\0\0\0\xf0?\x10\x07", 11)));
  EXPECT_FALSE(writer.add_event(""));
  EXPECT_TRUE(writer.close());
  const auto read = only_events();
  ASSERT_THAT(read, SizeIs(2));
  EXPECT_EQ(read[1].wall_time.secs(), 1.0);
  EXPECT_EQ(read[1].step.value, 7);
}

TEST_F(SummaryWriterTest, PutsTheTensorFileBesideTheEventFile) {
  auto odd = options();
  odd.filename_suffix = ".tfevents";
  SummaryWriter writer = make_writer(odd);
  const std::vector<float> values{1, 2, 3};
  EXPECT_TRUE(writer.add_tensor("weights", values, 5));
  EXPECT_TRUE(writer.close());
  const auto tensors = support::files_in(memory_, "run", "sltensors");
  ASSERT_THAT(tensors, SizeIs(1));
  EXPECT_EQ(tensors[0].find("tfevents"), std::string::npos);
  EXPECT_THAT(memory_.content(tensors[0]), HasSubstr("weights"));
}

TEST(SummaryWriterOff, TouchesNoDisk) {
  const storage::TemporaryDirectory directory;
  WriterOptions options;
  options.enabled = false;
  const int fds = int(
      std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
  SummaryWriter writer(directory / "run", options);
  writer.add_scalar("loss", 1, 1);
  writer.scalar("loss").add(2, 2);
  EXPECT_FALSE(writer.would_wait(1 << 30));
  EXPECT_TRUE(writer.add_scalars("a", {{"b", 1.0}}));
  EXPECT_TRUE(writer.add_text("a", "b"));
  EXPECT_TRUE(writer.add_histogram("a", TensorView()));
  EXPECT_TRUE(writer.add_tensor("a", TensorView()));
  EXPECT_TRUE(writer.add_embedding(TensorView()));
  EXPECT_TRUE(writer.add_hparams({}, {}));
  EXPECT_TRUE(writer.flush());
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(writer.directory(), "");
  EXPECT_EQ(writer.file_path(), "");
  EXPECT_EQ(writer.dropped(), 0u);
  EXPECT_FALSE(std::filesystem::exists(directory / "run"));
  EXPECT_EQ(int(std::distance(
                std::filesystem::directory_iterator("/proc/self/fd"), {})),
            fds);
}

TEST_F(SummaryWriterTest, KeepsFilesInOrderWhenTheClockJumpsBack) {
  ManualClock clock(1.7e9);
  SummaryWriter writer = make_writer(options(), clock);
  for (int i = 0; i < 20; ++i) {
    writer.add_scalar("loss", i, i);
    EXPECT_TRUE(writer.close());
    clock.set_wall_secs(1.7e9 - i * 1e6);
  }
  EXPECT_THAT(files(), SizeIs(20));
  EXPECT_TRUE(counted(20));
  const auto read = points();
  EXPECT_EQ(read[0].wall_secs, 1.7e9);
  EXPECT_EQ(read[19].wall_secs, 1.7e9 - 18e6) << "the clock is believed";
}

}  // namespace
}  // namespace stepline
