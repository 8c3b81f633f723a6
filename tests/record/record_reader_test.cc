#include "record/record_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "record/record_writer.h"
#include "record/scripted_source.h"

namespace stepline::record {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

std::string framed(std::string_view payload) {
  std::string out;
  append_record(out, payload);
  return out;
}

// With one bit of byte `at` turned.
std::string damaged(std::string bytes, std::size_t at) {
  bytes.at(at) = static_cast<char>(bytes.at(at) ^ 0x10);
  return bytes;
}

class RecordReaderTest : public ::testing::Test {
 protected:
  void read(std::deque<std::string> pieces, std::uint64_t offset = 0) {
    source_.script(std::move(pieces));
    reader_.emplace(source_, offset);
  }

  // The payload, "not yet", or the message.
  std::string next() {
    const auto record = reader_->next();
    if (!record) {
      code_ = record.error().code;
      return record.error().message;
    }
    return *record ? std::string((*record)->payload) : "not yet";
  }

  // "at 12" or "not yet".
  std::string resynchronise() {
    const auto found = reader_->resynchronise();
    if (!found) return found.error().message;
    return *found ? "at " + std::to_string(reader_->offset()) : "not yet";
  }

  ScriptedSource source_;
  std::optional<Reader> reader_;
  ErrorCode code_ = ErrorCode::InvalidArgument;
};

TEST_F(RecordReaderTest, ReadsRecordsInOrder) {
  read({framed("one") + framed("") + framed("three")});
  EXPECT_EQ(next(), "one");
  EXPECT_EQ(next(), "");
  EXPECT_EQ(next(), "three");
  EXPECT_EQ(next(), "not yet");
  EXPECT_EQ(next(), "not yet");
}

TEST_F(RecordReaderTest, SaysWhereARecordBegins) {
  read({framed("one") + framed("two")});
  EXPECT_EQ(reader_->next().value()->offset, 0u);
  EXPECT_EQ(reader_->offset(), framed("one").size());
  EXPECT_EQ(reader_->next().value()->offset, framed("one").size());
}

TEST_F(RecordReaderTest, BeginsAtAnyRecord) {
  read({framed("one") + framed("two")}, framed("one").size());
  EXPECT_EQ(next(), "two");
}

TEST_F(RecordReaderTest, ResumesARecordSplitAtEveryByte) {
  const std::string file = framed("foo");
  for (std::size_t cut = 0; cut < file.size(); ++cut) {
    read({file.substr(0, cut), file.substr(cut)});
    EXPECT_EQ(next(), "not yet") << cut;
    EXPECT_EQ(next(), "foo") << cut;
    EXPECT_EQ(next(), "not yet") << cut;
  }
}

TEST_F(RecordReaderTest, ResumesARecordThatArrivesByteByByte) {
  const std::string file = framed("foo") + framed("bar");
  std::deque<std::string> pieces;
  for (const char byte : file) pieces.emplace_back(1, byte);
  read(pieces);
  std::vector<std::string> seen;
  for (std::size_t i = 0; i < file.size() + 1; ++i) {
    const std::string what = next();
    if (what != "not yet") seen.push_back(what);
  }
  EXPECT_THAT(seen, ::testing::ElementsAre("foo", "bar"));
}

TEST_F(RecordReaderTest, ToleratesShortReads) {
  source_.set_longest_read(1);
  read({framed("one") + framed("two")});
  EXPECT_EQ(next(), "one");
  EXPECT_EQ(next(), "two");
}

TEST_F(RecordReaderTest, ReadsManyRecordsOfAllSizes) {
  std::mt19937 random(11);
  std::vector<std::string> payloads;
  std::string file;
  for (int i = 0; i < 400; ++i) {
    const std::size_t size = random() % (i % 50 == 0 ? 900000 : 3000);
    payloads.emplace_back(size, static_cast<char>(i));
    append_record(file, payloads.back());
  }
  read({file});
  for (const std::string& payload : payloads) ASSERT_TRUE(next() == payload);
  EXPECT_EQ(next(), "not yet");
}

TEST_F(RecordReaderTest, ReportsADamagedHeaderWithItsPlace) {
  for (std::size_t at = 0; at < kHeaderBytes; ++at) {
    read({framed("one") + damaged(framed("two"), at) + framed("three")});
    EXPECT_EQ(next(), "one");
    EXPECT_THAT(next(), MatchesRegex("length checksum mismatch: got 0x.{8}, "
                                     "want 0x.{8}, at byte 19 of "
                                     "\"run/events\""));
    EXPECT_EQ(code_, ErrorCode::Corrupt);
    EXPECT_THAT(next(), HasSubstr("at byte 19 of")) << "the same again";
  }
}

TEST_F(RecordReaderTest, ReportsADamagedPayloadOrFooterWithItsPlace) {
  for (std::size_t at = kHeaderBytes; at < framed("two").size(); ++at) {
    read({framed("one") + damaged(framed("two"), at) + framed("three")});
    EXPECT_EQ(next(), "one");
    EXPECT_THAT(next(), MatchesRegex("payload checksum mismatch: got 0x.{8}, "
                                     "want 0x.{8}, at byte 19 of "
                                     "\"run/events\""));
    EXPECT_EQ(code_, ErrorCode::Corrupt);
    EXPECT_THAT(next(), HasSubstr("at byte 19 of")) << "the same again";
  }
}

TEST_F(RecordReaderTest, RefusesALengthThatCannotBeTrue) {
  read({header(kMaxPayloadBytes + 1) + "some bytes"});
  EXPECT_EQ(next(),
            "record of 2147483648 bytes, want at most 2147483647, at byte 0 of "
            "\"run/events\"");
  EXPECT_EQ(code_, ErrorCode::Corrupt);
  read({header(~std::uint64_t{0})});
  EXPECT_THAT(next(), HasSubstr("record of 18446744073709551615 bytes"));
}

TEST_F(RecordReaderTest, TakesNoMemoryForALengthThatIsOnlyClaimed) {
  read({header(kMaxPayloadBytes) + std::string(1000, 'x')});
  EXPECT_EQ(next(), "not yet");
  source_.grow(std::string(1000000, 'x'));
  EXPECT_EQ(next(), "not yet");
  EXPECT_LE(source_.most_asked(), 2u << 20);
}

TEST_F(RecordReaderTest, LetsTheCallerAllowLongerRecords) {
  source_.script({framed("12345")});
  Reader strict(source_, 0, 4);
  EXPECT_FALSE(strict.next());
  Reader generous(source_, 0, 5);
  EXPECT_TRUE(generous.next());
}

TEST_F(RecordReaderTest, PassesOnErrorsOfTheSourceAndMayBeAskedAgain) {
  read({framed("one")});
  source_.fail_once({ErrorCode::Io, "cannot read"});
  EXPECT_EQ(next(), "cannot read");
  EXPECT_EQ(code_, ErrorCode::Io);
  EXPECT_EQ(next(), "one");
}

TEST_F(RecordReaderTest, ResynchronisesBehindADamagedHeader) {
  for (std::size_t at = 0; at < kHeaderBytes; ++at) {
    read({framed("one") + damaged(framed("two"), at) + framed("three")});
    next();
    next();
    EXPECT_EQ(resynchronise(), "at 38");
    EXPECT_EQ(next(), "three");
  }
}

TEST_F(RecordReaderTest, ResynchronisesBehindADamagedPayload) {
  for (std::size_t at = kHeaderBytes; at < framed("two").size(); ++at) {
    read({framed("one") + damaged(framed("two"), at) + framed("three")});
    next();
    next();
    EXPECT_EQ(resynchronise(), "at 38");
    EXPECT_EQ(next(), "three");
  }
}

TEST_F(RecordReaderTest, DoesNotTakeARecordInsideADamagedOneForItsSuccessor) {
  const std::string outer = framed("a log: " + framed("inner"));
  read({damaged(outer, kHeaderBytes) + framed("next")});
  next();
  EXPECT_EQ(resynchronise(), "at " + std::to_string(outer.size()));
  EXPECT_EQ(next(), "next");
}

TEST_F(RecordReaderTest, FindsRecordsAppendedToAHalfWrittenOne) {
  const std::string half = framed(std::string(50, 'x')).substr(0, 30);
  const std::string later =
      framed("later") + framed("much later") + framed("last");
  read({half + later});
  EXPECT_THAT(next(), HasSubstr("payload checksum mismatch"));
  EXPECT_EQ(resynchronise(), "at 30");
  EXPECT_EQ(next(), "later");
  EXPECT_EQ(next(), "much later");
  EXPECT_EQ(next(), "last");
}

TEST_F(RecordReaderTest, WaitsForTheHeaderBehindADamagedPayload) {
  const std::string bad = damaged(framed("bad"), kHeaderBytes);
  const std::string good = framed("good");
  for (std::size_t cut = 0; cut < kHeaderBytes; ++cut) {
    read({bad + good.substr(0, cut), good.substr(cut)});
    next();
    EXPECT_EQ(resynchronise(), "not yet") << cut;
    EXPECT_EQ(next(), "good") << cut;
  }
}

TEST_F(RecordReaderTest, GoesOnSearchingWhenTheFileGrows) {
  const std::string garbage(1000, '\x7e');
  const std::string good = framed("good");
  for (std::size_t cut = 0; cut < good.size(); ++cut) {
    read({garbage + good.substr(0, cut)});
    EXPECT_THAT(next(), HasSubstr("length checksum mismatch"));
    const std::string found = cut < kHeaderBytes ? "not yet" : "at 1000";
    EXPECT_EQ(resynchronise(), found) << cut;
    EXPECT_EQ(next(), "not yet") << cut;
    source_.grow(good.substr(cut));
    EXPECT_EQ(next(), "good") << cut;
  }
}

TEST_F(RecordReaderTest, SearchesThroughZerosAndNoiseBeyondItsBuffer) {
  std::mt19937 random(5);
  std::string garbage(700000, '\0');
  for (std::size_t i = 300000; i < garbage.size(); ++i) {
    garbage[i] = static_cast<char>(random());
  }
  read({garbage + framed("found")});
  next();
  EXPECT_EQ(resynchronise(), "at 700000");
  EXPECT_EQ(next(), "found");
}

TEST_F(RecordReaderTest, StaysWhereARecordBeginsAlready) {
  read({framed("one") + framed("two")}, framed("one").size());
  EXPECT_EQ(resynchronise(), "at 19");
  EXPECT_EQ(next(), "two");
}

TEST_F(RecordReaderTest, FindsTheFirstRecordFromTheMiddleOfAnother) {
  read({framed("one") + framed("two")}, 5);
  EXPECT_EQ(resynchronise(), "at 19");
  EXPECT_EQ(next(), "two");
}

TEST_F(RecordReaderTest, SurvivesAnyDamage) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string file;
    for (int i = 0; i < 20; ++i) {
      append_record(file, std::string(random() % 60, static_cast<char>(i)));
    }
    for (int i = 0; i < 3; ++i) file = damaged(file, random() % file.size());
    file.resize(file.size() - random() % 20);
    read({file});
    int records = 0, damages = 0;
    for (std::string what = next(); what != "not yet"; what = next()) {
      if (what.find("mismatch") == std::string::npos) {
        ++records;
      } else {
        ++damages;
        ASSERT_LE(damages, 3);
        if (resynchronise() == "not yet") break;
      }
    }
    EXPECT_GE(records, 14);
  }
}

}  // namespace
}  // namespace stepline::record
