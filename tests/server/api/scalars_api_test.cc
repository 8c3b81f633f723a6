#include <cmath>
#include <limits>

#include "server/api_fixture.h"

namespace stepline::server {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

class ScalarsApiTest : public ApiTest {};

TEST_F(ScalarsApiTest, SendsShortCurvesExactly) {
  write("a", EventLog(1000).scalar("x", 1, 0.5).scalar("x", 3, -2));
  write("b", EventLog(1000).double_scalar("x", 7, 0.1));
  load();
  const ColumnReader answer = columns("/api/scalars?tag=x");
  const JsonValue& series = answer.head()["series"];
  ASSERT_EQ(series.size(), 2u);
  const JsonValue& a = series[0];
  EXPECT_EQ(a["tag"].text(), R"("x")");
  EXPECT_EQ(a["exact"].text(), "true");
  EXPECT_EQ(a["points_in_window"].text(), "2");
  EXPECT_EQ(a["step"]["type"].string(), "u32");
  EXPECT_EQ(a["value"]["type"].string(), "f32");
  EXPECT_THAT(answer.column(a["step"]), ElementsAre(1, 3));
  EXPECT_THAT(answer.column(a["wall"]), ElementsAre(1001, 1002));
  EXPECT_THAT(answer.column(a["value"]), ElementsAre(0.5, -2));
  EXPECT_EQ(a["before"].text(), "null");
  EXPECT_EQ(a["after"].text(), "null");
  EXPECT_EQ(a["non_finite"].text(), "[]");
  EXPECT_EQ(a["restarts"].text(), "[]");
  EXPECT_FALSE(a.has("smoothed"));
  EXPECT_FALSE(a.has("statistics"));
  EXPECT_EQ(series[1]["value"]["type"].string(), "f64");
  EXPECT_THAT(answer.column(series[1]["value"]), ElementsAre(0.1));
}

TEST_F(ScalarsApiTest, SendsSeveralTagsInTheOrderAskedFor) {
  write("a", EventLog().scalar("x", 1, 1).scalar("é/y z", 1, 2));
  load();
  const ColumnReader answer =
      columns("/api/scalars?tag=%C3%A9/y+z&tag=missing&tag=x");
  ASSERT_EQ(answer.head()["series"].size(), 2u);
  EXPECT_EQ(answer.head()["series"][0]["tag"].text(), R"("é/y z")");
  EXPECT_EQ(answer.head()["series"][1]["tag"].text(), R"("x")");
}

TEST_F(ScalarsApiTest, CutsAWindowAndNamesItsNeighbours) {
  EventLog log(1000);
  for (int i = 0; i < 10; ++i) log.scalar("x", i, float(i));
  write("a", log);
  load();
  const ColumnReader answer = columns("/api/scalars?tag=x&from=3&to=5");
  const JsonValue& curve = answer.head()["series"][0];
  EXPECT_THAT(answer.column(curve["step"]), ElementsAre(3, 4, 5));
  EXPECT_EQ(curve["before"].text(), R"({"step":2,"wall":1003,"value":2})");
  EXPECT_EQ(curve["after"].text(), R"({"step":6,"wall":1007,"value":6})");
  const ColumnReader relative =
      columns("/api/scalars?tag=x&axis=relative&from=8.5");
  EXPECT_THAT(relative.column(relative.head()["series"][0]["step"]),
              ElementsAre(9));
}

TEST_F(ScalarsApiTest, TellsThePointAtAPlaceAndItsNeighboursOnEitherSide) {
  EventLog log(1000);
  for (int i = 0; i < 5000; ++i) {
    log.scalar("x", 10 * i, i == 2500 ? kNan : float(i % 7));
  }
  write("a", log);
  load();
  const auto at = [&](const std::string& place, const std::string& more = "") {
    return columns("/api/scalars?tag=x&pixels=1&from=" + place +
                   "&to=" + place + more);
  };
  const ColumnReader on = at("24990");
  const JsonValue& found = on.head()["series"][0];
  EXPECT_EQ(found["exact"].text(), "true");
  EXPECT_THAT(on.column(found["step"]), ElementsAre(24990));
  EXPECT_THAT(on.column(found["value"]), ElementsAre(2499 % 7));
  EXPECT_EQ(found["before"].text(), R"({"step":24980,"wall":3499,"value":6})");
  EXPECT_EQ(found["after"].text(),
            R"({"step":25000,"wall":3501,"value":"NaN"})");

  const ColumnReader between = at("31234.5", "&smoothing=mean&window=3");
  const JsonValue& none = between.head()["series"][0];
  EXPECT_EQ(none["points_in_window"].text(), "0");
  EXPECT_EQ(none["before"].text(),
            R"({"step":31230,"wall":4124,"value":1,"smoothed":1})");
  EXPECT_EQ(none["after"].text(),
            R"({"step":31240,"wall":4125,"value":2,"smoothed":2})");
  EXPECT_EQ(at("-1").head()["series"][0]["before"].text(), "null");
  EXPECT_EQ(at("1e9").head()["series"][0]["after"].text(), "null");
}

TEST_F(ScalarsApiTest, TellsNeighboursInTimeWhereClocksWentBack) {
  EventLog log(1000);
  log.scalar("x", 0, 0).at(1010).scalar("x", 1, 1);
  log.at(1004).scalar("x", 2, 2).at(1020).scalar("x", 3, 3);
  write("a", log);
  load();
  const ColumnReader answer =
      columns("/api/scalars?tag=x&axis=wall&from=1008&to=1008");
  const JsonValue& curve = answer.head()["series"][0];
  EXPECT_EQ(curve["before"].text(), R"({"step":2,"wall":1004,"value":2})");
  EXPECT_EQ(curve["after"].text(), R"({"step":1,"wall":1010,"value":1})");
}

TEST_F(ScalarsApiTest, ReducesLongCurvesWithoutLosingASpike) {
  EventLog log;
  for (int i = 0; i < 5000; ++i) log.scalar("x", i, i == 3333 ? 1e6f : 1.f);
  write("a", log);
  load();
  const ColumnReader answer = columns("/api/scalars?tag=x&pixels=20");
  const JsonValue& curve = answer.head()["series"][0];
  EXPECT_EQ(curve["exact"].text(), "false");
  EXPECT_EQ(curve["points_in_window"].text(), "5000");
  const auto values = answer.column(curve["value"]);
  EXPECT_LE(values.size(), 42u);
  EXPECT_THAT(values, testing::Contains(1e6));
}

TEST_F(ScalarsApiTest, MarksWhatIsNotFinite) {
  write("a", EventLog(1000)
                 .scalar("x", 1, 1)
                 .scalar("x", 2, kNan)
                 .scalar("x", 3, kNan)
                 .scalar("x", 4, -kInfinity));
  load();
  const ColumnReader answer = columns("/api/scalars?tag=x&statistics=true");
  const JsonValue& curve = answer.head()["series"][0];
  EXPECT_EQ(curve["non_finite"].text(),
            R"([{"kind":"NaN","first":{"step":2,"wall":1002},"last":{"step":3,)"
            R"("wall":1003},"points":2},{"kind":"-Infinity","first":{"step":4,)"
            R"("wall":1004},"last":{"step":4,"wall":1004},"points":1}])");
  EXPECT_TRUE(std::isnan(answer.column(curve["value"])[1]));
  EXPECT_EQ(
      curve["statistics"].text(),
      R"({"count":4,"finite":1,"first":{"step":1,"wall":1001,"value":1},)"
      R"("last":{"step":4,"wall":1004,"value":"-Infinity"},)"
      R"("min":{"step":1,"wall":1001,"value":1},)"
      R"("max":{"step":1,"wall":1001,"value":1},"mean":1,"deviation":0})");
}

TEST_F(ScalarsApiTest, ShowsRestartsAsBranches) {
  write("a", EventLog(1000)
                 .scalar("x", 1, 1)
                 .scalar("x", 2, 2)
                 .session_start(2)
                 .scalar("x", 2, 20));
  load();
  ColumnReader answer = columns("/api/scalars?tag=x");
  JsonValue curve = answer.head()["series"][0];
  EXPECT_THAT(answer.column(curve["value"]), ElementsAre(1, 20));
  EXPECT_EQ(curve["restarts"].text(),
            R"([{"branch":0,"restart_step":2,"restart_wall":1003}])");
  answer = columns("/api/scalars?tag=x&branches=true");
  curve = answer.head()["series"][0];
  EXPECT_THAT(answer.column(curve["restarts"][0]["value"]), ElementsAre(2));
  answer = columns("/api/points?run=0&tag=x&branch=0");
  EXPECT_THAT(answer.column(answer.head()["value"]), ElementsAre(2));
  EXPECT_THAT(error("/api/points?run=0&tag=x&branch=1"), StartsWith("404 "));
}

TEST_F(ScalarsApiTest, SmoothsInThreeWays) {
  EventLog log(1000);
  for (const float value : {0.f, 8.f, 4.f, 100.f, 2.f}) {
    log.scalar("x", log.bytes().size(), value);
  }
  write("a", log);
  load();
  const auto smoothed = [&](const std::string& how) {
    const ColumnReader answer = columns("/api/scalars?tag=x&smoothing=" + how);
    return answer.column(answer.head()["series"][0]["smoothed"]);
  };
  EXPECT_THAT(smoothed("mean&window=3"),
              ElementsAre(4, 4, 37 + 1 / 3.f, 35 + 1 / 3.f, 51));
  EXPECT_THAT(smoothed("median&window=3"), ElementsAre(4, 4, 8, 4, 51));
  EXPECT_THAT(smoothed("ema&weight=0"), ElementsAre(0, 8, 4, 100, 2));
  EXPECT_NEAR(smoothed("ema&weight=0.5")[1], 16 / 3., 1e-6);
  EXPECT_EQ(error("/api/scalars?tag=x&smoothing=ema"), "400 weight is missing");
  EXPECT_EQ(error("/api/scalars?tag=x&smoothing=mean"),
            "400 window is missing");
  EXPECT_EQ(error("/api/scalars?tag=x&smoothing=ema&weight=1.5"),
            "400 weight must be from 0 to 1");
  EXPECT_EQ(error("/api/scalars?tag=x&smoothing=mean&window=10002"),
            "400 window is \\\"10002\\\", want a number from 1 to 10001");
}

TEST_F(ScalarsApiTest, SendsLargeStepsAsTheSmallestTypeThatHoldsThem) {
  write("a", EventLog()
                 .scalar("f64", -1, 1)
                 .scalar("f64", 1LL << 40, 1)
                 .scalar("i64", (1LL << 60) + 1, 1));
  load();
  ColumnReader answer = columns("/api/scalars?tag=f64");
  JsonValue step = answer.head()["series"][0]["step"];
  EXPECT_EQ(step["type"].string(), "f64");
  EXPECT_THAT(answer.exactly<double>(step), ElementsAre(-1, 1099511627776.0));
  answer = columns("/api/scalars?tag=i64");
  step = answer.head()["series"][0]["step"];
  EXPECT_EQ(step["type"].string(), "i64");
  EXPECT_THAT(answer.exactly<std::int64_t>(step), ElementsAre((1LL << 60) + 1));
}

TEST_F(ScalarsApiTest, RefusesWrongParameters) {
  write("a", EventLog().scalar("x", 1, 1));
  load();
  EXPECT_EQ(error("/api/scalars"), "400 tag is missing");
  EXPECT_EQ(error("/api/scalars?tag="), "400 tag is missing");
  EXPECT_EQ(error("/api/scalars?tag=x&pixels=0"),
            "400 pixels is \\\"0\\\", want a number from 1 to 8192");
  EXPECT_EQ(error("/api/scalars?tag=x&from=nan"),
            "400 from is \\\"nan\\\", want a number");
  EXPECT_EQ(error("/api/scalars?tag=x&axis=time"),
            "400 axis is \\\"time\\\", want one of step, wall, relative, "
            "relative_step");
  EXPECT_EQ(error("/api/scalars?tag=x&unknown=whatever"), "200");
}

TEST_F(ScalarsApiTest, RefusesMorePointsThanFitIntoOneAnswer) {
  EventLog log(1000);
  for (int i = 0; i < 1100; ++i) log.scalar("x", i, float(i));
  write("a", log);
  load();
  std::string tags = "tag=x";
  for (int i = 1; i < 1000; ++i) tags += "&tag=x";
  EXPECT_EQ(error("/api/scalars?" + tags),
            "413 the curves have 1100000 points or more, want at most 1000000: "
            "fewer runs, tags, branches or pixels");
  EXPECT_EQ(error("/api/scalars?pixels=400&" + tags), "200");
}

TEST_F(ScalarsApiTest, PagesThroughThePointsOfASeries) {
  EventLog log(1000);
  for (int i = 0; i < 5; ++i) log.scalar("x", i, float(i));
  write("a", log);
  load();
  const ColumnReader answer =
      columns("/api/points?run=0&tag=x&begin=3&count=10");
  EXPECT_EQ(answer.head()["total"].text(), "5");
  EXPECT_EQ(answer.head()["begin"].text(), "3");
  EXPECT_THAT(answer.column(answer.head()["step"]), ElementsAre(3, 4));
  EXPECT_EQ(error("/api/points?run=0&tag=y"),
            R"(404 no scalar \"y\" in run 0)");
  EXPECT_EQ(error("/api/points?tag=y"), "400 run is missing");
  EXPECT_THAT(error("/api/points?run=0&tag=x&count=1000001"),
              StartsWith("400 count"));
}

TEST_F(ScalarsApiTest, GivesStatisticsOfManyRuns) {
  write("a", EventLog(1000).scalar("x", 1, 1).scalar("x", 2, 3));
  write("b", EventLog(1000).scalar("x", 1, 5));
  load();
  const JsonValue rows = json("/api/statistics?tag=x&from=2")["rows"];
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["count"].text(), "1");
  EXPECT_EQ(rows[0]["mean"].text(), "3");
  EXPECT_EQ(rows[1]["count"].text(), "0");
  EXPECT_EQ(rows[1]["first"].text(), "null");
  EXPECT_EQ(rows[1]["mean"].text(), R"("NaN")");
}

