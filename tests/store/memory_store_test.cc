#include "store/memory_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "record/record_writer.h"
#include "storage/fault_file_system.h"
#include "storage/memory_file_system.h"
#include "store/event_log.h"
#include "writer/tensor_blob.h"

namespace stepline::store {
namespace {

using reader::Kind;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class MemoryStoreTest : public ::testing::Test {
 protected:
  void write(const std::string& run, const std::string& name,
             const std::string& bytes) {
    const std::string directory = run == "." ? "/logs" : "/logs/" + run;
    ASSERT_TRUE(files_.make_directories(directory));
    auto file = files_.create(directory + "/" + name);
    ASSERT_TRUE(file && *file != nullptr);
    ASSERT_TRUE((*file)->append(bytes));
    open_files_.push_back(std::move(*file));
  }
  void write(const std::string& run, const EventLog& log) {
    write(run, kName, log.bytes());
  }
  void append(const std::string& bytes) {
    ASSERT_TRUE(open_files_.back()->append(bytes));
  }

  MemoryStore& open() {
    ASSERT_TRUE_OR_DIE(files_.make_directories("/logs"));
    MemoryStoreOptions options;
    options.roots = {{"", "/logs"}};
    options.threads = 2;
    auto store = MemoryStore::open(files_, options);
    ASSERT_TRUE_OR_DIE(store);
    store_ = std::move(*store);
    store_->wait_until_loaded();
    return *store_;
  }

  template <class R>
  static void ASSERT_TRUE_OR_DIE(const R& result) {
    if (!result) throw std::runtime_error(result.error().message);
  }

  SeriesId id_of(const std::string& tag, Kind kind = Kind::Scalar) {
    const auto all = store_->series({.run = {}, .kind = kind, .tag = tag});
    if (all.size() != 1) throw std::runtime_error("not one series: " + tag);
    return all[0].id;
  }
  std::vector<double> values(const std::string& tag) {
    return store_->points(id_of(tag), 0, 1000)->values;
  }

  static constexpr char kName[] = "events.out.tfevents.1.host";

  storage::MemoryFileSystem files_;
  std::vector<std::unique_ptr<storage::AppendFile>> open_files_;
  std::unique_ptr<MemoryStore> store_;
};

TEST_F(MemoryStoreTest, IsEmptyOverAnEmptyDirectory) {
  const MemoryStore& store = open();
  EXPECT_THAT(store.runs(), IsEmpty());
  EXPECT_THAT(store.series({}), IsEmpty());
  EXPECT_TRUE(store.progress().loaded);
  EXPECT_THAT(store.problems(), IsEmpty());
}

TEST_F(MemoryStoreTest, RefusesARootThatIsNotThere) {
  MemoryStoreOptions options;
  options.roots = {{"", "/nowhere"}};
  const auto store = MemoryStore::open(files_, options);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::NotFound);
}

TEST_F(MemoryStoreTest, RefusesOneNameForTwoRoots) {
  write("a", EventLog().scalar("x", 1, 1));
  write("b", EventLog().scalar("x", 1, 1));
  MemoryStoreOptions options;
  options.roots = {{"n", "/logs/a"}, {"n", "/logs/b"}};
  const auto store = MemoryStore::open(files_, options);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::InvalidArgument);
  EXPECT_THAT(store.error().message, HasSubstr("\"n\""));
}

TEST_F(MemoryStoreTest, ListsRunsInNaturalOrderWithTheirExtent) {
  write("run10", EventLog(500).scalar("loss", 7, 1).scalar("loss", 9, 2));
  write("run2", EventLog(100).scalar("loss", 1, 1).text("note", 3, "hello"));
  const auto runs = open().runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].name, "run2");
  EXPECT_EQ(runs[1].name, "run10");
  EXPECT_EQ(runs[0].series, 2u);
  EXPECT_EQ(runs[0].points, 2u);
  EXPECT_EQ(runs[0].first_step, 1);
  EXPECT_EQ(runs[0].last_step, 3);
  EXPECT_EQ(runs[0].first_wall_secs, 100);
  EXPECT_EQ(runs[0].last_wall_secs, 102);
  EXPECT_EQ(store_->run(runs[1].id)->last_step, 9);
  EXPECT_EQ(store_->run(RunId{99}).error().code, ErrorCode::NotFound);
}

