#include "stepline/summary_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "store/reader_fixture.h"

namespace stepline {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST_F(SummaryReaderTest, ReadsACurveInColumns) {
  {
    auto log = writer();
    log.add_scalar("loss", 0.5, 1, 100.25);
    log.add_scalar("loss", NAN, 2, 101.5);
    log.add_scalar("loss", -INFINITY, 3, 102);
  }
  const ScalarSeries loss = open().read_scalars("loss");
  EXPECT_EQ(loss.run, ".");
  EXPECT_EQ(loss.name, "loss");
  EXPECT_THAT(loss.steps, ElementsAre(1, 2, 3));
  EXPECT_THAT(loss.wall_times, ElementsAre(100.25, 101.5, 102));
  EXPECT_THAT(loss.values,
              ElementsAre(0.5, testing::IsNan(), -double(INFINITY)));
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderTest, KeepsDoublesToTheLastBit) {
  WriterOptions wide;
  wide.double_scalars = true;
  writer("", wide).add_scalar("x", 0.1, 1);
  writer("narrow").add_scalar("y", 0.1, 1);
  const SummaryReader reader = open();
  EXPECT_EQ(reader.read_scalar("x", 1)->value, 0.1);
  EXPECT_EQ(reader.read_scalar("y", 1)->value, double(0.1f));
}

TEST_F(SummaryReaderTest, SelectsBySteps) {
  {
    auto log = writer();
    for (int step = 0; step < 100; ++step) log.add_scalar("x", step, step);
  }
  const SummaryReader reader = open();
  Selection some;
  some.from = 10;
  some.to = 13;
  EXPECT_THAT(reader.read_scalars("x", some).values,
              ElementsAre(10, 11, 12, 13));
  some.last = 2;
  EXPECT_THAT(reader.read_scalars("x", some).values, ElementsAre(12, 13));
  some.to = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(reader.read_scalars("x", some).values, ElementsAre(98, 99));
  EXPECT_THAT(reader.read_scalars("x", {.last = 0}).values, IsEmpty());
  EXPECT_EQ(reader.read_scalars("x", {.last = 1000}).size(), 100u);
  EXPECT_EQ(reader.read_scalar("x", 7)->value, 7);
}

TEST_F(SummaryReaderTest, AnswersTheLatestOfSeveralAtOneStep) {
  {
    auto log = writer();
    log.add_scalar("x", 1, 5);
    log.add_scalar("x", 2, 5);
  }
  const SummaryReader reader = open();
  EXPECT_EQ(reader.read_scalar("x", 5)->value, 2);
  EXPECT_THAT(reader.read_scalars("x", Selection::at(5)).values,
              ElementsAre(1, 2));
}

TEST_F(SummaryReaderTest, ListsRunsAndNamesInNaturalOrder) {
  for (const char* run : {"run10", "run2"}) {
    auto log = writer(run);
    log.add_scalar("layer10", 1, 1);
    log.add_scalar("layer9", 1, 1);
    ASSERT_TRUE(log.add_text("note", "x", 3));
  }
  writer("run2").add_scalar("only", 1, 1);
  const SummaryReader reader = open();
  EXPECT_THAT(reader.runs(), ElementsAre("run2", "run10"));
  EXPECT_THAT(reader.scalar_names(), ElementsAre("layer9", "layer10", "only"));
  EXPECT_THAT(reader.scalar_names("run10"), ElementsAre("layer9", "layer10"));
  EXPECT_THAT(reader.names(SummaryKind::Text), ElementsAre("note"));
  EXPECT_THAT(reader.tensor_names(), IsEmpty());
  const auto runs = reader.describe_runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].name, "run2");
  EXPECT_EQ(runs[0].series, 4u);
  EXPECT_EQ(runs[0].last_step, 3);
  EXPECT_EQ(runs[1].directory, path("run10"));
  const auto series = reader.describe_series("run10");
  ASSERT_EQ(series.size(), 3u);
  EXPECT_EQ(series[2].name, "note/text_summary");
  EXPECT_EQ(series[2].kind, SummaryKind::Text);
  EXPECT_EQ(series[2].last_step, 3);
  EXPECT_EQ(name_of(series[2].kind), "text");
}

