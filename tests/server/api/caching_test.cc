#include "base/inflate.h"
#include "server/api/etag.h"
#include "server/api_fixture.h"
#include "server/values_log.h"

namespace stepline::server {
namespace {

class CachingTest : public ApiTest {
 protected:
  unsigned again(const std::string& address, const std::string& etag) {
    Request request = ApiTest::request(address);
    request.if_none_match = etag;
    const Response response = api_->answer(request);
    if (response.status == 304) {
      EXPECT_EQ(body(response), "");
      EXPECT_THAT(etag, testing::HasSubstr(response.etag));
    }
    return response.status;
  }
};

const std::vector<std::string> kAddresses{
    "/api/info",
    "/api/runs",
    "/api/tags",
    "/api/tags?kind=scalar&runs=0",
    "/api/series?tag=x",
    "/api/rows?tag=x&sparkline=10",
    "/api/hparams",
    "/api/problems",
    "/api/scalars?tag=x",
    "/api/scalars?tag=x&tag=y&smoothing=ema&weight=0.5",
    "/api/points?run=0&tag=x",
    "/api/aggregate?tag=x",
    "/api/statistics?tag=x",
    "/api/blobs?kind=text&tag=t",
    "/api/text?run=0&tag=t&index=0",
    "/api/image?run=0&tag=i&index=0",
    "/api/audio?run=0&tag=s&index=0",
};

TEST_F(CachingTest, AnswersThatNothingHasChanged) {
  write("a", EventLog(1000)
                 .scalar("x", 1, 1)
                 .text("t", 1, "words")
                 .values(1, {images_value("i", {kPng})})
                 .values(1, {audio_value("s", kWav)}));
  load();
  for (const std::string& address : kAddresses) {
    const std::string etag = get(address).etag;
    EXPECT_NE(etag, "") << address;
    EXPECT_EQ(again(address, etag), 304u) << address;
    EXPECT_EQ(again(address, "\"other\", " + etag), 304u) << address;
    EXPECT_EQ(again(address, "\"other\""), 200u) << address;
  }
}

TEST_F(CachingTest, NoticesAPointMore) {
  EventLog log(1000);
  log.scalar("x", 1, 1);
  write("a", log);
  load();
  std::map<std::string, std::string> etags;
  for (const std::string address :
       {"/api/runs", "/api/tags", "/api/series?tag=x", "/api/rows?tag=x",
        "/api/scalars?tag=x", "/api/points?run=0&tag=x", "/api/aggregate?tag=x",
        "/api/statistics?tag=x"}) {
    etags[address] = get(address).etag;
  }
  const std::string other = get("/api/scalars?tag=y").etag;
  log.scalar("x", 2, 2);
  write("a", log);
  load();
  for (const auto& [address, etag] : etags) {
    EXPECT_EQ(again(address, etag), 200u) << address;
  }
  EXPECT_EQ(again("/api/scalars?tag=y", other), 304u);
}

TEST_F(CachingTest, TellsParametersAndInstancesApart) {
  write("a", EventLog(1000).scalar("x", 1, 1).scalar("y", 1, 1));
  load();
  EXPECT_NE(get("/api/scalars?tag=x").etag, get("/api/scalars?tag=y").etag);
  EXPECT_NE(get("/api/scalars?tag=x").etag,
            get("/api/scalars?tag=x&pixels=7").etag);
  const std::string etag = get("/api/scalars?tag=x").etag;
  ApiOptions options;
  options.instance = "later";
  Api later(*store_, options);
  EXPECT_NE(later.answer(request("/api/scalars?tag=x")).etag, etag);
}

TEST_F(CachingTest, CompressesWhatIsLongForThoseWhoAccept) {
  EventLog log(1000);
  for (int i = 0; i < 1000; ++i) log.scalar("x", i, float(i % 7));
  write("a", log);
  for (int i = 0; i < 40; ++i) {
    write("run" + std::to_string(i), EventLog(1000).scalar("x", 1, 1));
  }
  load();
  for (const std::string address :
       {"/api/scalars?tag=x&runs=0-3", "/api/runs", "/api/rows",
        "/api/download/scalars.csv?tag=x",
        "/api/download/scalars.json?tag=x"}) {
    Request request = ApiTest::request(address);
    const Response plain = api_->answer(request);
    EXPECT_EQ(header(plain, "Content-Encoding"), "");
    request.accepts_gzip = true;
    const Response packed = api_->answer(request);
    EXPECT_EQ(header(packed, "Content-Encoding"), "gzip");
    EXPECT_EQ(packed.etag, plain.etag);
    const std::string packed_body = body(packed);
    const std::string plain_body = body(plain);
    EXPECT_LT(packed_body.size(), plain_body.size());
    EXPECT_EQ(gunzip(packed_body), plain_body);
  }
  Request zip = ApiTest::request("/api/download/selection.zip?tag=x");
  zip.accepts_gzip = true;
  EXPECT_EQ(header(api_->answer(zip), "Content-Encoding"), "");
  Request small = ApiTest::request("/api/info");
  small.accepts_gzip = true;
  EXPECT_EQ(header(api_->answer(small), "Content-Encoding"), "");
}

TEST_F(CachingTest, StopsWorkingForAClientThatHasGone) {
  write("a", EventLog(1000).scalar("x", 1, 1));
  load();
  const std::atomic<bool> gone{true};
  for (const std::string address :
       {"/api/scalars?tag=x", "/api/aggregate?tag=x", "/api/statistics?tag=x",
        "/api/rows?tag=x&sparkline=5"}) {
    Request request = ApiTest::request(address);
    request.cancelled = &gone;
    EXPECT_EQ(api_->answer(request).status, 503u);
  }
}

TEST(ETag, ComparesListsWeakly) {
  EXPECT_TRUE(matches("\"a\"", "\"a\""));
  EXPECT_TRUE(matches("W/\"a\"", "\"a\""));
  EXPECT_TRUE(matches(" \"b\" ,\tW/\"a\" ", "W/\"a\""));
  EXPECT_TRUE(matches("*", "\"a\""));
  EXPECT_FALSE(matches("\"b\"", "\"a\""));
  EXPECT_FALSE(matches("", "\"a\""));
  EXPECT_FALSE(matches("*", ""));
  EXPECT_FALSE(matches(",,,", "\"a\""));
}

TEST(Fingerprint, DependsOnEveryByteAndOnTheOrder) {
  const std::string text(100, 'a');
  const std::string first = Fingerprint().add(text).etag();
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = 'b';
    EXPECT_NE(Fingerprint().add(other).etag(), first);
  }
  EXPECT_NE(Fingerprint().add("a").add("b").etag(),
            Fingerprint().add("b").add("a").etag());
  EXPECT_NE(Fingerprint().add("ab").etag(),
            Fingerprint().add("a").add("b").etag());
  EXPECT_NE(Fingerprint().add(1).etag(), Fingerprint().add(2).etag());
}

}  // namespace
}  // namespace stepline::server