TEST_F(MemoryStoreTest, KeepsTheDifferentKindsOfATagApart) {
  write(".", EventLog().scalar("x", 1, 5).text("x", 2, "five"));
  open();
  EXPECT_THAT(values("x"), ElementsAre(5));
  const auto datum = store_->read_blob(id_of("x", Kind::Text), 0);
  ASSERT_TRUE(datum) << datum.error().message;
  EXPECT_THAT(std::get<event::Array>(datum->content).strings,
              ElementsAre("five"));
  EXPECT_EQ(store_->metadata(id_of("x", Kind::Text))->plugin_name, "text");
}

TEST_F(MemoryStoreTest, KeepsDoublesExactly) {
  write(".",
        EventLog().double_scalar("x", 1, 0.1).double_scalar("x", 2, 1e300));
  open();
  EXPECT_THAT(values("x"), ElementsAre(0.1, 1e300));
}

TEST_F(MemoryStoreTest, AnswersManySeriesInOneCall) {
  write("a", EventLog().scalar("loss", 1, 5));
  write("b", EventLog().scalar("loss", 1, 6).text("t", 1, "x"));
  open();
  RangeQuery query;
  for (const SeriesInfo& info : store_->series({})) {
    query.series.push_back(info.id);
  }
  query.series.push_back(SeriesId{1000});
  const auto answers = store_->ranges(query);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_TRUE(answers[0].reduced.exact);
  EXPECT_THAT(answers[0].reduced.points.values, ElementsAre(5));
  EXPECT_THAT(answers[1].reduced.points.values, ElementsAre(6));
}

TEST_F(MemoryStoreTest, SaysWhyASeriesHasNoPoints) {
  write(".", EventLog().text("t", 1, "x"));
  open();
  const auto points = store_->points(id_of("t", Kind::Text), 0, 1);
  ASSERT_FALSE(points);
  EXPECT_THAT(points.error().message, HasSubstr("kind text, want scalar"));
}

TEST_F(MemoryStoreTest, ShowsARestartAsABranch) {
  write("r", "a.tfevents.1",
        EventLog(100)
            .scalar("loss", 1, 1)
            .scalar("loss", 2, 2)
            .scalar("loss", 3, 3)
            .bytes());
  write("r", "a.tfevents.2", EventLog(200).scalar("loss", 2, 20).bytes());
  open();
  EXPECT_THAT(values("loss"), ElementsAre(1, 20));
  const SeriesId id = id_of("loss");
  EXPECT_EQ(store_->find_series(id)->branches, 1u);
  EXPECT_EQ(store_->find_series(id)->count, 2u);
  ASSERT_EQ(store_->branches(id)->size(), 1u);
  EXPECT_EQ(store_->branches(id)->at(0).restart_step, 2);
  EXPECT_THAT(store_->points(id, 0, 9, 0)->values, ElementsAre(2, 3));
  EXPECT_FALSE(store_->points(id, 0, 9, 1));
  RangeQuery query;
  query.series = {id};
  query.branch = 0;
  EXPECT_THAT(store_->ranges(query).at(0).reduced.points.values,
              ElementsAre(2, 3));
}

TEST_F(MemoryStoreTest, CutsEveryTagAtASessionsStartInsideAFile) {
  write("r", EventLog()
                 .scalar("a", 1, 1)
                 .scalar("b", 1, 10)
                 .scalar("a", 2, 2)
                 .scalar("b", 2, 20)
                 .session_start(2)
                 .scalar("a", 2, 3));
  open();
  EXPECT_THAT(values("a"), ElementsAre(1, 3));
  EXPECT_THAT(values("b"), ElementsAre(10));
}

