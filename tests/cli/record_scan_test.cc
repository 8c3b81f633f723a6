#include "cli/record_scan.h"

#include <gmock/gmock.h>

#include <random>
#include <vector>

#include "cli/check_payload.h"
#include "cli_fixture.h"
#include "store/file_loader.h"

namespace stepline::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// What is damage, and what a half-written tail.
struct Verdict {
  std::vector<std::uint64_t> damage;  // Where it begins.
  std::uint64_t tail_offset = 0;
  bool operator==(const Verdict&) const = default;
};

void PrintTo(const Verdict& verdict, std::ostream* out) {
  *out << testing::PrintToString(verdict.damage) << ", tail at "
       << verdict.tail_offset;
}

class RecordScanTest : public CliTest {
 protected:
  Verdict of_the_scan(const std::string& bytes) {
    write("x.tfevents", bytes);
    const auto file = files_.open("x.tfevents");
    Verdict verdict;
    AnyEvent scratch;
    const auto end = scan_records(
        **file, {.record =
                     [&](const record::Reader::Record& record) {
                       return check_payload(reader::LogFile::Kind::Events,
                                            record.payload, scratch);
                     },
                 .damage =
                     [&](const Damage& damage) {
                       verdict.damage.push_back(damage.offset);
                     }});
    EXPECT_TRUE(end);
    verdict.tail_offset = end->tail_offset;
    return verdict;
  }

  Verdict of_the_store(const std::string& bytes) {
    write("x.tfevents", bytes);
    const auto file = files_.open("x.tfevents");
    const auto part =
        store::load_part({.file = file->get(), .end = bytes.size()});
    EXPECT_TRUE(part);
    Verdict verdict;
    for (const reader::Problem& problem : part->problems) {
      verdict.damage.push_back(problem.offset.value());
    }
    // What is searched for another record in vain is no tail.
    verdict.tail_offset =
        part->footing == store::Footing::Record ? part->end : bytes.size();
    return verdict;
  }

  const std::string a_ = framed({version(), scalar("a", 0, 1)});
  const std::string b_ = framed({scalar("a", 1, 2)});
};

TEST_F(RecordScanTest, TakesAFileThatEndsAnywhereForHalfWritten) {
  for (std::size_t size = a_.size(); size < a_.size() + b_.size(); ++size) {
    const std::string bytes = (a_ + b_).substr(0, size);
    const Verdict verdict = of_the_scan(bytes);
    EXPECT_THAT(verdict.damage, IsEmpty());
    EXPECT_EQ(verdict.tail_offset, a_.size());
    EXPECT_EQ(of_the_store(bytes), verdict);
  }
}

TEST_F(RecordScanTest, TakesHalfARecordForHalfWrittenWhateverItHolds) {
  const std::string bytes = a_ + record::header(1000) + b_ + b_;
  const Verdict verdict = of_the_scan(bytes);
  EXPECT_THAT(verdict.damage, IsEmpty());
  EXPECT_EQ(verdict.tail_offset, a_.size());
  EXPECT_EQ(of_the_store(bytes), verdict);
}

TEST_F(RecordScanTest, TakesAHeaderWithAWrongChecksumForDamageAtTheEndToo) {
  for (std::size_t at = 0; at < record::kHeaderBytes; ++at) {
    std::string bytes = a_ + record::header(1000) + "half";
    bytes[a_.size() + at] ^= 1;
    const Verdict verdict = of_the_scan(bytes);
    EXPECT_THAT(verdict.damage, ElementsAre(a_.size()));
    EXPECT_EQ(of_the_store(bytes), verdict);
  }
}

TEST_F(RecordScanTest, TakesALengthThatCannotBeForDamageAtTheEndToo) {
  const std::string bytes =
      a_ + record::header(record::kMaxPayloadBytes + 1) + "half";
  const Verdict verdict = of_the_scan(bytes);
  EXPECT_THAT(verdict.damage, ElementsAre(a_.size()));
  EXPECT_EQ(of_the_store(bytes), verdict);
}

TEST_F(RecordScanTest, AgreesWithTheStoreOnAnyFile) {
  std::mt19937_64 dice(31);
  int damaged = 0;
  int half = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bytes;
    for (std::uint64_t ages = 1 + dice() % 2; ages > 0; --ages) {
      bytes += a_;
      for (std::uint64_t n = dice() % 4; n > 0; --n) bytes += b_;
      if (dice() % 4 == 0) bytes += record::header(dice() % 400);
      bytes.resize(bytes.size() - dice() % a_.size());
    }
    for (std::uint64_t n = dice() % 3; n > 0; --n) {
      bytes[dice() % bytes.size()] ^= static_cast<char>(1 + dice() % 255);
    }
    const Verdict verdict = of_the_scan(bytes);
    ASSERT_EQ(of_the_store(bytes), verdict) << i;
    damaged += !verdict.damage.empty();
    half += verdict.tail_offset < bytes.size();
  }
  EXPECT_GT(damaged, 500);
  EXPECT_GT(half, 500);
}

}  // namespace
}  // namespace stepline::cli