TEST_F(ScalarsApiTest, AggregatesGroupsOfRuns) {
  for (const char* run : {"a", "b", "c"}) {
    write(run, EventLog(1000)
                   .scalar("x", 0, float(run[0] - 'a'))
                   .scalar("x", 10, float(run[0] - 'a')));
  }
  load();
  const ColumnReader answer = columns(
      "/api/aggregate?tag=x&group=all&group=0,1&group=77&pixels=2&"
      "quantiles=0.5,1&density=4");
  const JsonValue& groups = answer.head()["groups"];
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0]["runs"].text(), "3");
  EXPECT_THAT(answer.column(groups[0]["mean"]), ElementsAre(1, 1));
  EXPECT_THAT(answer.column(groups[0]["curves"]), ElementsAre(3, 3));
  EXPECT_THAT(answer.column(groups[0]["quantiles"][1]), ElementsAre(2, 2));
  EXPECT_EQ(answer.column(groups[0]["density"]).size(), 8u);
  EXPECT_EQ(groups[1]["runs"].text(), "2");
  EXPECT_THAT(answer.column(groups[1]["max"]), ElementsAre(1, 1));
  EXPECT_EQ(groups[2]["runs"].text(), "0");
  EXPECT_THAT(answer.column(groups[2]["x"]), ElementsAre());
  EXPECT_THAT(error("/api/aggregate?tag=x&quantiles=1.5"),
              StartsWith("400 quantiles"));
}