TEST_F(SummaryReaderTest, FindsTheRunsOfAddScalars) {
  ASSERT_TRUE(writer().add_scalars("acc", {{"train", 0.5}, {"test", 0.25}}, 7));
  const SummaryReader reader = open();
  EXPECT_THAT(reader.runs(), ElementsAre(".", "acc_test", "acc_train"));
  EXPECT_EQ(reader.read_scalar("acc", 7, "acc_train")->value, 0.5);
  EXPECT_EQ(reader.read_scalar("acc", 7, "acc_test")->value, 0.25);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderTest, TakesTheFirstRunThatHasTheNameAndSaysSo) {
  writer("b10").add_scalar("x", 10, 1);
  writer("b9").add_scalar("x", 9, 1);
  writer("a").add_scalar("y", 0, 1);
  const SummaryReader reader = open();
  const ScalarSeries found = reader.read_scalars("x");
  EXPECT_EQ(found.run, "b9");
  EXPECT_THAT(found.values, ElementsAre(9));
  EXPECT_THAT(warnings(),
              ElementsAre("scalar \"x\" is in 2 runs, reading that of run "
                          "\"b9\""));
  EXPECT_THAT(reader.read_scalars("x", {.run = "b10"}).values, ElementsAre(10));
  EXPECT_EQ(reader.read_scalars("y").run, "a");
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderTest, WarnsOfWhatIsNotThereAndAnswersNothing) {
  {
    auto log = writer();
    log.add_scalar("loss", 1, 1);
    const std::vector<float> values = {1, 2};
    ASSERT_TRUE(log.add_tensor("weights", values, 4));
  }
  const SummaryReader reader = open();
  EXPECT_EQ(reader.read_scalars("los").size(), 0u);
  EXPECT_FALSE(reader.read_scalar("loss", 2));
  EXPECT_FALSE(reader.read_scalar("loss", 1, "nowhere"));
  EXPECT_FALSE(reader.read_tensor("weights", 5));
  EXPECT_THAT(reader.read_images("loss"), IsEmpty());
  EXPECT_THAT(reader.read_scalars("loss", {.branch = 0}).values, IsEmpty());
  EXPECT_THAT(reader.read_hparams(), IsEmpty());
  EXPECT_FALSE(reader.read_graph());
  EXPECT_FALSE(reader.read_embedding("points"));
  EXPECT_THAT(
      warnings(),
      ElementsAre("no scalar \"los\"",
                  "no value of scalar \"loss\" of run \".\" at step 2",
                  "no run named \"nowhere\"",
                  "no value of tensor \"weights\" of run \".\" at step 5",
                  "no image \"loss\"; there is the scalar",
                  "no branch 0, there are 0 (scalar \"loss\" of run \".\")",
                  "no hparams", "no graph \"__run_graph__\"",
                  "no embedding \"points\""));
}

TEST_F(SummaryReaderTest, PutsManyCurvesIntoOneTable) {
  for (const std::string run : {"a", "b"}) {
    auto log = writer(run);
    for (int step = 0; step < 3; ++step) {
      log.add_scalar("x", step, step);
      log.add_scalar("y", 10 * step, step);
    }
  }
  const SummaryReader reader = open();
  const ScalarTable all = reader.read_scalar_table();
  ASSERT_EQ(all.curves.size(), 4u);
  EXPECT_EQ(all.size(), 12u);
  EXPECT_EQ(all.curves[1].run, "a");
  EXPECT_EQ(all.curves[1].name, "y");
  EXPECT_EQ(all.curves[1].begin, 3u);
  EXPECT_EQ(all.curves[3].run, "b");
  EXPECT_EQ(all.curves[3].end, 12u);
  EXPECT_THAT(
      std::vector<double>(all.values.begin() + 3, all.values.begin() + 6),
      ElementsAre(0, 10, 20));

  const ScalarTable some = reader.read_scalar_table(
      {.names = {"y", "z"}, .runs = {"b"}, .from = 1, .to = {}});
  EXPECT_THAT(some.steps, ElementsAre(1, 2));
  EXPECT_THAT(some.values, ElementsAre(10, 20));
  EXPECT_EQ(some.wall_times.size(), 2u);
  EXPECT_THAT(warnings(), ElementsAre("no scalar \"z\""));
}

