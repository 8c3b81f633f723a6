#include "event/writer_mark.h"

#include <gtest/gtest.h>

namespace stepline::event {
namespace {

TEST(WriterMark, HasTheSessionInIt) {
  EXPECT_EQ(writer_mark(0xbeef), "stepline session=000000000000beef");
  EXPECT_EQ(session_of(writer_mark(0xbeef)), 0xbeefu);
  EXPECT_EQ(session_of(writer_mark(~std::uint64_t{0})), ~std::uint64_t{0});
}

TEST(WriterMark, OfNoSessionIsJustTheName) {
  EXPECT_EQ(writer_mark(0), "stepline");
  EXPECT_EQ(session_of("stepline"), 0u);
}

TEST(WriterMark, OfOthersHasNoSession) {
  for (const char* const other :
       {"", "tensorboard.summary.writer.event_file_writer", "stepline session=",
        "stepline session=beef", "stepline session=000000000000beef0",
        "stepline session=000000000000bee ",
        "stepline session=-00000000000beef",
        "a stepline session=000000000000beef"}) {
    EXPECT_EQ(session_of(other), 0u) << other;
  }
}

}  // namespace
}  // namespace stepline::event
