#include "base/natural_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace stepline {
namespace {

bool before(std::string_view a, std::string_view b) {
  return natural_order(a, b) < 0;
}

TEST(NaturalOrder, PutsNamesWhereAReaderLooksForThem) {
  const std::vector<std::string> sorted = {
      "",       ".",       "1",          "01",    "2",    "10",     "10a",
      "0100",   "RUN1",    "run",        "run-1", "run0", "run00",  "run1",
      "run1/a", "run1/b2", "run1/b10",   "run01", "run2", "run9.5", "run9.10",
      "run10",  "runs",    "r\xc3\xbcn", "\xff"};
  std::vector<std::string> mixed = sorted;
  std::shuffle(mixed.begin(), mixed.end(), std::mt19937(1));
  std::sort(mixed.begin(), mixed.end(), NaturalLess());
  EXPECT_EQ(mixed, sorted);
}

TEST(NaturalOrder, ComparesNumbersOfAnyLength) {
  const std::string nines(1000, '9');
  const std::string next = "1" + std::string(1000, '0');
  EXPECT_TRUE(before("x" + nines, "x" + next));
  EXPECT_TRUE(before("18446744073709551615", "18446744073709551616"));
}

TEST(NaturalOrder, BreaksTiesOfEqualNumbersByTheirZeros) {
  EXPECT_TRUE(before("7", "07"));
  EXPECT_TRUE(before("07", "007"));
  EXPECT_TRUE(before("0", "00"));
  EXPECT_TRUE(before("007", "8"));
  EXPECT_TRUE(before("7b", "07a"));
}

TEST(NaturalOrder, ComparesBytesWithoutTheirSign) {
  EXPECT_TRUE(before("a", "\x80"));
  EXPECT_TRUE(before(std::string_view("\0", 1), "\x01"));
  EXPECT_TRUE(before("", std::string_view("\0", 1)));
}

TEST(NaturalOrder, IsATotalOrder) {
  std::mt19937 random(7);
  std::vector<std::string> names;
  for (int i = 0; i < 120; ++i) {
    std::string name;
    for (std::size_t n = random() % 6; n > 0; --n) {
      name += "0019a/\xff"[random() % 7];
    }
    names.push_back(name);
  }
  for (const std::string& a : names) {
    for (const std::string& b : names) {
      const auto order = natural_order(a, b);
      ASSERT_EQ(order == 0, a == b) << a << " " << b;
      ASSERT_EQ(order<0, natural_order(b, a)> 0) << a << " " << b;
      for (const std::string& c : names) {
        if (before(a, b) && before(b, c)) {
          ASSERT_TRUE(before(a, c)) << a << " " << b << " " << c;
        }
      }
    }
  }
}

}  // namespace
}  // namespace stepline
