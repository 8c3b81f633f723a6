#include "cli/table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cli/format.h"

namespace stepline::cli {
namespace {

TEST(Table, AlignsByDisplayWidth) {
  std::string text;
  Output out(text);
  Table table({{"run"}, {"points", Table::Align::Right}, {"tag"}});
  table.add({"損失", "1,000", "a"});
  table.add({"b", "7", ""});
  table.print(out);
  EXPECT_EQ(text,
            "run   points  tag\n"
            "損失   1,000  a\n"
            "b          7\n");
}

TEST(Table, PrintsTitlesInBoldOnATerminal) {
  std::string text;
  Output out(text, {.is_terminal = true, .colours = true, .columns = 80});
  Table table({{"run"}});
  table.add({"a"});
  table.print(out);
  EXPECT_EQ(text, "\x1b[1mrun\x1b[0m\na\n");
}

TEST(Format, IsForPeople) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1234567), "1,234,567");
  EXPECT_EQ(format_counted(1, "file"), "1 file");
  EXPECT_EQ(format_counted(1000, "file"), "1,000 files");
  EXPECT_EQ(format_bytes(1023), "1023 B");
  EXPECT_EQ(format_bytes(1024), "1.0 KiB");
  EXPECT_EQ(format_bytes(1048575), "1.0 MiB");
  EXPECT_EQ(format_bytes(5ull << 30), "5.0 GiB");
  EXPECT_EQ(format_number(0.1f), "0.1");
  EXPECT_EQ(format_number(std::nan("")), "NaN");
  EXPECT_EQ(format_duration(8.06), "8.1 s");
  EXPECT_EQ(format_duration(200), "3 min 20 s");
  EXPECT_EQ(format_duration(7500), "2 h 5 min");
}

TEST(Format, WritesTimesThatNoCalendarHasAsSeconds) {
  EXPECT_EQ(format_time(1e300), "1e+300 s");
  EXPECT_EQ(format_time(-1e18), "-1e+18 s");
}

}  // namespace
}  // namespace stepline::cli