TEST_F(SummaryReaderTest, KeepsWhatARestartSupersededAsABranch) {
  const std::vector<float> old_weights = {1};
  const std::vector<float> new_weights = {2};
  {
    auto log = writer();
    for (int step = 0; step < 5; ++step) log.add_scalar("x", step, step);
    ASSERT_TRUE(log.add_text("note", "old", 4));
  }
  {
    WriterOptions resumed;
    resumed.purge_step = 3;
    auto log = writer("", resumed);
    log.add_scalar("x", 30, 3);
    ASSERT_TRUE(log.add_text("note", "new", 4));
  }
  const SummaryReader reader = open();
  EXPECT_THAT(reader.read_scalars("x").values, ElementsAre(0, 1, 2, 30));
  const auto branches = reader.branches("x");
  ASSERT_EQ(branches.size(), 1u);
  EXPECT_EQ(branches[0].restart_step, 3);
  EXPECT_EQ(branches[0].count, 2u);
  EXPECT_THAT(reader.read_scalars("x", {.branch = 0}).values,
              ElementsAre(3, 4));
  EXPECT_THAT(reader.read_scalars("x", {.from = 4, .branch = 0}).values,
              ElementsAre(4));
  EXPECT_THAT(reader.read_texts("note").at(0).texts, ElementsAre("new"));
  EXPECT_THAT(reader.read_texts("note", {.branch = 0}).at(0).texts,
              ElementsAre("old"));
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderTest, TakesInWhatALiveWriterAdds) {
  auto log = writer("a");
  log.add_scalar("x", 1, 1);
  ASSERT_TRUE(log.flush());
  SummaryReader reader = open();
  EXPECT_THAT(reader.read_scalars("x").values, ElementsAre(1));
  log.add_scalar("x", 2, 2);
  ASSERT_TRUE(log.add_text("note", "hello", 2));
  ASSERT_TRUE(log.flush());
  EXPECT_THAT(reader.read_scalars("x").values, ElementsAre(1));
  ASSERT_TRUE(reader.reload());
  EXPECT_THAT(reader.read_scalars("x").values, ElementsAre(1, 2));
  EXPECT_THAT(reader.read_texts("note").at(0).texts, ElementsAre("hello"));
  writer("b").add_scalar("x", 3, 3);
  ASSERT_TRUE(reader.reload());
  EXPECT_THAT(reader.runs(), ElementsAre("a", "b"));
  ASSERT_TRUE(log.close());
  std::filesystem::remove_all(path("a"));
  ASSERT_TRUE(reader.reload());
  EXPECT_THAT(reader.runs(), ElementsAre("b"));
  EXPECT_THAT(reader.read_scalars("x").values, ElementsAre(3));
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderTest, OpensOneFileOneRunOrSeveralDirectories) {
  writer("logs/a").add_scalar("x", 1, 1);
  writer("logs/b").add_scalar("x", 2, 1);
  writer("more/a").add_scalar("x", 3, 1);
  const SummaryReader file = open(event_file("logs/a"));
  EXPECT_EQ(file.runs().size(), 1u);
  EXPECT_THAT(file.read_scalars("x").values, ElementsAre(1));
  const SummaryReader run = open(path("logs/a"));
  EXPECT_THAT(run.runs(), ElementsAre("."));
  EXPECT_THAT(run.read_scalars("x").values, ElementsAre(1));
  const SummaryReader named = open("first:" + path("logs"));
  EXPECT_THAT(named.runs(), ElementsAre("first/a", "first/b"));
  const SummaryReader both = must(SummaryReader::open_all(
      {path("logs"), "other:" + path("more")}, options()));
  EXPECT_THAT(both.runs(), ElementsAre("logs/a", "logs/b", "other/a"));
  EXPECT_EQ(both.read_scalar("x", 1, "other/a")->value, 3);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(SummaryReaderTest, CannotOpenWhatIsNotThere) {
  const auto missing = SummaryReader::open(path("nowhere"), options());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
  EXPECT_THAT(missing.error().message, HasSubstr("nowhere"));
  const std::string pipe = path("events.out.tfevents.1.pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(SummaryReader::open(pipe, options()));
  const auto nothing = SummaryReader::open_all({}, options());
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::InvalidArgument);
}

TEST_F(SummaryReaderTest, OpensADirectoryThatWillHaveARun) {
  SummaryReader reader = open();
  EXPECT_THAT(reader.runs(), IsEmpty());
  EXPECT_THAT(warnings(), ElementsAre("no event files in \"" + path() + '"'));
  writer().add_scalar("x", 1, 1);
  ASSERT_TRUE(reader.reload());
  EXPECT_THAT(reader.read_scalars("x").values, ElementsAre(1));
}

TEST_F(SummaryReaderTest, ReportsAPipeThatIsCalledLikeAnEventFile) {
  writer().add_scalar("x", 1, 1);
  const std::string pipe = path("events.out.tfevents.1.pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(open().read_scalars("x").values, ElementsAre(1));
  const auto told = problems();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].what, LogProblem::What::Skipped);
  EXPECT_EQ(told[0].path, pipe);
  EXPECT_THAT(told[0].message, HasSubstr(pipe));
}

