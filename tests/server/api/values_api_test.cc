#include "server/api/percentiles.h"
#include "server/api_fixture.h"
#include "server/values_log.h"

namespace stepline::server {
namespace {

using ::testing::AllOf;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class ValuesApiTest : public ApiTest {};

TEST_F(ValuesApiTest, ListsWhereValuesLie) {
  write("a", EventLog(1000).text("t", 3, "x").text("t", 8, "y"));
  write("b", EventLog(1000).text("u", 3, "x"));
  load();
  const ColumnReader answer = columns("/api/blobs?kind=text&tag=t");
  ASSERT_EQ(answer.head()["series"].size(), 1u);
  const JsonValue& series = answer.head()["series"][0];
  EXPECT_EQ(series["run"].text(), "0");
  EXPECT_THAT(answer.column(series["step"]), ElementsAre(3, 8));
  EXPECT_THAT(answer.column(series["wall"]), ElementsAre(1001, 1002));
  EXPECT_EQ(answer.column(series["bytes"]).size(), 2u);
  EXPECT_EQ(error("/api/blobs?tag=t"), "400 kind is missing");
  EXPECT_THAT(error("/api/blobs?kind=scalar&tag=t"), StartsWith("400 "));
}

TEST_F(ValuesApiTest, UnitesTheStepsOfManySeries) {
  write("a",
        EventLog(1000).text("t", 3, "x").text("t", 8, "y").text("u", 5, "z"));
  write("b", EventLog(1000)
                 .text("t", 8, "x")
                 .text("t", 9, "y")
                 .values(1, {audio_value("t", kWav)})
                 .scalar("t", 4, 1));
  load();
  const auto steps = [&](const std::string& address) {
    const ColumnReader answer = columns("/api/steps?" + address);
    return answer.column(answer.head()["step"]);
  };
  EXPECT_THAT(steps("kind=text"), ElementsAre(3, 5, 8, 9));
  EXPECT_THAT(steps("kind=text&kind=audio"), ElementsAre(1, 3, 5, 8, 9));
  EXPECT_THAT(steps("kind=text&tag=t"), ElementsAre(3, 8, 9));
  EXPECT_THAT(steps("kind=text&tag=t&tag=u&runs=0"), ElementsAre(3, 5, 8));
  EXPECT_THAT(steps("kind=text&tag=none"), ElementsAre());
  EXPECT_EQ(error("/api/steps?tag=t"), "400 kind is missing");
  EXPECT_THAT(error("/api/steps?kind=text&kind=scalar"), StartsWith("400 "));
}

TEST_F(ValuesApiTest, SendsHistogramsAsColumns) {
  EventLog log(1000);
  for (int step = 0; step < 10; ++step) {
    log.values(step, {histogram_value("h", {1, 2, 4}, {1, double(step), 0})});
  }
  write("a", log);
  load();
  const ColumnReader answer =
      columns("/api/histograms?tag=h&limit=3&percentiles=true");
  const JsonValue& series = answer.head()["series"][0];
  EXPECT_EQ(series["total"].text(), "10");
  EXPECT_THAT(answer.column(series["index"]), ElementsAre(0, 4, 9));
  EXPECT_THAT(answer.column(series["step"]), ElementsAre(0, 4, 9));
  const auto offset = answer.column(series["offset"]);
  ASSERT_EQ(offset.size(), 4u);
  EXPECT_EQ(offset[3], answer.column(series["left"]).size());
  const auto count = answer.column(series["count"]);
  EXPECT_EQ(count[std::size_t(offset[1]) + 1], 4);
  EXPECT_EQ(answer.column(series["percentiles"]).size(), 27u);
}

TEST_F(ValuesApiTest, SendsTheHistogramsOfAWindowOrJustOne) {
  EventLog log(1000);
  for (int step = 0; step < 10; ++step) {
    log.values(step * 5, {histogram_value("h", {1, 2}, {1, 1})});
  }
  write("a", log);
  load();
  ColumnReader answer = columns("/api/histograms?tag=h&from=7&to=20");
  JsonValue series = answer.head()["series"][0];
  EXPECT_EQ(series["total"].text(), "3");
  EXPECT_THAT(answer.column(series["index"]), ElementsAre(2, 3, 4));
  answer = columns("/api/histograms?tag=h&index=9");
  series = answer.head()["series"][0];
  EXPECT_THAT(answer.column(series["step"]), ElementsAre(45));
  answer = columns("/api/histograms?tag=h&index=10");
  EXPECT_THAT(answer.column(answer.head()["series"][0]["step"]), ElementsAre());
  answer = columns("/api/histograms?tag=h&limit=1");
  EXPECT_THAT(answer.column(answer.head()["series"][0]["index"]),
              ElementsAre(9));
}

// Numbers from tensorboard.plugins.distribution.compressor.compress_histogram
// of TensorBoard 2.
TEST(Percentiles, AreThoseOfTensorBoard) {
  using Bucket = reader::HistogramBuckets::Bucket;
  const auto near = [](std::vector<double> wanted) {
    std::vector<testing::Matcher<double>> all;
    for (const double value : wanted) all.push_back(DoubleNear(value, 1e-12));
    return testing::ElementsAreArray(all);
  };
  const std::vector<Bucket> gap{{0, 1, 0}, {1, 2, 3}, {2, 4, 0}, {4, 5, 1}};
  EXPECT_THAT(percentiles(gap),
              near({0, 0.17813333333333334, 0.4232, 0.8226666666666667, 4 / 3.,
                    1.844, 4.3652, 4.7328, 5}));
  const std::vector<Bucket> odd{{-1.5, 0.25, 7}, {0.25, 0.5, 1}, {0.5, 9, 2}};
  EXPECT_THAT(percentiles(odd), near({-1.5, -1.333, -1.10325, -0.72875, -0.25,
                                      0.22875, 2.25525, 6.161, 9}));
  const std::vector<Bucket> none{{0, 1, 0}, {1, 2, 0}};
  EXPECT_THAT(percentiles(none), near({2, 2, 2, 2, 2, 2, 2, 2, 2}));
  EXPECT_THAT(percentiles({}), near({0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_F(ValuesApiTest, SendsImagesAsFiles) {
  write("a", EventLog(1000).values(
                 4, {images_value("i", {kPng, "GIF89a...", "\xff\xd8\xff!"})}));
  load();
  Response image = get("/api/image?run=0&tag=i&index=0");
  EXPECT_EQ(image.status, 200u);
  EXPECT_EQ(image.content_type, "image/png");
  EXPECT_EQ(body(image), kPng);
  EXPECT_EQ(header(image, "X-Stepline-Items"), "3");
  EXPECT_THAT(image.etag, StartsWith("\""));
  EXPECT_EQ(header(image, "Content-Security-Policy"),
            "sandbox; default-src 'none'");
  EXPECT_EQ(header(image, "Content-Disposition"), "");
  EXPECT_EQ(get("/api/image?run=0&tag=i&index=0&item=1").content_type,
            "image/gif");
  image = get("/api/image?run=0&tag=i&index=0&item=2&download=true");
  EXPECT_EQ(image.content_type, "image/jpeg");
  EXPECT_EQ(header(image, "Content-Disposition"),
            "attachment; filename=\"a-i-4-2.jpg\"; "
            "filename*=UTF-8''a-i-4-2.jpg");
  EXPECT_EQ(error("/api/image?run=0&tag=i&index=0&item=3"),
            "404 item is 3, there are 3");
  EXPECT_EQ(error("/api/image?run=0&tag=i&index=1"),
            "404 index is 1, there are 1 values");
  EXPECT_EQ(error("/api/image?run=0&tag=i"), "400 index is missing");
  EXPECT_THAT(error("/api/image?run=7&tag=i&index=0"), StartsWith("404 "));
  EXPECT_EQ(json("/api/images?run=0&tag=i&index=0").text(),
            R"({"step":4,"wall":1001,"width":7,"height":5,"items":[)"
            R"({"type":"image/png","bytes":14},)"
            R"({"type":"image/gif","bytes":9},)"
            R"({"type":"image/jpeg","bytes":4}]})");
}

TEST_F(ValuesApiTest, NeverSendsWhatABrowserWouldRun) {
  const std::string svg =
      "<svg xmlns='http://www.w3.org/2000/svg'>"
      "<script>alert(1)</script></svg>";
  write("\"\r\nX: y",
        EventLog(1000).values(
            1, {images_value("<i>\n", {svg, "<!doctype html>"})}));
  load();
  for (const std::string item : {"0", "1"}) {
    const Response image =
        get("/api/image?run=0&tag=%3Ci%3E%0A&index=0&item=" + item);
    EXPECT_EQ(image.content_type, "application/octet-stream");
    const std::string disposition = header(image, "Content-Disposition");
    EXPECT_THAT(disposition, StartsWith("attachment; "));
    EXPECT_EQ(disposition.find_first_of("\r\n<>"), std::string::npos);
  }
}

TEST_F(ValuesApiTest, SendsAudioWithRanges) {
  write("a", EventLog(1000).values(2, {audio_value("s", kWav)}));
  load();
  const std::string address = "/api/audio?run=0&tag=s&index=0";
  EXPECT_EQ(get(address).content_type, "audio/wav");
  EXPECT_EQ(header(get(address), "Accept-Ranges"), "bytes");
  EXPECT_EQ(body(get(address)), kWav);
  const auto part = [&](const std::string& range) {
    Request request = ApiTest::request(address);
    request.range = range;
    const Response response = api_->answer(request);
    return std::to_string(response.status) + " " +
           header(response, "Content-Range") + " " + body(response);
  };
  EXPECT_EQ(part("bytes=0-3"), "206 bytes 0-3/17 RIFF");
  EXPECT_EQ(part("bytes=12-"), "206 bytes 12-16/17 sound");
  EXPECT_EQ(part("bytes=-5"), "206 bytes 12-16/17 sound");
  EXPECT_EQ(part("bytes=12-99999999999"), "206 bytes 12-16/17 sound");
  EXPECT_EQ(part("bytes=-99"), "206 bytes 0-16/17 " + kWav);
  EXPECT_EQ(part("bytes=17-"), "416 bytes */17 ");
  EXPECT_EQ(part("bytes=-0"), "416 bytes */17 ");
  for (const std::string odd :
       {"bytes=5-2", "bytes=a-b", "bytes=0-1,3-4", "lines=1-2",
        "bytes=", "bytes=99999999999999999999-"}) {
    EXPECT_EQ(part(odd), "200  " + kWav) << odd;
  }
  EXPECT_EQ(json("/api/clips?run=0&tag=s&index=0").text(),
            R"({"step":2,"wall":1001,"sample_rate":8000,)"
            R"("content_type":"audio/wav","items":[{"bytes":17,"label":""}]})");
}

TEST_F(ValuesApiTest, SendsTextAsItWasWritten) {
  write("a", EventLog(1000).text("t", 3, "# <b>é</b>\n\xff"));
  load();
  EXPECT_EQ(json("/api/text?run=0&tag=t&index=0").text(),
            "{\"step\":3,\"wall\":1001,\"shape\":[1],"
            "\"values\":[\"# <b>é</b>\\n\xef\xbf\xbd\"]}");
  EXPECT_THAT(error("/api/text?run=0&tag=x&index=0"), StartsWith("404 "));
}

TEST_F(ValuesApiTest, ReachesSupersededValuesByTheirBranch) {
  write(
      "a",
      EventLog(1000).text("t", 1, "old").session_start(1).text("t", 1, "new"));
  load();
  EXPECT_EQ(json("/api/text?run=0&tag=t&index=0")["values"].text(),
            R"(["new"])");
  EXPECT_EQ(json("/api/text?run=0&tag=t&index=0&branch=0")["values"].text(),
            R"(["old"])");
  EXPECT_THAT(error("/api/text?run=0&tag=t&index=0&branch=1"),
              StartsWith("404 "));
}

TEST_F(ValuesApiTest, TellsWhatRestartsSuperseded) {
  EventLog log(1000);
  for (const int step : {1, 2, 3}) {
    log.text("t", step, "old")
        .values(step, {histogram_value("h", {1, 2}, {1, 3})});
  }
  log.session_start(2)
      .text("t", 2, "new")
      .values(2, {histogram_value("h", {1, 2}, {4, 4})});
  write("a", log);
  write("b", EventLog(1000).text("t", 1, "only"));
  load();
  ColumnReader texts = columns("/api/blobs?kind=text&tag=t");
  EXPECT_THAT(texts.head()["series"][0]["restarts"].text(),
              AllOf(StartsWith(R"([{"branch":0,"restart_step":2,)"),
                    EndsWith(R"("count":2,"first_step":2,"last_step":3}])")));
  EXPECT_EQ(texts.head()["series"][1]["restarts"].text(), "[]");
  texts = columns("/api/blobs?kind=text&tag=t&branch=0");
  EXPECT_EQ(texts.head()["series"].size(), 1u);
  EXPECT_THAT(texts.column(texts.head()["series"][0]["step"]),
              ElementsAre(2, 3));
  const ColumnReader histograms = columns("/api/histograms?tag=h");
  EXPECT_THAT(histograms.head()["series"][0]["restarts"].text(),
              EndsWith(R"("count":2,"first_step":2,"last_step":3}])"));
}

TEST_F(ValuesApiTest, FindsWordsInTexts) {
  write("a", EventLog(1000).text("t", 1, "the quick fox").text("t", 2, "dog"));
  write("b",
        EventLog(1000).text(
            "u", 5, std::string(100, 'x') + "é fox " + std::string(100, 'y')));
  load();
  JsonValue answer = json("/api/text/search?pattern=f%5Bo%5Dx");
  EXPECT_EQ(answer["total"].text(), "2");
  EXPECT_EQ(answer["complete"].text(), "true");
  EXPECT_EQ(answer["found"][0].text(),
            R"({"run":0,"tag":"t","index":0,"step":1,)"
            R"("excerpt":"the quick fox"})");
  EXPECT_THAT(answer["found"][1]["excerpt"].string(), StartsWith("…xxx"));
  answer = json("/api/text/search?pattern=o&limit=1");
  EXPECT_EQ(answer["total"].text(), "3");
  EXPECT_EQ(answer["found"].size(), 1u);
  EXPECT_EQ(json("/api/text/search?pattern=o&tag=u")["total"].text(), "1");
  EXPECT_EQ(json("/api/text/search?pattern=o&runs=0")["total"].text(), "2");
  EXPECT_EQ(error("/api/text/search"), "400 pattern is missing");
  EXPECT_THAT(error("/api/text/search?pattern=%5B"), StartsWith("400 "));
}

TEST_F(ValuesApiTest, TellsHyperparametersAndTheirMetrics) {
  event::SessionStartInfo first;
  first.hparams = {{"lr", 0.001}, {"b10", 64}, {"b2", "<adam>"}};
  event::SessionStartInfo second;
  second.hparams = {{"lr", 0.1}, {"flag", true}};
  event::Experiment experiment;
  experiment.metric_infos.emplace_back().tag = "val/loss";
  write("a", EventLog()
                 .values(0, {hparams_value(event::kHParamsExperimentTag,
                                           {0, experiment})})
                 .values(0, {hparams_value(event::kHParamsSessionStartTag,
                                           {0, first})}));
  write("b", EventLog().values(0, {hparams_value(event::kHParamsSessionStartTag,
                                                 {0, second})}));
  write("c", EventLog().scalar("x", 1, 1));
  load();
  EXPECT_EQ(json("/api/hparams").text(),
            R"({"names":["b2","b10","flag","lr"],"runs":[)"
            R"({"run":0,"values":["<adam>",64,null,0.001]},)"
            R"({"run":1,"values":[null,null,true,0.1]}],)"
            R"("metrics":["val/loss"]})");
  EXPECT_EQ(json("/api/hparams?runs=1")["names"].text(), R"(["flag","lr"])");
}

TEST_F(ValuesApiTest, ListsProblems) {
  EventLog log;
  log.scalar("x", 1, 1);
  std::string bytes = log.bytes();
  bytes[bytes.size() - 6] ^= 1;
  write_bytes("a", bytes + EventLog().scalar("x", 2, 2).bytes(),
              "events.out.tfevents.1");
  load();
  const JsonValue answer = json("/api/problems");
  EXPECT_GE(answer["total"].number(), 1);
  const JsonValue& problem = answer["problems"][0];
  EXPECT_THAT(problem["path"].string(), HasSubstr("/logs/a/events"));
  EXPECT_GT(problem["offset"].number(), 0);
  EXPECT_NE(problem["what"].string(), "");
  EXPECT_EQ(json("/api/runs")["damaged"].text(), "[1]");
}

}  // namespace
}  // namespace stepline::server
