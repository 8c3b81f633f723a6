// Lists that a store keeps while series come and go, against a look at every
// series.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/natural_order.h"
#include "storage/memory_file_system.h"
#include "store/event_log.h"
#include "store/memory_store.h"

namespace stepline::store {

void PrintTo(const TagInfo& tag, std::ostream* out) {
  *out << name_of(tag.kind) << " " << tag.tag << ": " << tag.points << " in "
       << tag.runs;
}
bool operator==(const TagInfo& a, const TagInfo& b) {
  return a.tag == b.tag && a.kind == b.kind && a.runs == b.runs &&
         a.points == b.points;
}

namespace {

using reader::Kind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ListingTest : public ::testing::Test {
 protected:
  void write(const std::string& run, const std::string& name,
             const std::string& bytes) {
    must(files_.make_directories("/logs/" + run));
    must(files_.replace("/logs/" + run + "/" + name, bytes));
  }
  void load() {
    if (store_ != nullptr) return must(store_->reload());
    must(files_.make_directories("/logs"));
    MemoryStoreOptions options;
    options.roots = {{"", "/logs"}};
    options.threads = 2;
    auto store = MemoryStore::open(files_, options);
    must(store);
    store_ = std::move(*store);
    store_->wait_until_loaded();
  }

  template <class R>
  static void must(const R& result) {
    if (!result) throw std::runtime_error(result.error().message);
  }

  // What tags() must be, without restarts.
  std::vector<TagInfo> tags_by_looking(
      std::optional<std::span<const RunId>> runs) {
    struct Less {
      bool operator()(const std::pair<Kind, std::string>& a,
                      const std::pair<Kind, std::string>& b) const {
        if (a.first != b.first) return a.first < b.first;
        return natural_order(a.second, b.second) < 0;
      }
    };
    std::map<std::pair<Kind, std::string>, TagInfo, Less> found;
    for (const SeriesInfo& info : store_->series({})) {
      if (runs && std::ranges::find(*runs, info.run) == runs->end()) continue;
      TagInfo& tag = found[{info.kind, info.tag}];
      tag.tag = info.tag;
      tag.kind = info.kind;
      ++tag.runs;
      tag.points += info.count;
    }
    std::vector<TagInfo> all;
    for (auto& [key, tag] : found) all.push_back(tag);
    return all;
  }

  void check() {
    EXPECT_EQ(store_->tags({}), tags_by_looking({}));
    const std::vector<RunId> ids = store_->run_ids();
    const std::vector<RunId> some(ids.begin(), ids.begin() + ids.size() / 2);
    EXPECT_EQ(store_->tags(some), tags_by_looking(some));

    Totals totals;
    std::size_t i = 0;
    for (const RunInfo& run : store_->runs()) {
      ASSERT_EQ(run.id, ids[i++]);
      ++totals.runs;
      totals.damaged_records += run.damaged_records;
      RunInfo looked;
      for (const SeriesInfo& info : store_->series({run.id, {}, {}})) {
        ++looked.series;
        looked.points += info.count;
        looked.last_wall_secs =
            std::max(looked.last_wall_secs, info.last_wall_secs);
        check_places(info);
      }
      EXPECT_EQ(run.series, looked.series);
      EXPECT_EQ(run.points, looked.points);
      EXPECT_EQ(run.last_wall_secs, looked.last_wall_secs);
      totals.series += looked.series;
      totals.points += looked.points;
    }
    EXPECT_EQ(store_->totals().runs, totals.runs);
    EXPECT_EQ(store_->totals().series, totals.series);
    EXPECT_EQ(store_->totals().points, totals.points);
    EXPECT_EQ(store_->totals().damaged_records, totals.damaged_records);
  }

  void check_places(const SeriesInfo& info) {
    const RunId asked[] = {RunId{9999}, info.run};
    const auto places = store_->places(info.tag, info.kind, asked);
    ASSERT_EQ(places.size(), 1u);
    EXPECT_EQ(places[0].id, info.id);
    EXPECT_EQ(places[0].run, info.run);
    EXPECT_EQ(places[0].version, info.version);
    EXPECT_EQ(places[0].points, info.count);
    const auto by_tag = store_->series({info.run, info.kind, info.tag});
    ASSERT_EQ(by_tag.size(), 1u);
    EXPECT_EQ(by_tag[0].id, info.id);
  }

  storage::MemoryFileSystem files_;
  std::unique_ptr<MemoryStore> store_;
};

TEST_F(ListingTest, CountsTagsByKindAndInNaturalOrder) {
  write("a", "events.out.tfevents.1",
        EventLog().text("x", 1, "t").scalar("b10", 1, 1).bytes());
  write("b", "events.out.tfevents.1",
        EventLog().scalar("x", 1, 1).scalar("b2", 1, 1).bytes());
  load();
  EXPECT_THAT(store_->tags({}), ElementsAre(TagInfo{"b2", Kind::Scalar, 1, 1},
                                            TagInfo{"b10", Kind::Scalar, 1, 1},
                                            TagInfo{"x", Kind::Scalar, 1, 1},
                                            TagInfo{"x", Kind::Text, 1, 1}));
  EXPECT_THAT(store_->tags(std::span<const RunId>()), IsEmpty());
}

TEST_F(ListingTest, CountsWhatTheFilesHoldWhereARestartSupersedesSome) {
  write(
      "a", "events.out.tfevents.1",
      EventLog().scalar("x", 1, 1).session_start(1).scalar("x", 1, 2).bytes());
  load();
  EXPECT_EQ(store_->tags({}).front(), (TagInfo{"x", Kind::Scalar, 1, 2}));
  EXPECT_EQ(store_->series({}).back().count, 1u);
  EXPECT_EQ(store_->totals().points, 3u);  // The session's start is one.
  EXPECT_EQ(store_->runs()[0].points, 2u);
}

TEST_F(ListingTest, KeepsItsCountsWhileFilesComeGrowAndGo) {
  std::mt19937 random(7);
  std::map<std::string, EventLog> logs;
  const auto write_some = [&](const std::string& run) {
    EventLog& log =
        logs.try_emplace(run, EventLog(1000 + random() % 9)).first->second;
    for (unsigned i = 1 + random() % 4; i > 0; --i) {
      const std::string tag = "t" + std::to_string(random() % 6);
      const auto step = static_cast<std::int64_t>(log.bytes().size());
      if (random() % 4 == 0) {
        log.text(tag, step, "words");
      } else {
        log.scalar(tag, step, 1);
      }
    }
    std::string bytes = log.bytes();
    if (random() % 5 == 0) bytes += std::string(40, 'x');
    write(run, "events.out.tfevents.1", bytes);
  };
  for (int round = 0; round < 60; ++round) {
    for (unsigned i = random() % 4; i > 0; --i) {
      const std::string run = "r" + std::to_string(random() % 8);
      if (random() % 4 > 0) {
        write_some(run);
      } else if (logs.erase(run) > 0) {
        must(files_.remove("/logs/" + run + "/events.out.tfevents.1"));
      }
    }
    load();
    SCOPED_TRACE(round);
    check();
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(ListingTest, StillKnowsTheNamesOfWhatWasRemoved) {
  write("a", "events.out.tfevents.1", EventLog().scalar("x", 1, 1).bytes());
  load();
  const SeriesId id = store_->series({})[0].id;
  const std::uint64_t cursor = store_->cursor();
  EXPECT_TRUE(store_->is_known(cursor));
  EXPECT_FALSE(store_->is_known(cursor + 1));
  EXPECT_FALSE(store_->is_known(0));
  must(files_.remove("/logs/a/events.out.tfevents.1"));
  load();
  EXPECT_THAT(store_->infos({&id, 1}), IsEmpty());
  const auto names = store_->names({&id, 1});
  ASSERT_EQ(names.size(), 1u);
  EXPECT_EQ(names[0].tag, "x");
  EXPECT_EQ(names[0].kind, Kind::Scalar);
  EXPECT_GT(store_->cursor(), cursor);
}

TEST_F(ListingTest, TakesTheStartFromTheFirstFilesName) {
  write("named", "events.out.tfevents.1699999999.host",
        EventLog(1000).scalar("x", 1, 1).bytes());
  write("named", "events.out.tfevents.1700000000.host",
        EventLog(500).scalar("x", 2, 1).bytes());
  write("short", "events.out.tfevents.169999999.host",
        EventLog(1000).scalar("x", 1, 1).bytes());
  write("plain", "events.out.tfevents.v2",
        EventLog(2000).scalar("x", 1, 1).bytes());
  load();
  std::map<std::string, double> starts;
  for (const RunInfo& run : store_->runs()) starts[run.name] = run.start_secs;
  EXPECT_EQ(starts["named"], 1699999999);
  EXPECT_EQ(starts["short"], 1000);
  EXPECT_EQ(starts["plain"], 2000);
}

}  // namespace
}  // namespace stepline::store
