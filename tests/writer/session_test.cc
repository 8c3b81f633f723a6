// What a writer's files tell of whom they belong with.

#include "writer/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "event/writer_mark.h"
#include "stepline/summary_reader.h"
#include "stepline/summary_writer.h"
#include "storage/temporary_directory.h"
#include "support/processes.h"
#include "support/read_back.h"

namespace stepline {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

class SessionTest : public testing::Test {
 protected:
  static storage::FileSystem& disk() { return storage::local_file_system(); }

  std::size_t files() const {
    return support::files_in(disk(), directory_.path()).size();
  }

  // Of all files, without 0.
  std::set<std::uint64_t> sessions() const {
    std::set<std::uint64_t> found;
    for (const auto& path : support::files_in(disk(), directory_.path())) {
      const auto events = support::read_events(disk(), path);
      found.insert(event::session_of(events.at(0).source_writer));
    }
    EXPECT_FALSE(found.contains(0));
    return found;
  }

  std::vector<std::int64_t> steps() const {
    auto reader = SummaryReader::open(directory_.path());
    EXPECT_TRUE(reader);
    return reader->read_scalars("a").steps;
  }

  const storage::TemporaryDirectory directory_;
};

void add_range(SummaryWriter& writer, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) writer.add_scalar("a", 1, i);
}

TEST_F(SessionTest, IsThatOfTheParentInEveryChild) {
  SummaryWriter writer(directory_.path());
  for (const std::int64_t first : {8, 0, 4}) {
    EXPECT_EQ(support::in_child([&] {
                add_range(writer, first, first + 4);
                return writer.close() ? 0 : 1;
              }),
              0);
  }
  EXPECT_EQ(files(), 4u);
  EXPECT_THAT(sessions(), SizeIs(1));
  EXPECT_THAT(steps(), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
}

TEST_F(SessionTest, GoesOnInTheFilesThatFollow) {
  SummaryWriter writer(directory_.path(), {.rotate_bytes = 1});
  for (const std::int64_t step : {5, 3, 1}) {
    writer.add_scalar("a", 1, step);
    EXPECT_TRUE(writer.flush());
  }
  EXPECT_TRUE(writer.close());
  writer.add_scalar("a", 1, 0);
  EXPECT_TRUE(writer.close());
  EXPECT_GE(files(), 4u);
  EXPECT_THAT(sessions(), SizeIs(1));
  EXPECT_THAT(steps(), ElementsAre(0, 1, 3, 5));
}

TEST_F(SessionTest, IsAnotherInEachWriter) {
  for (int life = 0; life < 2; ++life) {
    SummaryWriter writer(directory_.path());
    add_range(writer, 2 - life, 4);
  }
  EXPECT_THAT(sessions(), SizeIs(2));
  EXPECT_THAT(steps(), ElementsAre(1, 2, 3));
}

TEST_F(SessionTest, IsSharedByThoseWhoAreGivenItsName) {
  for (int rank = 0; rank < 2; ++rank) {
    SummaryWriter writer(directory_.path(), {.session = "job 17"});
    add_range(writer, 2 - rank, 4);
  }
  EXPECT_THAT(sessions(), SizeIs(1));
  EXPECT_THAT(steps(), ElementsAre(1, 2, 2, 3, 3));
}

TEST(SessionNumber, IsTheSameForTheSameName) {
  EXPECT_EQ(writer::session_number("a"), writer::session_number("a"));
  EXPECT_NE(writer::session_number("a"), writer::session_number("b"));
  EXPECT_NE(writer::session_number(""), writer::session_number(""));
  EXPECT_NE(writer::session_number(""), 0u);
}

}  // namespace
}  // namespace stepline
