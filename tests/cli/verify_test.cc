#include <gmock/gmock.h>

#include <cerrno>

#include "cli_fixture.h"
#include "storage/fault_file_system.h"

namespace stepline::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class VerifyTest : public CliTest {
 protected:
  const std::string whole_ =
      framed({version(), scalar("a", 0, 1), scalar("a", 1, 2)});
};

TEST_F(VerifyTest, FindsNothingInAWholeFile) {
  write("run/x.tfevents", whole_);
  EXPECT_EQ(run({"verify", "run"}), 0);
  EXPECT_EQ(out_, "1 file, 3 valid records, " + std::to_string(whole_.size()) +
                      " B: no damage\n");
}

TEST_F(VerifyTest, NamesEveryDamagedPlace) {
  const std::string first = framed({version()});
  const std::string second = framed({scalar("a", 0, 1)});
  std::string bytes = whole_;
  bytes[2] ^= 1;                                  // A length.
  bytes[first.size() + second.size() + 13] ^= 1;  // A payload.
  bytes += framed({scalar("a", 2, 3)});
  write("x.tfevents", bytes);
  EXPECT_EQ(run({"verify", "x.tfevents"}), 1);
  EXPECT_THAT(out_, HasSubstr("x.tfevents:0: length checksum mismatch: got "));
  EXPECT_THAT(out_,
              HasSubstr("(" + std::to_string(first.size()) + " bytes lost)"));
  EXPECT_THAT(out_, HasSubstr("x.tfevents:" +
                              std::to_string(first.size() + second.size()) +
                              ": payload checksum mismatch: got "));
  EXPECT_THAT(out_, HasSubstr("2 valid records"));
  EXPECT_THAT(out_, HasSubstr("2 damaged places\n"));
}

TEST_F(VerifyTest, TellsAHalfWrittenTailButIsContent) {
  for (std::size_t cut = 1; cut < framed({scalar("a", 1, 2)}).size(); ++cut) {
    write("x.tfevents", whole_.substr(0, whole_.size() - cut));
    EXPECT_EQ(run({"verify", "x.tfevents"}), 0);
    EXPECT_THAT(out_, HasSubstr(" of a record that is not complete\n"));
    EXPECT_THAT(out_, HasSubstr("2 valid records"));
  }
}

TEST_F(VerifyTest, TakesARecordThatHoldsNoEventForDamage) {
  std::string bytes = whole_;
  record::append_record(bytes, "\xff\xff\xff");
  write("x.tfevents", bytes);
  EXPECT_EQ(run({"verify", "x.tfevents"}), 1);
  EXPECT_THAT(out_, HasSubstr("x.tfevents:" + std::to_string(whole_.size()) +
                              ": malformed Event"));
}

TEST_F(VerifyTest, TakesALengthThatCannotBeTrueForDamage) {
  std::string bytes = record::header(~std::uint64_t{0} >> 1);
  write("x.tfevents", bytes + whole_);
  EXPECT_EQ(run({"verify", "x.tfevents"}), 1);
  EXPECT_THAT(out_, HasSubstr("x.tfevents:0: record of 9223372036854775807 "
                              "bytes, want at most 2147483647 (12 bytes "
                              "lost)\n"));
  EXPECT_THAT(out_, HasSubstr("3 valid records"));
}

TEST_F(VerifyTest, IsContentWithAnEmptyFileAndDirectory) {
  write("run/x.tfevents", "");
  EXPECT_EQ(run({"verify", "run"}), 0);
  ASSERT_TRUE(files_.make_directories("empty"));
  EXPECT_EQ(run({"verify", "empty"}), 0);
  EXPECT_EQ(out_, "0 files, 0 valid records, 0 B: no damage\n");
}

TEST_F(VerifyTest, DoubtsWhatIsNoEventFile) {
  write("notes.txt", "To whom it may concern, this is no event file at all.");
  EXPECT_EQ(run({"verify", "notes.txt"}), 1);
  EXPECT_THAT(out_, HasSubstr("is it an event file?"));
}

TEST_F(VerifyTest, CannotRunOnWhatIsNotThere) {
  EXPECT_EQ(run({"verify", "nowhere"}), 3);
  EXPECT_EQ(out_, "");
}

