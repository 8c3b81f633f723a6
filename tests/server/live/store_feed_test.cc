#include "server/live/store_feed.h"

#include "server/api_fixture.h"
#include "server/live/live_cursor.h"

namespace stepline::server {
namespace {

using std::chrono::milliseconds;

class StoreFeedTest : public ApiTest {
 protected:
  void open() {
    load();
    feed_ = std::make_unique<StoreFeed>(*store_, "abc");
  }

  std::string cursor() { return json("/api/runs")["cursor"].string(); }
  JsonValue next(std::string& cursor) {
    const LiveFeed::Message message = feed_->next(cursor);
    cursor = message.cursor;
    return JsonValue::parse(message.text == nullptr ? "null" : *message.text);
  }

  std::unique_ptr<StoreFeed> feed_;
};

TEST_F(StoreFeedTest, GreetsWithTheCursorThatTheClientCameWith) {
  write("a", EventLog().scalar("x", 1, 1));
  open();
  const std::string cursor = this->cursor();
  const LiveFeed::Message hello = feed_->hello(cursor);
  EXPECT_EQ(*hello.text, R"({"type":"hello","instance":"abc","cursor":")" +
                             cursor + R"(","progress":)" +
                             json("/api/info")["progress"].text() + "}");
  EXPECT_EQ(hello.cursor, cursor);
  std::string same = hello.cursor;
  EXPECT_EQ(next(same).text(), "null");
  EXPECT_EQ(same, cursor);
}

TEST_F(StoreFeedTest, BeginsAnewForCursorsThatMeanNothing) {
  write("a", EventLog().scalar("x", 1, 1));
  open();
  for (const std::string wrong :
       {"", "abc", "abc:", "abc:0", "abc:999999", "other:1", "abc:1x", "abc:-1",
        "abc:99999999999999999999999"}) {
    const LiveFeed::Message hello = feed_->hello(wrong);
    const JsonValue text = JsonValue::parse(*hello.text);
    EXPECT_EQ(text["reset"].text(), "true") << wrong;
    EXPECT_EQ(text["progress"]["loaded"].text(), "true") << wrong;
    EXPECT_EQ(text["cursor"].string(), cursor());
    EXPECT_EQ(hello.cursor, cursor());
  }
}

TEST_F(StoreFeedTest, TellsWhatCameAndWent) {
  EventLog log(1000);
  log.scalar("x", 1, 1);
  write("a", log);
  write("b", EventLog(1000).scalar("x", 1, 1).scalar("y", 1, 1));
  open();
  std::string cursor = this->cursor();

  log.scalar("x", 2, 2).text("note", 2, "hello");
  write("a", log);
  write("c", EventLog(2000).scalar("x", 7, 1));
  must(files_.remove("/logs/b/events.out.tfevents.1700000123.host"));
  load();
  const JsonValue message = next(cursor);
  EXPECT_EQ(message["type"].string(), "changes");
  EXPECT_EQ(message["cursor"].string(), cursor);
  ASSERT_EQ(message["runs_added"].size(), 1u);
  EXPECT_EQ(message["runs_added"][0].text(),
            R"({"id":2,"name":"c","start":1700000123,"last":2001,)"
            R"("first_step":7,"last_step":7,"series":1,"points":1,)"
            R"("damaged":0})");
  EXPECT_EQ(message["runs_removed"].text(), "[1]");
  ASSERT_EQ(message["runs_changed"].size(), 1u);
  EXPECT_EQ(message["runs_changed"][0]["points"].text(), "3");
  EXPECT_EQ(message["tags_changed"].text(), "true");
  EXPECT_EQ(message["series"]["count"].size(), 3u);
  EXPECT_EQ(message["removed"].text(), R"({"tag":[],"run":[]})");
  EXPECT_EQ(next(cursor).text(), "null");
}

TEST_F(StoreFeedTest, SaysManyWhereThereAreTooManySeries) {
  write("a", EventLog().scalar("x", 1, 1));
  open();
  std::string cursor = this->cursor();
  EventLog log;
  for (int i = 0; i < 5001; ++i) log.scalar("t" + std::to_string(i), 1, 1);
  write("b", log);
  load();
  const JsonValue message = next(cursor);
  EXPECT_EQ(message["many"].text(), "true");
  EXPECT_FALSE(message.has("series"));
  EXPECT_EQ(message["runs_added"].size(), 1u);
  EXPECT_EQ(message["tags_changed"].text(), "true");
}

TEST_F(StoreFeedTest, MakesAMessageOnceForAllWhoWantIt) {
  write("a", EventLog().scalar("x", 1, 1));
  open();
  const std::string cursor = this->cursor();
  write("b", EventLog().scalar("x", 1, 1));
  load();
  EXPECT_EQ(feed_->next(cursor).text, feed_->next(cursor).text);
}

TEST_F(StoreFeedTest, LeavesNobodyBehindWhoTookAnOlderMessage) {
  write("a", EventLog().scalar("x", 1, 1));
  open();
  const std::string cursor = this->cursor();
  write("b", EventLog().scalar("x", 1, 1));
  load();
  EXPECT_TRUE(feed_->wait(milliseconds(0)));
  const LiveFeed::Message first = feed_->next(cursor);
  write("c", EventLog().scalar("x", 1, 1));
  load();
  // Not yet woken for the third run: what was made for the second will do.
  EXPECT_EQ(feed_->next(cursor).text, first.text);
  EXPECT_TRUE(feed_->wait(milliseconds(0)));
  EXPECT_NE(feed_->next(cursor).text, first.text);
  EXPECT_EQ(feed_->next(cursor).cursor, this->cursor());
  EXPECT_FALSE(feed_->wait(milliseconds(0)));
}

TEST_F(StoreFeedTest, TellsTheEndOfLoadingOnce) {
  write("a", EventLog().scalar("x", 1, 1));
  open();
  const LiveFeed::Message last = feed_->progress();
  ASSERT_NE(last.text, nullptr);
  const JsonValue text = JsonValue::parse(*last.text);
  EXPECT_EQ(text["type"].string(), "progress");
  EXPECT_EQ(text["loaded"].text(), "true");
  EXPECT_EQ(text["points"].text(), "1");
  EXPECT_EQ(feed_->progress().text, nullptr);
}

}  // namespace
}  // namespace stepline::server