TEST_F(MemoryStoreTest, DoesTheSameWhenTheSessionsStartComesLater) {
  EventLog log;
  log.scalar("a", 1, 1).scalar("b", 1, 10).scalar("a", 2, 2).scalar("b", 2, 20);
  write("r", log);
  open();
  const std::uint64_t cursor = store_->changes_since(0).cursor;
  const std::size_t before = log.bytes().size();
  log.session_start(2).scalar("a", 2, 3);
  append(log.bytes().substr(before));
  ASSERT_TRUE(store_->reload());
  EXPECT_THAT(values("a"), ElementsAre(1, 3));
  EXPECT_THAT(values("b"), ElementsAre(10));
  const Changes changes = store_->changes_since(cursor);
  ASSERT_EQ(changes.series.size(), 3u);  // And the session log itself.
  EXPECT_TRUE(changes.series[0].rewritten);
  EXPECT_TRUE(changes.series[1].rewritten);
}

TEST_F(MemoryStoreTest, FollowsAFileThatGrowsByHalves) {
  EventLog log;
  log.scalar("loss", 1, 1);
  write("r", log);
  open();
  const std::uint64_t cursor = store_->changes_since(0).cursor;
  const std::size_t before = log.bytes().size();
  log.scalar("loss", 2, 2);
  const std::string added = log.bytes().substr(before);
  append(added.substr(0, 20));
  ASSERT_TRUE(store_->reload());
  EXPECT_THAT(values("loss"), ElementsAre(1));
  EXPECT_THAT(store_->changes_since(cursor).series, IsEmpty());
  append(added.substr(20));
  ASSERT_TRUE(store_->reload());
  EXPECT_THAT(values("loss"), ElementsAre(1, 2));
  const Changes changes = store_->changes_since(cursor);
  ASSERT_EQ(changes.series.size(), 1u);
  EXPECT_EQ(changes.series[0].from, 1u);
  EXPECT_FALSE(changes.series[0].rewritten);
  EXPECT_THAT(store_->problems(), IsEmpty());
}

TEST_F(MemoryStoreTest, TellsThatARestartedRunJustGrows) {
  write("r", "a.tfevents.1",
        EventLog(100).scalar("x", 1, 1).scalar("x", 2, 2).bytes());
  EventLog log(200);
  log.scalar("x", 2, 3);
  write("r", "a.tfevents.2", log.bytes());
  open();
  EXPECT_THAT(values("x"), ElementsAre(1, 3));  // Somebody has looked at it.
  const std::uint64_t cursor = store_->changes_since(0).cursor;
  const std::size_t before = log.bytes().size();
  log.scalar("x", 3, 4);
  append(log.bytes().substr(before));
  ASSERT_TRUE(store_->reload());
  EXPECT_THAT(values("x"), ElementsAre(1, 3, 4));
  const Changes changes = store_->changes_since(cursor);
  ASSERT_EQ(changes.series.size(), 1u);
  EXPECT_FALSE(changes.series[0].rewritten);
  EXPECT_EQ(changes.series[0].from, 2u);
}

TEST_F(MemoryStoreTest, TellsThatASecondFileRewritesWhatTheFirstHad) {
  write("r", "a.tfevents.1",
        EventLog(500).scalar("x", 1, 1).scalar("x", 3, 3).bytes());
  open();
  const std::uint64_t cursor = store_->changes_since(0).cursor;
  write("r", "a.tfevents.2",
        EventLog(100).scalar("x", 2, 2).scalar("x", 4, 4).bytes());
  ASSERT_TRUE(store_->reload());
  EXPECT_THAT(values("x"), ElementsAre(1, 2, 3, 4));
  const Changes changes = store_->changes_since(cursor);
  ASSERT_EQ(changes.series.size(), 1u);
  EXPECT_TRUE(changes.series[0].rewritten);
}