TEST_F(VerifyTest, TellsWhatItCannotReadAndGoesOn) {
  write("a.tfevents", whole_);
  write("b.tfevents", whole_);
  storage::FaultFileSystem faults(files_);
  faults.fail(storage::FaultFileSystem::Operation::Open, EACCES, 1);
  EXPECT_EQ(run_on(faults, {"verify", "a.tfevents", "b.tfevents"}), 3);
  EXPECT_EQ(err_, "stepline: cannot open \"a.tfevents\": Permission denied\n");
  EXPECT_THAT(out_, HasSubstr("1 file, 3 valid records"));
}

TEST_F(VerifyTest, WritesJsonLines) {
  std::string bytes = whole_;
  bytes[20] ^= 1;
  write("x.tfevents", bytes.substr(0, bytes.size() - 1));
  EXPECT_EQ(run({"verify", "--json", "x.tfevents"}), 1);
  EXPECT_THAT(out_, HasSubstr("{\"path\":\"x.tfevents\",\"offset\":0,"));
  EXPECT_THAT(out_, HasSubstr("\"tail_bytes\":"));
  EXPECT_THAT(out_, HasSubstr("{\"files\":1,\"records\":1,"));
}

TEST_F(VerifyTest, KeepsQuiet) {
  write("x.tfevents", "nonsense, and long enough for a header");
  EXPECT_EQ(run({"verify", "-q", "x.tfevents"}), 1);
  EXPECT_EQ(out_ + err_, "");
}

class VerifyProjectorTest : public CliTest {
 protected:
  void write_config(const std::string& text) {
    write("run/x.tfevents", framed({version()}));
    write("run/projector_config.pbtxt", text);
  }

  const std::string config_ =
      "embeddings { tensor_name: \"words\" tensor_path: \"p.tsv\" "
      "metadata_path: \"m.tsv\" sprite { image_path: \"s.png\" } }";
};

TEST_F(VerifyProjectorTest, IsContentWhenEverythingIsThere) {
  write_config(config_);
  write("run/p.tsv", "1\t2\n3\t4\n");
  write("run/m.tsv", "cat\ndog\n");
  write("run/s.png", "png");
  EXPECT_EQ(run({"verify", "run"}), 0) << out_;
  EXPECT_THAT(out_, HasSubstr(", 1 projector configuration: no damage\n"));
}

TEST_F(VerifyProjectorTest, NamesEveryAssetThatIsMissing) {
  write_config(config_);
  EXPECT_EQ(run({"verify", "run"}), 1);
  for (const char* what : {"points", "labels", "sprite"}) {
    EXPECT_THAT(out_,
                HasSubstr("run/projector_config.pbtxt: " + std::string(what) +
                          " of embedding \"words\": "));
  }
  EXPECT_THAT(out_, HasSubstr(": 3 projector problems\n"));
  EXPECT_EQ(run({"verify", "-q", "run"}), 1);
  EXPECT_EQ(out_ + err_, "");
  EXPECT_EQ(run({"verify", "--json", "run"}), 1);
  EXPECT_THAT(out_, HasSubstr("{\"path\":\"run/projector_config.pbtxt\","
                              "\"message\":\"points of embedding "));
  EXPECT_THAT(out_,
              HasSubstr("\"projector_configs\":1,\"projector_problems\":3}"));
}

TEST_F(VerifyProjectorTest, FindsPointsThatAreNone) {
  write_config("embeddings { tensor_name: \"w\" tensor_path: \"p.tsv\" }");
  write("run/p.tsv", "1\t2\n3\n");
  EXPECT_EQ(run({"verify", "run"}), 1);
  EXPECT_THAT(out_, HasSubstr("1 projector problem\n"));
}

TEST_F(VerifyProjectorTest, FindsAConfigurationThatIsNone) {
  write_config("embeddings { tensor_name: ");
  EXPECT_EQ(run({"verify", "run"}), 1);
  EXPECT_THAT(out_, HasSubstr("run/projector_config.pbtxt: "));
}

TEST_F(VerifyProjectorTest, LooksForNoPointsThatAreInACheckpoint) {
  write_config("embeddings { tensor_name: \"w\" }");
  EXPECT_EQ(run({"verify", "run"}), 0);
}

class InspectTest : public CliTest {};

