#include <cmath>
#include <limits>

#include "server/api_fixture.h"

namespace stepline::server {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ListsApiTest : public ApiTest {
 protected:
  void write_three() {
    write("run10", EventLog(2000).scalar("loss", 1, 0.5).scalar("loss", 2, 3));
    write("run2",
          EventLog(3000).scalar("loss", 5, 0.25).text("note", 6, "hello"));
    write("café", EventLog(1000).scalar("acc", 1, 1), "events.out.tfevents.x");
    load();
  }
};

TEST_F(ListsApiTest, TellsWhatIsServedAndHowFarLoadingIs) {
  write_three();
  const JsonValue info = json("/api/info");
  EXPECT_EQ(info["version"].text(), R"("1.2.3")");
  EXPECT_EQ(info["roots"].text(), R"([{"name":"","path":"/logs"}])");
  EXPECT_EQ(info["instance"].text(), R"("abc")");
  EXPECT_EQ(info["started"].number(), 1700000001.5);
  const JsonValue& progress = info["progress"];
  EXPECT_EQ(progress["loaded"].text(), "true");
  EXPECT_EQ(progress["runs"].text(), "3");
  EXPECT_EQ(progress["series"].text(), "4");
  EXPECT_EQ(progress["points"].text(), "5");
  EXPECT_EQ(progress["bytes_done"].text(), progress["bytes_total"].text());
  EXPECT_EQ(progress["files_done"].text(), "3");
  EXPECT_EQ(progress["files_total"].text(), "3");
}

TEST_F(ListsApiTest, ListsRunsInNaturalOrderAsColumns) {
  write_three();
  const JsonValue runs = json("/api/runs");
  EXPECT_EQ(runs["name"].text(), R"(["café","run2","run10"])");
  EXPECT_EQ(runs["id"].size(), 3u);
  EXPECT_EQ(runs["start"].text(), "[1000,1700000123,1700000123]");
  EXPECT_EQ(runs["last"].text(), "[1001,3002,2002]");
  EXPECT_EQ(runs["first_step"].text(), "[1,5,1]");
  EXPECT_EQ(runs["last_step"].text(), "[1,6,2]");
  EXPECT_EQ(runs["series"].text(), "[1,2,1]");
  EXPECT_EQ(runs["points"].text(), "[1,2,2]");
  EXPECT_EQ(runs["damaged"].text(), "[0,0,0]");
  EXPECT_THAT(runs["cursor"].string(), StartsWith("abc:"));
}

TEST_F(ListsApiTest, RepairsNamesThatAreNotUtf8AndEscapesHostileOnes) {
  write("\xff<script>\"\\\x01", EventLog().scalar("x", 1, 1));
  load();
  EXPECT_EQ(json("/api/runs")["name"].text(),
            "[\"\xef\xbf\xbd<script>\\\"\\\\\\u0001\"]");
}

TEST_F(ListsApiTest, ListsTagsByKindWithTheirRuns) {
  write_three();
  const JsonValue tags = json("/api/tags");
  EXPECT_EQ(tags["kind"].text(), R"(["scalar","scalar","text"])");
  EXPECT_EQ(tags["tag"].text(), R"(["acc","loss","note"])");
  EXPECT_EQ(tags["runs"].text(), "[1,2,1]");
  EXPECT_EQ(tags["points"].text(), "[1,3,1]");
  EXPECT_EQ(json("/api/tags?kind=text")["tag"].text(), R"(["note"])");
  EXPECT_EQ(error("/api/tags?kind=txt"),
            "400 kind is \\\"txt\\\", want a kind as \\\"scalar\\\" or "
            "\\\"image\\\"");
}

TEST_F(ListsApiTest, ListsOnlyTagsThatSomeOfTheRunsHave) {
  write_three();
  const JsonValue runs = json("/api/runs");
  const std::string run2 = runs["id"][1].text();
  const JsonValue tags = json("/api/tags?runs=" + run2 + ",77-4000000000");
  EXPECT_EQ(tags["tag"].text(), R"(["loss","note"])");
  EXPECT_EQ(tags["runs"].text(), "[1,1]");
  EXPECT_EQ(json("/api/tags?runs=all")["tag"].size(), 3u);
  EXPECT_EQ(json("/api/tags?runs=999")["tag"].text(), "[]");
  EXPECT_THAT(error("/api/tags?runs=5-3"), StartsWith("400 runs: "));
  EXPECT_THAT(error("/api/tags?runs=1,,2"), StartsWith("400 runs: "));
  EXPECT_THAT(error("/api/tags?runs=-1"), StartsWith("400 runs: "));
}

TEST_F(ListsApiTest, ListsTheSeriesOfATag) {
  write_three();
  const JsonValue series = json("/api/series?kind=scalar&tag=loss");
  const JsonValue runs = json("/api/runs");
  EXPECT_EQ(series["run"].text(),
            "[" + runs["id"][1].text() + "," + runs["id"][2].text() + "]");
  EXPECT_EQ(series["count"].text(), "[1,2]");
  EXPECT_EQ(series["first_step"].text(), "[5,1]");
  EXPECT_EQ(series["last_step"].text(), "[5,2]");
  EXPECT_EQ(series["first_wall"].text(), "[3001,2001]");
  EXPECT_EQ(series["last_wall"].text(), "[3001,2002]");
  EXPECT_EQ(series["branches"].text(), "[0,0]");
  EXPECT_EQ(series["version"].size(), 2u);
  EXPECT_EQ(json("/api/series?tag=none")["run"].text(), "[]");
  EXPECT_EQ(error("/api/series"), "400 tag is missing");
}

TEST_F(ListsApiTest, GivesAWindowOfRows) {
  write_three();
  const JsonValue runs = json("/api/runs");
  const auto id = [&](std::size_t i) { return runs["id"][i].text(); };
  JsonValue rows = json("/api/rows?tag=loss&order=value&sparkline=2");
  EXPECT_EQ(rows["total"].text(), "3");
  EXPECT_EQ(rows["rows"][0].text(),
            "{\"run\":" + id(1) +
                R"(,"start":1700000123,"value":0.25,"sparkline":[0.25]})");
  EXPECT_EQ(rows["rows"][1]["sparkline"].text(), "[0.5,3]");
  EXPECT_EQ(rows["rows"][2]["value"].text(), "null");
  rows = json("/api/rows?pattern=%5Erun&descending=true&limit=1");
  EXPECT_EQ(rows["total"].text(), "2");
  EXPECT_EQ(rows["rows"].size(), 1u);
  EXPECT_EQ(rows["rows"][0]["run"].text(), id(2));
  rows = json("/api/rows?tag=loss&at_least=1&statistic=max");
  EXPECT_EQ(rows["total"].text(), "1");
  rows = json("/api/rows?runs=" + id(0) + "&offset=5");
  EXPECT_EQ(rows["total"].text(), "1");
  EXPECT_EQ(rows["rows"].text(), "[]");
}

TEST_F(ListsApiTest, RefusesWrongParametersOfRows) {
  write_three();
  EXPECT_THAT(error("/api/rows?pattern=%28"),
              StartsWith("400 pattern: \\\"(\\\" is no regular expression"));
  EXPECT_EQ(error("/api/rows?limit=1001"),
            "400 limit is \\\"1001\\\", want a number from 0 to 1000");
  EXPECT_EQ(error("/api/rows?order=size"),
            "400 order is \\\"size\\\", want one of name, start, value");
  EXPECT_EQ(error("/api/rows?at_most=much"),
            "400 at_most is \\\"much\\\", want a number");
  EXPECT_EQ(error("/api/rows?descending=1"),
            "400 descending is \\\"1\\\", want one of false, true");
}

TEST_F(ListsApiTest, IsNotHeldUpByAHostilePattern) {
  write(std::string(200, 'a'), EventLog().scalar("x", 1, 1));
  load();
  const std::string twisted = "%28%28a%2B%29%2B%29%2B%24%7C%28a%7Caa%29%2Bb";
  EXPECT_EQ(json("/api/rows?pattern=" + twisted)["total"].text(), "1");
  EXPECT_THAT(error("/api/rows?pattern=" + std::string(5000, '(')),
              HasSubstr("5000 bytes"));
  EXPECT_THAT(error("/api/rows?pattern=%28%28%28a%7B1000%7D%29%7B1000%7D%29"),
              StartsWith("400 "));
}

TEST_F(ListsApiTest, HasNothingAtOtherPaths) {
  write_three();
  EXPECT_EQ(error("/api/nothing"), R"(404 nothing at \"/api/nothing\")");
  EXPECT_THAT(error("/api/runs/"), StartsWith("404 "));
  Request request = ApiTest::request("/api/runs");
  request.method = "DELETE";
  EXPECT_EQ(api_->answer(request).status, 405u);
  EXPECT_EQ(api_->route_of("/api/runs"), "/api/runs");
  EXPECT_EQ(api_->route_of("/api/../etc"), "other");
}

}  // namespace
}  // namespace stepline::server
