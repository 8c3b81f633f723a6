// Files that were written side by side, loaded at once and followed live.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "event_log.h"
#include "record/record_writer.h"
#include "storage/memory_file_system.h"
#include "store/memory_store.h"
#include "writer/tensor_blob.h"

namespace stepline::store {
namespace {

using reader::Kind;
using ::testing::ElementsAre;

class SiblingsTest : public ::testing::Test {
 protected:
  using Open = std::unique_ptr<MemoryStore>;

  // Makes the file, or appends to it.
  void write(const std::string& name, std::string_view bytes) {
    ASSERT_TRUE(files_.make_directories("/logs"));
    auto& file = open_files_[name];
    if (file == nullptr) {
      auto made = files_.create("/logs/" + name);
      ASSERT_TRUE(made && *made != nullptr);
      file = std::move(*made);
    }
    ASSERT_TRUE(file->append(bytes));
  }

  Open open() {
    MemoryStoreOptions options;
    options.roots = {{"", "/logs"}};
    options.threads = 2;
    auto store = MemoryStore::open(files_, options);
    EXPECT_TRUE(store);
    (*store)->wait_until_loaded();
    return std::move(*store);
  }

  static std::vector<double> values(MemoryStore& store, const std::string& tag,
                                    std::optional<std::uint32_t> branch = {}) {
    const auto all =
        store.series({.run = {}, .kind = Kind::Scalar, .tag = tag});
    if (all.empty()) return {};
    const auto points = store.points(all[0].id, 0, 1000, branch);
    return points ? points->values : std::vector<double>{};
  }

  storage::MemoryFileSystem files_;
  std::map<std::string, std::unique_ptr<storage::AppendFile>> open_files_;
};

TEST_F(SiblingsTest, OfOneSessionAreAllShown) {
  write(
      "1.tfevents",
      EventLog::of_session(7, 100).scalar("a", 8, 8).scalar("a", 9, 9).bytes());
  write(
      "2.tfevents",
      EventLog::of_session(7, 200).scalar("a", 0, 0).scalar("a", 1, 1).bytes());
  EXPECT_THAT(values(*open(), "a"), ElementsAre(0, 1, 8, 9));
}

TEST_F(SiblingsTest, OfAnotherSessionRestart) {
  write(
      "1.tfevents",
      EventLog::of_session(7, 100).scalar("a", 0, 1).scalar("a", 9, 2).bytes());
  write("2.tfevents", EventLog::of_session(8, 200).scalar("a", 9, 3).bytes());
  write("3.tfevents", EventLog::of_session(8, 300).scalar("a", 1, 4).bytes());
  const auto store = open();
  EXPECT_THAT(values(*store, "a"), ElementsAre(1, 4, 3));
  EXPECT_THAT(values(*store, "a", 0), ElementsAre(2));
}

TEST_F(SiblingsTest, AreNotMadeByMillisecondsInPlaceOfSeconds) {
  EventLog first(100);
  first.scalar("a", 8, 8).at(1.7e12).scalar("other", 0, 0);
  write("1.tfevents", first.bytes());
  write("2.tfevents", EventLog(200).scalar("a", 0, 0).bytes());
  EXPECT_THAT(values(*open(), "a"), ElementsAre(0));
}

TEST_F(SiblingsTest, AreFoundByTimesOfWhateverTags) {
  EventLog first(100);
  first.scalar("a", 8, 8).scalar("other", 0, 0);
  write("1.tfevents", first.bytes());
  EventLog second(150);
  write("2.tfevents", second.at(300).scalar("a", 0, 0).bytes());
  const auto store = open();
  EXPECT_THAT(values(*store, "a"), ElementsAre(0));

  const std::uint64_t cursor = store->changes_since(0).cursor;
  const std::size_t before = first.bytes().size();
  first.at(160).scalar("other", 1, 1);
  write("1.tfevents", first.bytes().substr(before));
  ASSERT_TRUE(store->reload());
  EXPECT_THAT(values(*store, "a"), ElementsAre(0, 8));
  const Changes changes = store->changes_since(cursor);
  ASSERT_EQ(changes.series.size(), 2u);
  EXPECT_TRUE(std::ranges::any_of(changes.series, [&](const auto& change) {
    return change.rewritten && store->find_series(change.id)->tag == "a";
  }));
}

TEST_F(SiblingsTest, HaveTensorFilesThatAreTheirs) {
  const auto tensor = [](std::int64_t step, double wall_secs) {
    std::string bytes;
    record::append_record(
        bytes, writer::make_tensor_blob(
                   "w", std::vector<float>{1}, event::Step{step},
                   *event::WallTime::from_secs(wall_secs), bytes.size() + 12));
    return bytes;
  };
  const auto steps = [](MemoryStore& store) {
    std::vector<std::int64_t> found;
    const auto all =
        store.series({.run = {}, .kind = Kind::Tensor, .tag = "w"});
    const auto blobs = store.blobs(all.at(0).id);
    for (const BlobInfo& blob : *blobs) found.push_back(blob.step);
    return found;
  };
  write("events.sltensors.1", tensor(8, 101));
  write("events.sltensors.2", tensor(0, 201));
  const auto store = open();
  EXPECT_THAT(steps(*store), ElementsAre(0));
  write("events.tfevents.1", EventLog::of_session(7, 100).bytes());
  write("events.tfevents.2", EventLog::of_session(7, 200).bytes());
  ASSERT_TRUE(store->reload());
  EXPECT_THAT(steps(*store), ElementsAre(0, 8));
  EXPECT_THAT(steps(*open()), ElementsAre(0, 8));
}

// What shows after following files in random pieces is what a new reader finds.
TEST_F(SiblingsTest, ShowTheSameLiveAndAtOnce) {
  std::mt19937 random(5);
  const auto up_to = [&](int most) {
    return std::uniform_int_distribution<int>(0, most)(random);
  };
  int branches = 0;
  for (int round = 0; round < 100; ++round) {
    files_.remove_tree("/logs");
    open_files_.clear();
    ASSERT_TRUE(files_.make_directories("/logs"));
    std::vector<std::pair<std::string, std::string>> rest;
    for (int file = 0; file < 3; ++file) {
      EventLog log =
          EventLog::of_session(std::uint64_t(up_to(3)), 100 + up_to(60));
      for (int i = 0; i < 12; ++i) {
        if (up_to(20) == 0) log.session_start(up_to(9));
        log.scalar(up_to(1) == 0 ? "a" : "b", up_to(9), float(file * 100 + i));
      }
      rest.emplace_back(std::to_string(file) + ".tfevents", log.bytes());
    }
    const auto live = open();
    while (
        std::ranges::any_of(rest, [](auto& r) { return !r.second.empty(); })) {
      auto& [name, bytes] = rest[std::size_t(up_to(2))];
      const auto piece =
          std::min<std::size_t>(std::size_t(up_to(200)), bytes.size());
      write(name, bytes.substr(0, piece));
      bytes.erase(0, piece);
      ASSERT_TRUE(live->reload());
      values(*live, "a");
    }
    const auto fresh = open();
    for (const char* const tag : {"a", "b"}) {
      EXPECT_EQ(values(*live, tag), values(*fresh, tag)) << round;
      for (std::uint32_t branch = 0; branch < 6; ++branch) {
        EXPECT_EQ(values(*live, tag, branch), values(*fresh, tag, branch));
        branches += !values(*live, tag, branch).empty();
      }
    }
  }
  EXPECT_GT(branches, 30);
}

}  // namespace
}  // namespace stepline::store