class DamagedFile : public SummaryReaderTest {
 protected:
  // Three points, the bytes of the second one's value other than written.
  void write_and_damage() {
    {
      auto log = writer();
      for (int step = 1; step <= 3; ++step) log.add_scalar("x", step, step);
    }
    std::fstream file(event_file(),
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(0, std::ios::end);
    const auto size = std::streamoff(file.tellg());
    // The three records at the end are alike but for tiny differences.
    file.seekp(size - 60);
    file.put('\x7f');
  }
};

TEST_F(DamagedFile, IsReportedOnceAndReadToItsEnd) {
  write_and_damage();
  SummaryReader reader = open();
  EXPECT_THAT(reader.read_scalars("x").values, ElementsAre(1, 3));
  const auto told = problems();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].what, LogProblem::What::Damage);
  EXPECT_EQ(told[0].path, event_file());
  EXPECT_TRUE(told[0].offset);
  EXPECT_THAT(told[0].message, HasSubstr("checksum"));
  EXPECT_THAT(reader.problems(), ElementsAre(told[0]));
  EXPECT_EQ(reader.describe_runs().at(0).damaged_records, 1u);
  ASSERT_TRUE(reader.reload());
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(DamagedFile, IsAWarningWhereNobodyListensToProblems) {
  write_and_damage();
  ReaderOptions only_warnings = options();
  only_warnings.on_problem = {};
  must(SummaryReader::open(path(), only_warnings));
  EXPECT_THAT(warnings(), ElementsAre(HasSubstr(event_file())));
}

TEST_F(SummaryReaderTest, WarnsOnStandardErrorOncePerWarning) {
  writer().add_scalar("x", 1, 1);
  const auto reader = SummaryReader::open(path());
  ASSERT_TRUE(reader);
  testing::internal::CaptureStderr();
  EXPECT_FALSE(reader->read_scalar("x", 2));
  EXPECT_FALSE(reader->read_scalar("x", 2));
  EXPECT_FALSE(reader->read_scalar("y", 2));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "stepline: no value of scalar \"x\" of run \".\" at step 2\n"
            "stepline: no scalar \"y\"\n");
}

TEST_F(SummaryReaderTest, AnswersManyThreadsWhileItReloads) {
  auto log = writer();
  log.add_scalar("x", 0, 0);
  ASSERT_TRUE(log.flush());
  SummaryReader reader = open();
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&reader] {
      std::size_t before = 0;
      while (before < 50) {
        const std::size_t now = reader.read_scalars("x").size();
        EXPECT_GE(now, before);
        before = now;
        EXPECT_EQ(reader.scalar_names().size(), 1u);
      }
    });
  }
  for (int step = 1; step < 50; ++step) {
    log.add_scalar("x", step, step);
    ASSERT_TRUE(log.flush());
    ASSERT_TRUE(reader.reload());
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(SummaryReaderTest, CanBeMoved) {
  writer().add_scalar("x", 1, 1);
  SummaryReader first = open();
  SummaryReader second = std::move(first);
  EXPECT_THAT(second.read_scalars("x").values, ElementsAre(1));
  first = std::move(second);
  EXPECT_THAT(first.read_scalars("x").values, ElementsAre(1));
}

}  // namespace
}  // namespace stepline
