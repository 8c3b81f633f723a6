#include <limits>

#include "media/unzip.h"
#include "server/api/series_rows.h"
#include "server/api_fixture.h"
#include "server/values_log.h"

namespace stepline::server {
namespace {

using ::testing::ElementsAre;
using ::testing::Key;
using ::testing::StartsWith;

const std::string kHistogramCsv =
    "run,tag,step,wall_time,left,right,count\r\n"
    "a,w,1,1001,0,1,1\r\n"
    "a,w,1,1001,1,2,3\r\n"
    "a,w,5,1002,0,4,7\r\n";
const std::string kHistogramJson =
    R"({"run":"a","tag":"w","columns":["step","wall_time","left","right",)"
    R"("count"],"points":[[5,1002,0,4,7]]})";

class DownloadsApiTest : public ApiTest {
 protected:
  std::map<std::string, std::string> archive(const std::string& address) {
    const Response response = get(address);
    EXPECT_EQ(response.status, 200u);
    EXPECT_EQ(response.content_type, "application/zip");
    return media::Unzip(body(response)).files();
  }
};

TEST_F(DownloadsApiTest, WritesEveryPointAsCsv) {
  write("a", EventLog(1000)
                 .scalar("x", 1, 0.5)
                 .scalar("x", 2, -std::numeric_limits<float>::infinity())
                 .scalar("x", 3, std::numeric_limits<float>::quiet_NaN()));
  write("b, \"c\"", EventLog(1000.25).scalar("=y", 7, -2));
  load();
  const Response response =
      get("/api/download/scalars.csv?tag=x&tag=%3Dy&tag=none");
  EXPECT_EQ(response.content_type, "text/csv; charset=utf-8");
  EXPECT_THAT(header(response, "Content-Disposition"),
              StartsWith("attachment; filename=\"scalars.csv\""));
  EXPECT_EQ(body(response),
            "run,tag,step,wall_time,value\r\n"
            "a,x,1,1001,0.5\r\n"
            "a,x,2,1002,-Infinity\r\n"
            "a,x,3,1003,NaN\r\n"
            "\"b, \"\"c\"\"\",'=y,7,1001.25,-2\r\n");
  EXPECT_EQ(body(get("/api/download/scalars.csv")),
            body(get("/api/download/scalars.csv?tag=%3Dy&tag=x")));
}

TEST_F(DownloadsApiTest, WritesEveryPointAsJson) {
  write("a", EventLog(1000).scalar("x", 1, 0.5).scalar("x", 2, 3));
  write("b",
        EventLog(1000).scalar("x", 7, std::numeric_limits<float>::quiet_NaN()));
  load();
  const JsonValue all =
      JsonValue::parse(body(get("/api/download/scalars.json?tag=x")));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].text(),
            R"({"run":"a","tag":"x","columns":["step","wall_time","value"],)"
            R"("points":[[1,1001,0.5],[2,1002,3]]})");
  EXPECT_EQ(all[1]["points"].text(), R"([[7,1001,"NaN"]])");
  EXPECT_EQ(body(get("/api/download/scalars.json?tag=none")), "[\n]\n");
}

TEST_F(DownloadsApiTest, CutsAWindow) {
  EventLog log(1000);
  for (int i = 0; i < 10; ++i) log.scalar("x", i, 0);
  write("a", log);
  load();
  const auto lines = [&](const std::string& window) {
    const std::string text =
        body(get("/api/download/scalars.csv?tag=x&" + window));
    return std::ranges::count(text, '\n') - 1;
  };
  EXPECT_EQ(lines("from=3&to=5"), 3);
  EXPECT_EQ(lines("axis=wall&to=1002"), 2);
  EXPECT_EQ(lines("axis=relative&from=8"), 2);
}

TEST_F(DownloadsApiTest, CutsAWindowFromTheFirstStep) {
  EventLog log(1000);
  for (int i = 0; i < 10; ++i) log.scalar("x", 500 + i, 0);
  write("a", log);
  load();
  const std::string text = body(
      get("/api/download/scalars.csv?tag=x&axis=relative_step&from=3&to=4"));
  EXPECT_EQ(text,
            "run,tag,step,wall_time,value\r\n"
            "a,x,503,1004,0\r\n"
            "a,x,504,1005,0\r\n");
}

