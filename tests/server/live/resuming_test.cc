// Clients that come, go and come back at any time know, once they have listened
// to the end, exactly what the store knows.

#include <map>
#include <random>
#include <set>
#include <tuple>

#include "server/api_fixture.h"
#include "server/live/store_feed.h"
#include "server/values_log.h"

namespace stepline::server {
namespace {

// What a page keeps: runs by number as they are told, and how many points each
// series has.
class Client {
 public:
  using Series = std::tuple<std::string, std::string, std::string>;
  using Get = std::function<JsonValue(const std::string&)>;

  explicit Client(Get get) : get_(std::move(get)) {}

  // Asks for everything.
  void begin_anew() {
    runs_.clear();
    counts_.clear();
    const JsonValue runs = get_("/api/runs");
    cursor_ = runs["cursor"].string();
    for (std::size_t i = 0; i < runs["id"].size(); ++i) {
      std::map<std::string, std::string>& run = runs_[runs["id"][i].text()];
      for (const auto& [field, column] : runs.members()) {
        if (field != "cursor") run[field] = column[i].text();
      }
    }
    read_counts();
    connected_ = false;
  }

  // Takes one message, after a greeting where there is no connection; false
  // when there is none.
  bool listen(StoreFeed& feed) {
    if (!connected_) {
      const LiveFeed::Message hello = feed.hello(cursor_);
      connected_ = true;
      const bool reset = JsonValue::parse(*hello.text).has("reset");
      if (reset) {
        begin_anew();
        return true;
      }
      EXPECT_EQ(hello.cursor, cursor_);
    }
    const LiveFeed::Message message = feed.next(cursor_);
    cursor_ = message.cursor;
    if (message.text == nullptr) return false;
    take(JsonValue::parse(*message.text));
    return true;
  }
  void lose_connection() { connected_ = false; }
  void forget_cursor(const std::string& other) { cursor_ = other; }

  const auto& runs() const { return runs_; }
  const auto& counts() const { return counts_; }
  int told_tags() const { return told_tags_; }

 private:
  void read_counts() {
    const JsonValue tags = get_("/api/tags");
    for (std::size_t i = 0; i < tags["tag"].size(); ++i) {
      const std::string kind = tags["kind"][i].string();
      const std::string tag = tags["tag"][i].string();
      const JsonValue series = get_("/api/series?kind=" + kind + "&tag=" + tag);
      for (std::size_t k = 0; k < series["run"].size(); ++k) {
        counts_[{kind, tag, series["run"][k].text()}] =
            series["count"][k].text();
      }
    }
  }

  void take(const JsonValue& message) {
    ASSERT_EQ(message["type"].string(), "changes");
    for (const JsonValue& id : message["runs_removed"].elements()) {
      runs_.erase(id.text());
      std::erase_if(counts_, [&](const auto& entry) {
        return std::get<2>(entry.first) == id.text();
      });
    }
    for (const char* which : {"runs_added", "runs_changed"}) {
      for (const JsonValue& run : message[which].elements()) {
        auto& known = runs_[run["id"].text()];
        for (const auto& [field, value] : run.members()) {
          known[field] = value.text();
        }
      }
    }
    if (message["tags_changed"].text() == "true") ++told_tags_;
    const auto key = [&](const JsonValue& list, std::size_t i) {
      const JsonValue& tag =
          message["tags"][std::size_t(list["tag"][i].number())];
      return Series{tag[0].string(), tag[1].string(), list["run"][i].text()};
    };
    const JsonValue& removed = message["removed"];
    for (std::size_t i = 0; i < removed["run"].size(); ++i) {
      counts_.erase(key(removed, i));
    }
    const JsonValue& series = message["series"];
    for (std::size_t i = 0; i < series["run"].size(); ++i) {
      const double count = series["count"][i].number();
      const double from = series["from"][i].number();
      EXPECT_LE(from, count);
      const auto known = counts_.find(key(series, i));
      const double had = known == counts_.end() ? 0 : std::stod(known->second);
      EXPECT_LE(from, had) << "points are missing in between";
      counts_[key(series, i)] = series["count"][i].text();
    }
  }

  Get get_;
  std::string cursor_;
  bool connected_ = false;
  std::map<std::string, std::map<std::string, std::string>> runs_;
  std::map<Series, std::string> counts_;
  int told_tags_ = 0;
};

class ResumingTest : public ApiTest {
 protected:
  Client client() {
    return Client([this](const std::string& address) { return json(address); });
  }

  // Grows, replaces, damages, restarts or removes some file.
  void change_something(std::mt19937& random) {
    const std::string run = "r" + std::to_string(random() % 6);
    const std::string name =
        "events.out.tfevents." + std::to_string(random() % 2);
    const auto file = std::pair{run, name};
    const unsigned what = random() % 10;
    if (what == 0 || (what == 1 && logs_.contains(file))) {
      if (logs_.erase(file) > 0) {
        must(files_.remove("/logs/" + run + "/" + name));
      }
      if (what == 0) return;
    }
    EventLog& log =
        logs_.try_emplace(file, EventLog(1000 + random() % 50)).first->second;
    if (what == 2) log.session_start(std::int64_t(random() % 5));
    for (unsigned i = random() % 4; i > 0; --i) {
      const auto step = std::int64_t(log.bytes().size());
      const std::string tag = "t" + std::to_string(random() % 4);
      if (random() % 5 == 0) {
        log.text(tag, step, "words");
      } else {
        log.scalar(tag, what == 3 ? std::int64_t(random() % 9) : step, 1);
      }
    }
    write_bytes(run, log.bytes() + (what == 4 ? std::string(50, 'x') : ""),
                name);
  }

  std::map<std::pair<std::string, std::string>, EventLog> logs_;
};

TEST_F(ResumingTest, EveryClientEndsWithWhatTheStoreKnows) {
  std::mt19937 random(20);
  load();
  StoreFeed feed(*store_, "abc");
  std::vector<Client> clients(4, client());
  for (Client& one : clients) one.begin_anew();
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    for (unsigned i = random() % 3; i > 0; --i) change_something(random);
    load();
    if (random() % 2 == 0) feed.wait(std::chrono::milliseconds(0));
    for (Client& one : clients) {
      if (random() % 6 == 0) one.lose_connection();
      if (random() % 40 == 0) {
        one.lose_connection();
        one.forget_cursor(random() % 2 == 0 ? "gone:7" : "");
      }
      if (random() % 3 == 0) one.listen(feed);
    }
    ASSERT_FALSE(HasFailure());
  }
  feed.wait(std::chrono::milliseconds(0));
  Client fresh = client();
  fresh.begin_anew();
  for (Client& one : clients) {
    while (one.listen(feed)) {
    }
    EXPECT_EQ(one.runs(), fresh.runs());
    EXPECT_EQ(one.counts(), fresh.counts());
  }
}

TEST_F(ResumingTest, TellsWhenTheListOfTagsIsAnother) {
  std::mt19937 random(4);
  load();
  StoreFeed feed(*store_, "abc");
  Client one = client();
  one.begin_anew();
  for (int round = 0; round < 60; ++round) {
    const std::string before =
        json("/api/tags")["runs"].text() + json("/api/tags")["tag"].text();
    const int told = one.told_tags();
    change_something(random);
    load();
    feed.wait(std::chrono::milliseconds(0));
    while (one.listen(feed)) {
    }
    const std::string after =
        json("/api/tags")["runs"].text() + json("/api/tags")["tag"].text();
    if (before != after) {
      EXPECT_GT(one.told_tags(), told) << round;
    }
  }
}

}  // namespace
}  // namespace stepline::server