TEST_F(InspectTest, TellsWhatIsInAFile) {
  event::Event graph = at(0, 990);
  graph.what = event::GraphDef{"g"};
  event::Event pair = at(3, 1001);
  pair.what = event::Summary{{value_of("a", 1), value_of("b", 2)}};
  event::Event begun = version();
  begun.source_writer = "somebody";
  write("x.tfevents", framed({begun, graph, scalar("a", 7, 1), start(3), pair,
                              scalar("b", -2, 1, 5000)}));
  EXPECT_EQ(run({"inspect", "--json", "x.tfevents"}), 0);
  EXPECT_THAT(out_, HasSubstr("\"version\":\"brain.Event:2\","
                              "\"writer\":\"somebody\""));
  EXPECT_THAT(out_, HasSubstr("\"records\":6,\"first_step\":-2,\"last_step\":7,"
                              "\"first_wall_time\":990,"
                              "\"last_wall_time\":5000,\"steps_back\":2,"
                              "\"times_back\":1,\"restarts\":1,"
                              "\"restart_steps\":[3]"));
  EXPECT_THAT(out_, HasSubstr("\"kinds\":{\"scalar\":{\"tags\":2,\"values\":4},"
                              "\"graph\":{\"tags\":1,\"values\":1},"
                              "\"session_log\":{\"tags\":1,\"values\":1}}"));
  EXPECT_EQ(run({"inspect", "x.tfevents"}), 0);
  EXPECT_THAT(out_, HasSubstr("brain.Event:2, written by somebody\n"));
  EXPECT_THAT(out_, HasSubstr("steps of a tag go back 2 times, times go back "
                              "once\n"));
  EXPECT_THAT(out_, HasSubstr("restarts  1, at step 3\n"));
  EXPECT_THAT(out_, HasSubstr("damage    none\n"));
}

TEST_F(InspectTest, WalksDirectories) {
  write("r/b/x.tfevents", framed({version()}));
  write("r/a/x.tfevents", framed({version()}));
  write("r/a/other", "x");
  EXPECT_EQ(run({"inspect", "r"}), 0);
  EXPECT_LT(out_.find("r/a/x.tfevents\n"), out_.find("r/b/x.tfevents\n"));
  EXPECT_THAT(out_, Not(HasSubstr("other")));
}

TEST_F(InspectTest, TellsRestartsThatOnlyTheNextFileShows) {
  write("r/a/1.tfevents", framed({version(), scalar("a", 0, 1),
                                  scalar("a", 5, 1), scalar("a", 9, 1)}));
  write("r/a/2.tfevents", framed({version_at(2000), scalar("b", 1, 1, 2000),
                                  scalar("a", 5, 1, 2000)}));
  write("r/b/3.tfevents", framed({version(), scalar("a", 5, 1, 3000)}));
  EXPECT_EQ(run({"inspect", "r"}), 0);
  const std::string told =
      "restarts  no session start, but takes up again at step 5 what earlier "
      "files of the run had passed\n";
  EXPECT_THAT(out_, HasSubstr(told));
  EXPECT_GT(out_.find(told), out_.find("2.tfevents"));
  EXPECT_LT(out_.find(told), out_.find("3.tfevents"));
  EXPECT_EQ(out_.find(told), out_.rfind(told));
  EXPECT_EQ(run({"inspect", "--json", "r/a/2.tfevents"}), 0);
  EXPECT_THAT(out_, HasSubstr("\"taken_up_step\":null"));
  EXPECT_EQ(run({"inspect", "--json", "r/a"}), 0);
  EXPECT_THAT(out_, HasSubstr("\"taken_up_step\":5"));
}

TEST_F(InspectTest, ReportsDamageAndGoesOn) {
  std::string bytes = framed({version(), scalar("a", 0, 1), scalar("a", 1, 1)});
  bytes[framed({version()}).size() + 20] ^= 1;
  write("x.tfevents", bytes);
  EXPECT_EQ(run({"inspect", "x.tfevents"}), 1);
  EXPECT_THAT(out_, HasSubstr("damage    1 place, "));
  EXPECT_THAT(out_, HasSubstr("scalar: 1 value of 1 tag"));
}

}  // namespace
}  // namespace stepline::cli
