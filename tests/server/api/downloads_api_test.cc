#include <limits>

#include "media/unzip.h"
#include "server/api/scalar_rows.h"
#include "server/api_fixture.h"
#include "server/values_log.h"

namespace stepline::server {
namespace {

using ::testing::ElementsAre;
using ::testing::Key;
using ::testing::StartsWith;

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
  EXPECT_EQ(error("/api/download/scalars.csv"), "400 tag is missing");
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
                     .text("note", 6, "words"));
  write("b", EventLog(1000).scalar("x", 1, 2).text("note", 1, "others"));
  load();
  const auto all = archive("/api/download/selection.zip");
  EXPECT_THAT(all, ElementsAre(Key("b/note/1.txt"), Key("b/x.csv"),
                               Key("run/a/i/4-1.bin"), Key("run/a/i/4.png"),
                               Key("run/a/note/6.txt"), Key("run/a/s/5.wav"),
                               Key("run/a/train/loss.csv")));
  EXPECT_EQ(all.at("run/a/i/4.png"), kPng);
  EXPECT_EQ(all.at("run/a/s/5.wav"), kWav);
  EXPECT_EQ(all.at("run/a/note/6.txt"), "words");
  EXPECT_EQ(all.at("run/a/train/loss.csv"),
            "step,wall_time,value\r\n1,1001,0.5\r\n");
  EXPECT_THAT(archive("/api/download/selection.zip?kind=text&runs=0"),
              ElementsAre(Key("b/note/1.txt")));
  EXPECT_THAT(archive("/api/download/selection.zip?tag=x&tag=train/loss"),
              ElementsAre(Key("b/x.csv"), Key("run/a/train/loss.csv")));
  EXPECT_THAT(archive("/api/download/selection.zip?tag=none"), ElementsAre());
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
