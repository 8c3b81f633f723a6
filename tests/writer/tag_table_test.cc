#include "writer/tag_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace stepline::writer {
namespace {

TEST(TagTable, GivesOneNumberToOneName) {
  TagTable table;
  const auto loss = table.id("loss");
  const auto accuracy = table.id("accuracy");
  EXPECT_NE(loss, accuracy);
  EXPECT_EQ(table.id("loss"), loss);
  EXPECT_EQ(table.id(std::string("lo") + "ss"), loss);
  EXPECT_EQ(table.tag(loss).name, "loss");
  EXPECT_EQ(table.tag(accuracy).name, "accuracy");
  EXPECT_EQ(table.tag(loss).run, 0u);
}

TEST(TagTable, TakesNamesOfAnyLength) {
  TagTable table;
  std::set<std::uint32_t> ids;
  std::vector<std::string> names;
  for (std::size_t length = 0; length <= 200; ++length)
    names.emplace_back(length, 'x');
  names.emplace_back(10'240, 'x');
  names.emplace_back(10'241, 'x');
  for (const std::string& name : names) ids.insert(table.id(name));
  EXPECT_EQ(ids.size(), names.size());
  for (const std::string& name : names)
    EXPECT_EQ(table.tag(table.id(name)).name, name);
}

TEST(TagTable, TellsNamesApartThatDifferInOneByteAnywhere) {
  TagTable table;
  for (const std::size_t length : {7u, 8u, 16u, 40u, 96u, 97u}) {
    std::set<std::uint32_t> ids{table.id(std::string(length, 'a'))};
    for (std::size_t at = 0; at < length; ++at) {
      std::string name(length, 'a');
      name[at] = 'b';
      ids.insert(table.id(name));
      EXPECT_EQ(table.tag(table.id(name)).name, name);
    }
    EXPECT_EQ(ids.size(), length + 1);
  }
}

TEST(TagTable, KeepsMoreNamesThanAThreadRemembers) {
  TagTable table;
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < 10'000; ++i) {
      ASSERT_EQ(table.id("layer" + std::to_string(i) + "/weight"), i);
    }
  }
}

TEST(TagTable, ReplacesWhatIsNotUtf8) {
  TagTable table;
  EXPECT_EQ(table.tag(table.id("a\xff")).name, "a\xef\xbf\xbd");
  EXPECT_EQ(table.tag(table.id("\xc3\xa4")).name, "\xc3\xa4");
}

TEST(TagTable, KeepsTheSameTagOfTwoRunsApart) {
  TagTable table;
  const auto train = table.run_id("train");
  const auto test = table.run_id("test");
  EXPECT_NE(train, test);
  EXPECT_EQ(table.run_id("train"), train);
  EXPECT_EQ(table.run_directory(train), "train");
  EXPECT_EQ(table.run_directory(0), "");
  const auto id = table.id_in_run(train, "loss");
  EXPECT_NE(id, table.id_in_run(test, "loss"));
  EXPECT_NE(id, table.id("loss"));
  EXPECT_EQ(table.tag(id).name, "loss");
  EXPECT_EQ(table.tag(id).run, train);
  EXPECT_NE(table.id_in_run(1, "2/loss"), table.id_in_run(12, "/loss"));
}

TEST(TagTable, IsNotMistakenForAnEarlierOneInTheSamePlace) {
  for (std::uint32_t i = 0; i < 1'000; ++i) {
    auto table = std::make_unique<TagTable>();
    for (std::uint32_t j = 0; j < i % 3; ++j)
      table->id("other" + std::to_string(j));
    ASSERT_EQ(table->id("loss"), i % 3);
    ASSERT_EQ(table->tag(i % 3).name, "loss");
  }
}

TEST(TagTable, AnswersAllThreadsAlike) {
  TagTable table;
  constexpr int kNames = 500;
  std::vector<std::vector<std::uint32_t>> seen(8);
  std::vector<std::thread> threads;
  for (auto& ids : seen) {
    threads.emplace_back([&table, &ids] {
      for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < kNames; ++i)
          ids.push_back(table.id("tag" + std::to_string(i)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& ids : seen) EXPECT_EQ(ids, seen[0]);
  EXPECT_EQ(std::set(seen[0].begin(), seen[0].end()).size(), kNames);
}

}  // namespace
}  // namespace stepline::writer
