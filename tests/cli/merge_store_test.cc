#include <map>
#include <random>

#include "cli_fixture.h"
#include "event/writer_mark.h"
#include "store/memory_store.h"

namespace stepline::cli {
namespace {

// What the store makes of a run's files, and of what merge makes of them, is
// the same.
class MergeStoreTest : public CliTest {
 protected:
  struct Value {
    std::int64_t step;
    double wall_secs;
    double value;
    bool operator==(const Value&) const = default;
  };
  using Curves = std::map<std::string, std::vector<Value>>;

  Curves curves(const std::string& directory) {
    auto store = store::MemoryStore::open(files_, {.roots = {{"", directory}}});
    EXPECT_TRUE(store);
    (*store)->wait_until_loaded();
    Curves found;
    for (const auto& series : (*store)->series(
             {.run = {}, .kind = reader::Kind::Scalar, .tag = {}})) {
      const auto points = (*store)->points(series.id, 0, series.count);
      EXPECT_TRUE(points);
      for (std::size_t i = 0; i < points->size(); ++i) {
        found[series.tag].push_back(
            {points->steps[i], points->wall_secs[i], points->values[i]});
      }
    }
    return found;
  }

  // A few lives of a job with two tags: each begins somewhere before the last
  // one's end, perhaps with a session log, perhaps beside another.
  void write_random_run(std::mt19937& random, bool version_one) {
    const auto up_to = [&](int most) {
      return std::uniform_int_distribution<int>(0, most)(random);
    };
    double now = 1000;
    int value = 0;
    int last = 0;
    const int files = 1 + up_to(3);
    for (int file = 0; file < files; ++file) {
      if (up_to(2) == 0) now -= up_to(20);  // Side by side.
      event::Event first =
          version(version_one ? "brain.Event:1" : "brain.Event:2");
      first.wall_time = at(0, up_to(1) * (now - up_to(5))).wall_time;
      if (up_to(1) == 0) first.source_writer = event::writer_mark(up_to(2));
      Events events{first};
      int step = up_to(last + 2);
      for (int i = up_to(15); i >= 0; --i) {
        if (up_to(9) == 0) {
          step = up_to(step);
          events.push_back(start(step));
        }
        if (up_to(5) == 0) step = up_to(step);  // Out of order.
        now += 1;
        event::Event event = at(step, now);
        event::Summary summary;
        if (up_to(3) > 0) summary.values.push_back(value_of("a", ++value));
        if (up_to(3) > 0) summary.values.push_back(value_of("b", ++value));
        event.what = summary;
        events.push_back(event);
        last = std::max(last, step++);
      }
      write("run/" + std::to_string(file) + ".tfevents", framed(events));
    }
  }
};

TEST_F(MergeStoreTest, LeavesTheLivePointsOfRandomRuns) {
  std::mt19937 random(20240229);
  int rounds_with_restarts = 0;
  for (int round = 0; round < 3000; ++round) {
    files_.remove_tree("run");
    files_.remove_tree("merged");
    ASSERT_TRUE(files_.make_directories("merged"));
    write_random_run(random, round % 4 == 0);
    const Curves before = curves("run");
    ASSERT_EQ(
        run({"merge", "--drop-superseded", "run", "-o", "merged/x.tfevents"}),
        0)
        << err_;
    ASSERT_EQ(curves("merged"), before) << "round " << round;
    if (out_.find("superseded") != std::string::npos) ++rounds_with_restarts;
  }
  EXPECT_GT(rounds_with_restarts, 1500);
}

}  // namespace
}  // namespace stepline::cli