TEST_F(DownloadsApiTest, WritesEveryBucketOfHistograms) {
  write("a", EventLog(1000)
                 .values(1, {histogram_value("w", {1, 2}, {1, 3})})
                 .values(5, {histogram_value("w", {4}, {7})})
                 .scalar("x", 1, 1));
  load();
  EXPECT_EQ(body(get("/api/download/histograms.csv?tag=w")), kHistogramCsv);
  EXPECT_EQ(body(get("/api/download/histograms.csv")), kHistogramCsv);
  const JsonValue all =
      JsonValue::parse(body(get("/api/download/histograms.json?from=2")));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].text(), kHistogramJson);
}

TEST_F(DownloadsApiTest, StreamsLongSeriesInPieces) {
  EventLog log(1000);
  for (int i = 0; i < 30'000; ++i) log.scalar("x", i, float(i));
  write("a", log);
  load();
  const Response response = get("/api/download/scalars.csv?tag=x");
  const auto& stream = std::get<BodyStream>(response.body);
  std::string chunk;
  std::string all;
  int chunks = 0;
  bool more = true;
  while (more) {
    chunk.clear();
    more = stream(chunk);
    EXPECT_LT(chunk.size(), 600'000u);
    all += chunk;
    ++chunks;
  }
  EXPECT_GT(chunks, 1);
  EXPECT_EQ(std::ranges::count(all, '\n'), 30'001);
  EXPECT_TRUE(all.ends_with("a,x,29999,31000,29999\r\n"));
}

TEST_F(DownloadsApiTest, PacksASelection) {
  write("run/a", EventLog(1000)
                     .scalar("train/loss", 1, 0.5)
                     .values(4, {images_value("i", {kPng, "<svg>"})})
                     .values(5, {audio_value("s", kWav)})
                     .text("note", 6, "words")
                     .values(7, {histogram_value("w", {1}, {3})}));
  write("b", EventLog(1000).scalar("x", 1, 2).text("note", 1, "others"));
  load();
  const auto all = archive("/api/download/selection.zip");
  EXPECT_THAT(all,
              ElementsAre(Key("b/note/1.md"), Key("b/x.csv"),
                          Key("run/a/i/4-1.bin"), Key("run/a/i/4.png"),
                          Key("run/a/note/6.md"), Key("run/a/s/5.wav"),
                          Key("run/a/train/loss.csv"), Key("run/a/w.csv")));
  EXPECT_THAT(all.at("run/a/w.csv"),
              StartsWith("step,wall_time,left,right,count\r\n7,"));
  EXPECT_EQ(all.at("run/a/i/4.png"), kPng);
  EXPECT_EQ(all.at("run/a/s/5.wav"), kWav);
  EXPECT_EQ(all.at("run/a/note/6.md"), "words");
  EXPECT_EQ(all.at("run/a/train/loss.csv"),
            "step,wall_time,value\r\n1,1001,0.5\r\n");
  EXPECT_THAT(archive("/api/download/selection.zip?kind=text&runs=0"),
              ElementsAre(Key("b/note/1.md")));
  EXPECT_THAT(archive("/api/download/selection.zip?tag=x&tag=train/loss"),
              ElementsAre(Key("b/x.csv"), Key("run/a/train/loss.csv")));
  EXPECT_THAT(archive("/api/download/selection.zip?tag=none"), ElementsAre());
}

class TicketsTest : public DownloadsApiTest {
 protected:
  TicketsTest() {
    now_ = [this] { return time_; };
  }

  Response post(const std::string& parameters) {
    Request asked = request("/api/download?" + parameters);
    asked.method = "POST";
    return api_->answer(asked);
  }
  std::string path_of(const Response& response) {
    EXPECT_EQ(response.status, 200u) << body(response);
    return "/" + JsonValue::parse(body(response))["path"].string();
  }

  DownloadTickets::Time time_;
};

TEST_F(TicketsTest, AreGoodOnce) {
  write("a", EventLog(1000).scalar("x", 1, 0.5));
  load();
  const std::string path =
      path_of(post("file=scalars.csv&tag=x&name=x%2Fy.csv"));
  const Response response = get(path);
  EXPECT_EQ(response.content_type, "text/csv; charset=utf-8");
  EXPECT_THAT(header(response, "Content-Disposition"),
              StartsWith("attachment; filename=\"x_y.csv\""));
  EXPECT_EQ(body(response),
            "run,tag,step,wall_time,value\r\na,x,1,1001,0.5\r\n");
  EXPECT_EQ(error(path), "404 no such download: it was fetched, or is old");
}

TEST_F(TicketsTest, AreGoodForAMinute) {
  load();
  const std::string early = path_of(post("file=selection.zip"));
  const std::string late = path_of(post("file=selection.zip"));
  time_ += std::chrono::seconds(60);
  EXPECT_EQ(get(early).status, 200u);
  time_ += std::chrono::seconds(1);
  EXPECT_EQ(get(late).status, 404u);
}

TEST_F(TicketsTest, MakeWayForNewOnes) {
  load();
  const std::string first = path_of(post(""));
  time_ += std::chrono::seconds(1);
  const std::string second = path_of(post(""));
  for (int i = 0; i < 63; ++i) post("");
  EXPECT_EQ(get(first).status, 404u);
  EXPECT_EQ(get(second).status, 200u);
}

TEST_F(TicketsTest, AreNotGivenForWhatIsRefused) {
  load();
  const auto refusal = [&](const std::string& parameters) {
    const Response response = post(parameters);
    return std::to_string(response.status) + " " +
           JsonValue::parse(body(response))["error"].string();
  };
  EXPECT_THAT(refusal("file=passwords"), StartsWith("400 file is"));
  EXPECT_THAT(refusal("file=scalars.csv&runs=x"), StartsWith("400 runs"));
  EXPECT_THAT(refusal("name=" + std::string(201, 'n')), StartsWith("400 name"));
  EXPECT_EQ(error("/api/download?file=selection.zip"), "400 ticket is missing");
}

TEST_F(TicketsTest, HoldAThousandTags) {
  EventLog log(1000);
  std::string tags;
  for (int i = 0; i < 1000; ++i) {
    const std::string tag = "a/rather/long/name/of/a/tag/" + std::to_string(i);
    log.scalar(tag, 1, float(i));
    tags += "&tag=" + tag;
  }
  write("a", log);
  load();
  EXPECT_EQ(archive(path_of(post("file=selection.zip" + tags))).size(), 1000u);
}

TEST_F(DownloadsApiTest, LeadsNowhereOutOfTheArchive) {
  write("a", EventLog(1000)
                 .scalar("../../etc/passwd", 1, 1)
                 .scalar("/abs", 1, 1)
                 .scalar("c:\\x", 1, 1)
                 .scalar("con", 1, 1)
                 .scalar("a/./b", 1, 1)
                 .text("..", 1, "up")
                 .scalar(std::string(5000, 'n'), 1, 1));
  load();
  const auto all = archive("/api/download/selection.zip");
  EXPECT_EQ(all.size(), 7u);
  for (const auto& [name, content] : all) {
    EXPECT_THAT(name, StartsWith("a/"));
    EXPECT_LT(name.size(), 1000u);
    EXPECT_EQ(name.find_first_of("\\:"), std::string::npos) << name;
    for (const char* bad : {"/../", "/./", "//"}) {
      EXPECT_EQ(("/" + name + "/").find(bad), std::string::npos) << name;
    }
  }
}

TEST_F(DownloadsApiTest, QuotesCellsThatNeedIt) {
  const auto cell = [](std::string_view text) {
    std::string out;
    append_cell(out, text);
    return out;
  };
  EXPECT_EQ(cell("plain é"), "plain é");
  EXPECT_EQ(cell("a,b"), "\"a,b\"");
  EXPECT_EQ(cell("a\nb"), "\"a\nb\"");
  EXPECT_EQ(cell("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(cell("+1"), "'+1");
  EXPECT_EQ(cell("-1"), "'-1");
  EXPECT_EQ(cell("@x"), "'@x");
  EXPECT_EQ(cell("=a,b"), "\"'=a,b\"");
  EXPECT_EQ(cell("\xff"), "\xef\xbf\xbd");
  EXPECT_EQ(cell(""), "");
}

}  // namespace
}  // namespace stepline::server
