#include "server/http/write_pace.h"

#include <gtest/gtest.h>

namespace stepline::server {
namespace {

using std::chrono::seconds;

TEST(WritePace, EndsWithAClientThatTakesAByteNowAndThen) {
  WritePace pace{Limits()};
  seconds spent(0);
  while (pace.patience() > seconds(10)) {
    pace.wrote(1, seconds(10));
    spent += seconds(10);
  }
  EXPECT_EQ(spent, seconds(30));
  pace.wrote(1, seconds(11));
  EXPECT_LE(pace.patience(), seconds(0));
}

TEST(WritePace, HasPatienceWithASlowClientForEver) {
  WritePace pace{Limits()};
  for (int hour = 0; hour < 100; ++hour) {
    pace.wrote(20 * 1024, seconds(20));
    EXPECT_EQ(pace.patience(), seconds(30));
  }
}

TEST(WritePace, ForgivesAStallWhenTheClientMakesUpForIt) {
  WritePace pace{Limits()};
  pace.wrote(1024, seconds(26));
  EXPECT_EQ(pace.patience(), seconds(5));
  pace.wrote(10 * 1024, seconds(0));
  EXPECT_EQ(pace.patience(), seconds(15));
  pace.wrote(1 << 20, seconds(0));
  EXPECT_EQ(pace.patience(), seconds(30));
}

TEST(WritePace, GivesNoCreditForWhatTheSystemBuffered) {
  WritePace pace{Limits()};
  pace.wrote(1 << 30, seconds(0));
  EXPECT_EQ(pace.patience(), seconds(30));
}

TEST(WritePace, WaitsForOneByteNoLongerThanForAStall) {
  Limits limits;
  limits.write_stall = seconds(3);
  EXPECT_EQ(WritePace(limits).patience(), seconds(3));
}

}  // namespace
}  // namespace stepline::server
