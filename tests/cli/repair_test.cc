#include <gmock/gmock.h>

#include <cerrno>

#include "cli_fixture.h"
#include "storage/fault_file_system.h"

namespace stepline::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RepairTest : public CliTest {
 protected:
  const std::string a_ = framed({version()});
  const std::string b_ = framed({scalar("a", 0, 1)});
  const std::string c_ = framed({scalar("a", 1, 2)});

  std::string damaged() const {
    std::string bad = b_;
    bad[15] ^= 1;
    return a_ + bad + c_ + b_.substr(0, 9);
  }
};

TEST_F(RepairTest, KeepsEveryValidRecordByteForByte) {
  write("run/events.out.tfevents.1", damaged());
  EXPECT_EQ(run({"repair", "run/events.out.tfevents.1"}), 0);
  EXPECT_EQ(files_.content("run/events.out.repaired.1"), a_ + c_);
  EXPECT_EQ(files_.content("run/events.out.tfevents.1"), damaged());
  EXPECT_EQ(out_, "2 records saved, 1 damaged place left out (" +
                      std::to_string(b_.size()) +
                      " bytes), half a record at the end left out (9 bytes)\n"
                      "run/events.out.repaired.1\n");
}

TEST_F(RepairTest, LeavesNoSecondFileOfTheRun) {
  write("run/events.out.tfevents.1", damaged());
  ASSERT_EQ(run({"repair", "run/events.out.tfevents.1"}), 0);
  EXPECT_EQ(run({"inspect", "run"}), 1);
  EXPECT_THAT(out_, Not(HasSubstr("repaired")));
}

TEST_F(RepairTest, ReplacesTheFileWhenTold) {
  write("run/events.out.tfevents.1", damaged());
  EXPECT_EQ(run({"repair", "--in-place", "run/events.out.tfevents.1"}), 0);
  EXPECT_EQ(files_.content("run/events.out.tfevents.1"), a_ + c_);
  EXPECT_THAT(files_.files(), ElementsAre("run/events.out.tfevents.1"));
}

TEST_F(RepairTest, NeverOverwrites) {
  write("x.tfevents", damaged());
  write("there", "mine");
  EXPECT_EQ(run({"repair", "x.tfevents", "-o", "there"}), 3);
  EXPECT_EQ(files_.content("there"), "mine");
  EXPECT_EQ(run({"repair", "x.tfevents", "-o", "x.tfevents"}), 3);
  EXPECT_EQ(files_.content("x.tfevents"), damaged());
  EXPECT_EQ(run({"repair", "x.tfevents", "-o", "nowhere/x"}), 3);
  EXPECT_THAT(files_.files(), ElementsAre("there", "x.tfevents"));
}

TEST_F(RepairTest, WritesNothingWhenNothingIsWrong) {
  write("x.tfevents", a_ + c_);
  EXPECT_EQ(run({"repair", "x.tfevents"}), 0);
  EXPECT_EQ(out_, "nothing to repair: 2 records, no damage\n");
  EXPECT_EQ(run({"repair", "--in-place", "x.tfevents"}), 0);
  EXPECT_THAT(files_.files(), ElementsAre("x.tfevents"));
  EXPECT_EQ(run({"repair", "x.tfevents", "-o", "copy"}), 0);
  EXPECT_EQ(files_.content("copy"), a_ + c_);
}

TEST_F(RepairTest, GivesUpOnAFileWithoutOneRecord) {
  write("notes", "To whom it may concern, this is no event file at all.");
  EXPECT_EQ(run({"repair", "notes"}), 1);
  EXPECT_EQ(run({"repair", "--in-place", "notes"}), 1);
  EXPECT_THAT(files_.files(), ElementsAre("notes"));
}

TEST_F(RepairTest, RefusesWhatMakesNoSense) {
  write("run/x.tfevents", damaged());
  EXPECT_EQ(run({"repair", "run"}), 2);
  EXPECT_EQ(run({"repair", "--in-place", "-o", "y", "run/x.tfevents"}), 2);
  EXPECT_EQ(run({"repair", "absent"}), 3);
  EXPECT_THAT(files_.files(), ElementsAre("run/x.tfevents"));
}

TEST_F(RepairTest, LeavesEverythingAsItWasWhenTheDiskIsFull) {
  write("x.tfevents", damaged());
  storage::FaultFileSystem faults(files_);
  faults.set_quota(a_.size() + 3);
  EXPECT_EQ(run_on(faults, {"repair", "--in-place", "x.tfevents"}), 3);
  EXPECT_THAT(err_, HasSubstr("No space left on device"));
  EXPECT_EQ(files_.content("x.tfevents"), damaged());
  EXPECT_THAT(files_.files(), ElementsAre("x.tfevents"));
  faults.set_quota(faults.kUnlimited);
  faults.fail(storage::FaultFileSystem::Operation::Rename, EIO);
  EXPECT_EQ(run_on(faults, {"repair", "--in-place", "x.tfevents"}), 3);
  EXPECT_THAT(files_.files(), ElementsAre("x.tfevents"));
}

TEST_F(RepairTest, SavesWhatWasAppendedToHalfARecord) {
  const std::string large = record::header(100000) + "the beginning of it";
  write("x.tfevents", a_ + large + b_ + c_ + c_.substr(0, 20));
  EXPECT_EQ(run({"verify", "x.tfevents"}), 0);
  EXPECT_THAT(
      out_, HasSubstr("x.tfevents:" + std::to_string(a_.size()) + ": note: "));
  EXPECT_THAT(out_, HasSubstr(" of a record that is not complete, with whole "
                              "ones inside; \"stepline repair\" saves them\n"));
  EXPECT_EQ(run({"repair", "--in-place", "x.tfevents"}), 0);
  EXPECT_THAT(out_, HasSubstr("1 damaged place left out (" +
                              std::to_string(large.size()) + " bytes)"));
  EXPECT_EQ(files_.content("x.tfevents"), a_ + b_ + c_);
}

TEST_F(RepairTest, IsNotHeldUpByHeadersWithoutEnd) {
  std::string bytes = a_;
  for (int i = 0; i < 20000; ++i) bytes += record::header(1000000);
  write("x.tfevents", bytes);
  EXPECT_EQ(run({"verify", "x.tfevents"}), 0);
  EXPECT_THAT(out_, HasSubstr("240,000 bytes of a record"));
}

TEST_F(RepairTest, SavesAllBehindDamageAtEveryByte) {
  for (std::size_t at = 0; at < b_.size(); ++at) {
    std::string bad = b_;
    bad[at] ^= 0x55;
    write("x.tfevents", a_ + bad + c_);
    ASSERT_EQ(run({"repair", "--in-place", "x.tfevents"}), 0) << at;
    EXPECT_EQ(files_.content("x.tfevents"), a_ + c_) << at;
  }
}

}  // namespace
}  // namespace stepline::cli