// An event file and a tensor file of one writer, which have a name in common.
TEST_F(MemoryStoreTest, CutsTensorsAtTheStartOfTheirOwnSession) {
  const auto tensors = [](std::initializer_list<std::int64_t> steps) {
    std::string bytes;
    for (const std::int64_t step : steps) {
      const std::vector<float> values{float(step)};
      const auto when = *event::WallTime::from_secs(double(step));
      record::append_record(
          bytes, writer::make_tensor_blob("w", values, event::Step{step}, when,
                                          bytes.size() + 12));
    }
    return bytes;
  };
  write("r", "events.out.tfevents.1", EventLog(0).scalar("x", 0, 0).bytes());
  write("r", "events.out.sltensors.1", tensors({0, 1, 2, 3}));
  write("r", "events.out.tfevents.2", EventLog(9).session_start(2).bytes());
  write("r", "events.out.sltensors.2", tensors({2, 3, 4}));
  open();
  const SeriesId id = id_of("w", Kind::Tensor);
  std::vector<std::int64_t> steps;
  const auto blobs = store_->blobs(id);
  for (const BlobInfo& blob : *blobs) steps.push_back(blob.step);
  EXPECT_THAT(steps, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(store_->branches(id)->size(), 1u);
}

TEST_F(MemoryStoreTest, KeepsTensorsThatAreOutOfOrder) {
  std::string bytes;
  for (const std::int64_t step : {5, 3}) {
    record::append_record(
        bytes,
        writer::make_tensor_blob("w", std::vector<float>{1}, event::Step{step},
                                 event::WallTime(), bytes.size() + 12));
  }
  write("r", "events.out.sltensors.1", bytes);
  open();
  const auto blobs = store_->blobs(id_of("w", Kind::Tensor));
  ASSERT_EQ(blobs->size(), 2u);
  EXPECT_EQ(blobs->at(0).step, 3);
}

TEST_F(MemoryStoreTest, KnowsMetadataOfAnEarlierSession) {
  EventLog log;
  log.text("t", 1, "first");
  write("r", log);
  open();
  const std::size_t before = log.bytes().size();
  event::Value bare;
  bare.tag = event::Tag("t");
  event::TensorProto tensor;
  tensor.dtype = event::DataType::String;
  tensor.has_shape = true;
  tensor.string_val = {"second"};
  bare.value = tensor;
  log.session_start(2).values(2, {bare});
  append(log.bytes().substr(before));
  ASSERT_TRUE(store_->reload());
  const auto datum = store_->read_blob(id_of("t", Kind::Text), 1);
  ASSERT_TRUE(datum);
  EXPECT_EQ(datum->metadata.plugin_name, "text");
}

TEST_F(MemoryStoreTest, ReadsAgainWhatCouldNotBeRead) {
  storage::FaultFileSystem faults(files_);
  write("r", EventLog().scalar("x", 1, 1));
  faults.fail(storage::FaultFileSystem::Operation::Open, EACCES, 1);
  MemoryStoreOptions options;
  options.roots = {{"", "/logs"}};
  auto store = MemoryStore::open(faults, options);
  ASSERT_TRUE(store);
  store_ = std::move(*store);
  store_->wait_until_loaded();
  EXPECT_THAT(store_->series({}), IsEmpty());
  EXPECT_EQ(store_->problems().size(), 1u);
  ASSERT_TRUE(store_->reload());
  EXPECT_THAT(values("x"), ElementsAre(1));
  store_.reset();
}

TEST_F(MemoryStoreTest, TellsThatARunWithASessionsStartJustGrows) {
  EventLog log;
  log.session_start(0).scalar("x", 1, 1);
  write("r", log);
  open();
  const std::uint64_t cursor = store_->changes_since(0).cursor;
  const std::size_t before = log.bytes().size();
  log.scalar("x", 2, 2);
  append(log.bytes().substr(before));
  ASSERT_TRUE(store_->reload());
  const Changes changes = store_->changes_since(cursor);
  ASSERT_EQ(changes.series.size(), 1u);
  EXPECT_FALSE(changes.series[0].rewritten);
  EXPECT_EQ(changes.series[0].from, 1u);
}

TEST_F(MemoryStoreTest, ReadsAReplacedFileAnew) {
  write("r", EventLog().scalar("old", 1, 1).scalar("both", 1, 1));
  open();
  const SeriesId both = id_of("both");
  ASSERT_TRUE(files_.replace(std::string("/logs/r/") + kName,
                             EventLog().scalar("both", 5, 50).bytes()));
  ASSERT_TRUE(store_->reload());
  EXPECT_EQ(store_->runs().size(), 1u);
  EXPECT_THAT(values("both"), ElementsAre(50));
  EXPECT_EQ(id_of("both"), both);
  EXPECT_THAT(store_->series({.run = {}, .kind = {}, .tag = "old"}), IsEmpty());
}

TEST_F(MemoryStoreTest, ForgetsADeletedRun) {
  write("a", EventLog().scalar("x", 1, 1));
  write("b", EventLog().scalar("x", 1, 1));
  open();
  const RunId a = store_->runs()[0].id;
  const std::uint64_t cursor = store_->changes_since(0).cursor;
  files_.remove_tree("/logs/a");
  ASSERT_TRUE(store_->reload());
  ASSERT_EQ(store_->runs().size(), 1u);
  EXPECT_EQ(store_->runs()[0].name, "b");
  const Changes changes = store_->changes_since(cursor);
  EXPECT_THAT(changes.runs_removed, ElementsAre(a));
  EXPECT_EQ(changes.series_removed.size(), 1u);
}

TEST_F(MemoryStoreTest, ReportsDamageAndReadsOn) {
  EventLog log;
  log.scalar("x", 1, 1);
  const std::size_t damaged = log.bytes().size() + 20;
  log.scalar("x", 2, 2).scalar("x", 3, 3);
  std::string bytes = log.bytes();
  bytes[damaged] ^= 1;
  write("r", kName, bytes);
  open();
  EXPECT_THAT(values("x"), ElementsAre(1, 3));
  EXPECT_EQ(store_->runs()[0].damaged_records, 1u);
  ASSERT_EQ(store_->problems().size(), 1u);
  EXPECT_EQ(store_->problems()[0].offset, damaged - 20);
  EXPECT_THAT(store_->problems()[0].path, HasSubstr(kName));
}

TEST_F(MemoryStoreTest, RefusesABlobThatIsNoLongerThere) {
  write("r", EventLog().text("t", 1, "x"));
  open();
  ASSERT_TRUE(files_.replace(std::string("/logs/r/") + kName,
                             EventLog().scalar("t", 1, 1).bytes()));
  const auto datum = store_->read_blob(id_of("t", Kind::Text), 0);
  ASSERT_FALSE(datum);
  EXPECT_EQ(datum.error().code, ErrorCode::Corrupt);
}

TEST_F(MemoryStoreTest, SortsAndFiltersRowsByAStatistic) {
  write("a", EventLog(300).scalar("x", 1, 5).scalar("x", 2, 1));
  write("b", EventLog(200).scalar("x", 1, 2).scalar("x", 2, 9));
  write("c", EventLog(100).scalar("y", 1, 2));
  write("d", EventLog(400).scalar("x", 1, NAN));
  const MemoryStore& store = open();
  const auto names = [&](const RowsQuery& query) {
    std::vector<std::string> all;
    const auto rows = store.rows(query);
    for (const Row& row : rows.rows) {
      all.push_back(store.run(row.run)->name);
    }
    return all;
  };
  RowsQuery query;
  query.tag = "x";
  query.order = RowsQuery::Order::Value;
  EXPECT_THAT(names(query), ElementsAre("a", "b", "c", "d"));
  query.descending = true;
  EXPECT_THAT(names(query), ElementsAre("b", "a", "c", "d"));
  query.statistic = Statistic::Min;
  EXPECT_THAT(names(query), ElementsAre("b", "a", "c", "d"));
  query.statistic = Statistic::Max;
  query.at_most = 5;
  EXPECT_THAT(names(query), ElementsAre("a"));
  query = {};
  query.order = RowsQuery::Order::Start;
  query.offset = 1;
  query.limit = 2;
  EXPECT_THAT(names(query), ElementsAre("b", "a"));
  EXPECT_EQ(store.rows(query).total, 4u);
  query = {};
  query.accepts = [](RunId, const std::string& name) {
    return name == "a" || name == "b";
  };
  EXPECT_THAT(names(query), ElementsAre("a", "b"));
}

TEST_F(MemoryStoreTest, AggregatesATagOverRuns) {
  write("a", EventLog().scalar("x", 0, 1).scalar("x", 10, 1));
  write("b", EventLog().scalar("x", 0, 3).scalar("x", 10, 5));
  AggregateOptions options;
  options.pixels = 2;
  const Aggregate answer = open().aggregate("x", {}, options);
  ASSERT_EQ(answer.mean.size(), 2u);
  EXPECT_EQ(answer.mean[0], 2);
  EXPECT_EQ(answer.mean[1], 3);
  EXPECT_EQ(answer.max[1], 5);
}

}  // namespace
}  // namespace stepline::store