TEST_F(ScalarsApiTest, SmoothsRunsBeforeItAggregatesThem) {
  EventLog log(1000);
  for (int i = 0; i < 10; ++i) log.scalar("x", 100 + i, i == 5 ? 9.f : 0.f);
  write("a", log);
  load();
  const auto means = [&](const std::string& more) {
    const ColumnReader answer =
        columns("/api/aggregate?tag=x&pixels=10" + more);
    return answer.column(answer.head()["groups"][0]["mean"]);
  };
  EXPECT_THAT(means(""), ElementsAre(0, 0, 0, 0, 0, 9, 0, 0, 0, 0));
  EXPECT_THAT(means("&smoothing=mean&window=3"),
              ElementsAre(0, 0, 0, 0, 3, 3, 3, 0, 0, 0));
  EXPECT_THAT(means("&smoothing=median&window=3"),
              ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  const ColumnReader curve =
      columns("/api/scalars?tag=x&smoothing=ema&weight=0.5");
  EXPECT_EQ(means("&smoothing=ema&weight=0.5"),
            curve.column(curve.head()["series"][0]["smoothed"]));
  EXPECT_EQ(error("/api/aggregate?tag=x&smoothing=ema"),
            "400 weight is missing");
}

TEST_F(ScalarsApiTest, PutsRunsThatBeganAtOtherStepsBesideEachOther) {
  write("a", EventLog(1000).scalar("x", 0, 1).scalar("x", 10, 2));
  write("b", EventLog(1000).scalar("x", 500, 3).scalar("x", 510, 4));
  load();
  const ColumnReader answer =
      columns("/api/aggregate?tag=x&pixels=2&axis=relative_step");
  const JsonValue& group = answer.head()["groups"][0];
  EXPECT_THAT(answer.column(group["curves"]), ElementsAre(2, 2));
  EXPECT_THAT(answer.column(group["mean"]), ElementsAre(2, 3));
  const ColumnReader curves =
      columns("/api/scalars?tag=x&axis=relative_step&from=5");
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(curves.head()["series"][i]["points_in_window"].text(), "1");
  }
}

}  // namespace
}  // namespace stepline::server
