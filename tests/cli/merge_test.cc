#include <gmock/gmock.h>

#include "cli_fixture.h"
#include "event/writer_mark.h"
#include "record/record_reader.h"
#include "storage/file_source.h"

namespace stepline::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class MergeTest : public CliTest {
 protected:
  // "tag@step" of every value of a file, in order.
  std::vector<std::string> values(const std::string& path) {
    std::vector<std::string> found;
    for (const event::Event& event : events(path)) {
      const auto* summary = std::get_if<event::Summary>(&event.what);
      if (summary == nullptr) continue;
      for (const event::Value& value : summary->values) {
        found.push_back(
            value.tag.name() + "@" + std::to_string(event.step.value) +
            (value.metadata ? "+" + value.metadata->plugin_name : ""));
      }
    }
    return found;
  }

  Events events(const std::string& path) {
    storage::FileSource source(files_, path);
    record::Reader reader(source);
    Events found;
    while (true) {
      const auto record = reader.next();
      EXPECT_TRUE(record);
      if (!record || !*record) return found;
      found.push_back(*event::decode_event((*record)->payload));
    }
  }

  static event::Event with_metadata(event::Event event,
                                    const std::string& plugin) {
    auto* const summary = std::get_if<event::Summary>(&event.what);
    summary->values.front().metadata.emplace().plugin_name = plugin;
    return event;
  }
};

TEST_F(MergeTest, PutsFilesOneAfterAnotherBehindOneVersion) {
  const std::string first = framed({version(), scalar("a", 0, 1)});
  const std::string rest = framed({scalar("b", 5, 1), scalar("a", 1, 1)});
  write("x", first);
  write("y", framed({version()}) + rest);
  EXPECT_EQ(run({"merge", "x", "y", "-o", "out"}), 0);
  EXPECT_EQ(files_.content("out"), first + rest);
}

TEST_F(MergeTest, SaysHowManySupersededValuesItKeeps) {
  write("run/1.tfevents", framed({version(), scalar("a", 0, 1),
                                  scalar("a", 1, 1), scalar("a", 2, 1)}));
  write("run/2.tfevents", framed({version_at(2000), scalar("a", 1, 1, 2000)}));
  EXPECT_EQ(run({"merge", "run", "-o", "kept"}), 0);
  EXPECT_THAT(values("kept"), SizeIs(4));
  EXPECT_EQ(err_,
            "stepline: kept 2 values that a restart superseded "
            "(--drop-superseded leaves them out)\n");
  EXPECT_THAT(out_, Not(HasSubstr("superseded")));
  EXPECT_EQ(run({"merge", "--drop-superseded", "run", "-o", "dropped"}), 0);
  EXPECT_EQ(err_, "");
  EXPECT_EQ(run({"merge", "run/1.tfevents", "-o", "one"}), 0);
  EXPECT_EQ(err_, "");
}

TEST_F(MergeTest, TakesNoInputTwice) {
  write("run/1.tfevents", framed({version(), scalar("a", 0, 1)}));
  EXPECT_EQ(run({"merge", "run", "run/1.tfevents", "-o", "out"}), 2);
  EXPECT_EQ(err_, "stepline: given twice: \"run/1.tfevents\"\n");
  EXPECT_FALSE(files_.status("out"));
}

TEST_F(MergeTest, WarnsOfASecondFileInTheRun) {
  write("run/1.tfevents", framed({version(), scalar("a", 0, 1)}));
  EXPECT_EQ(run({"merge", "run", "-o", "run/all"}), 0);
  EXPECT_EQ(err_, "");
  EXPECT_EQ(run({"merge", "run", "-o", "run/2.tfevents"}), 0);
  EXPECT_THAT(err_, HasSubstr("show its points twice (run/2.tfevents)\n"));
}

TEST_F(MergeTest, TakesTheFilesOfARunInTheirOrderAndNothingBelow) {
  write("run/2.tfevents", framed({version(), scalar("a", 2, 1)}));
  write("run/1.tfevents", framed({version(), scalar("a", 1, 1)}));
  write("run/sub/3.tfevents", framed({version(), scalar("a", 3, 1)}));
  EXPECT_EQ(run({"merge", "run", "-o", "out"}), 0);
  EXPECT_THAT(values("out"), ElementsAre("a@1", "a@2"));
}

TEST_F(MergeTest, BeginsWithAVersionEvenWhereTheInputHasNone) {
  write("x", framed({scalar("a", 0, 1)}));
  EXPECT_EQ(run({"merge", "x", "-o", "out"}), 0);
  const Events merged = events("out");
  const auto* begun = std::get_if<event::FileVersion>(&merged.front().what);
  ASSERT_NE(begun, nullptr);
  EXPECT_EQ(begun->version, "brain.Event:2");
}

TEST_F(MergeTest, DropsWhatAStartSuperseded) {
  event::Event pair = at(6, 1006);
  pair.what = event::Summary{{value_of("a", 1), value_of("b", 2)}};
  write("x", framed({version(), scalar("a", 4, 1), scalar("a", 5, 1), pair,
                     start(5), scalar("a", 5, 2)}));
  EXPECT_EQ(run({"merge", "x", "-o", "all"}), 0);
  EXPECT_THAT(values("all"), ElementsAre("a@4", "a@5", "a@6", "b@6", "a@5"));
  EXPECT_EQ(run({"merge", "x", "--drop-superseded", "-o", "out"}), 0);
  EXPECT_THAT(values("out"), ElementsAre("a@4", "a@5"));
  EXPECT_THAT(out_, HasSubstr("3 superseded values left out"));
}

TEST_F(MergeTest, DropsWhatALaterFileTookUpAgainTagByTag) {
  event::Event pair = at(6, 1006);
  pair.what = event::Summary{{value_of("a", 1), value_of("b", 2)}};
  write("x", framed({version(), scalar("a", 4, 1), pair}));
  write("y", framed({version_at(2000), scalar("a", 5, 1, 2000)}));
  EXPECT_EQ(run({"merge", "x", "y", "--drop-superseded", "-o", "out"}), 0);
  EXPECT_THAT(values("out"), ElementsAre("a@4", "b@6", "a@5"));
}

TEST_F(MergeTest, DropsNothingOfFilesOfOneSession) {
  event::Event first = version_at(1000);
  event::Event second = version_at(2000);
  first.source_writer = second.source_writer = event::writer_mark(7);
  write("x", framed({first, scalar("a", 8, 1), scalar("a", 9, 1)}));
  write("y", framed({second, start(3), scalar("a", 5, 1, 2000)}));
  EXPECT_EQ(run({"merge", "x", "y", "--drop-superseded", "-o", "out"}), 0);
  EXPECT_THAT(values("out"), ElementsAre("a@8", "a@9", "a@5"));
  // One file has no siblings to spare: what it has must not start.
  EXPECT_EQ(events("out").size(), 4u);
  EXPECT_EQ(run({"merge", "x", "y", "-o", "kept"}), 0);
  EXPECT_EQ(files_.content("kept"), files_.content("out"));
  EXPECT_EQ(err_, "");
}

TEST_F(MergeTest, KeepsOtherFieldsOfAnEventThatLosesValues) {
  event::Event pair = at(6, 1006);
  pair.what = event::Summary{{value_of("a", 1), value_of("b", 2)}};
  pair.source_writer = "somebody";
  write("x", framed({version(), pair}));
  write("y", framed({version_at(2000), scalar("a", 5, 1, 2000)}));
  EXPECT_EQ(run({"merge", "x", "y", "--drop-superseded", "-o", "out"}), 0);
  event::Event left = pair;
  left.what = event::Summary{{value_of("b", 2)}};
  EXPECT_EQ(events("out")[1], left);
}

TEST_F(MergeTest, ThinsScalarsButKeepsFirstAndLast) {
  Events many{version()};
  for (int i = 0; i < 12; ++i) many.push_back(scalar("a", i, 1));
  event::Event image = at(3);
  event::Value picture;
  picture.tag = event::Tag("i");
  picture.value = event::Image();
  image.what = event::Summary{{picture}};
  for (int i = 0; i < 3; ++i) many.push_back(image);
  write("x", framed(many));
  EXPECT_EQ(run({"merge", "x", "--every", "5", "-o", "out"}), 0);
  EXPECT_THAT(values("out"),
              ElementsAre("a@0", "a@5", "a@10", "a@11", "i@3", "i@3", "i@3"));
  EXPECT_EQ(run({"merge", "x", "--every", "1", "-o", "same"}), 0);
  EXPECT_EQ(files_.content("same"), files_.content("x"));
}

TEST_F(MergeTest, KeepsTheLastThatIsNotSuperseded) {
  Events many{version()};
  for (int i = 0; i < 10; ++i) many.push_back(scalar("a", i, 1));
  many.push_back(start(8));
  write("x", framed(many));
  EXPECT_EQ(run({"merge", "x", "--every", "5", "--drop-superseded", "-o", "y"}),
            0);
  EXPECT_THAT(values("y"), ElementsAre("a@0", "a@5", "a@7"));
}

TEST_F(MergeTest, MovesMetadataToTheFirstValueThatStays) {
  write("x", framed({version(), with_metadata(scalar("a", 4, 1), "scalars"),
                     scalar("a", 5, 1), start(0), scalar("a", 0, 1),
                     scalar("a", 1, 1)}));
  EXPECT_EQ(run({"merge", "x", "--drop-superseded", "-o", "out"}), 0);
  EXPECT_THAT(values("out"), ElementsAre("a@0+scalars", "a@1"));
}

TEST_F(MergeTest, KeepsTheMetadataThatHeldInEachFile) {
  write("x", framed({version(), with_metadata(scalar("a", 0, 1), "one"),
                     scalar("a", 1, 1)}));
  write("y", framed({version(), with_metadata(scalar("a", 2, 1), "two"),
                     scalar("a", 3, 1)}));
  EXPECT_EQ(run({"merge", "x", "y", "-o", "out"}), 0);
  EXPECT_THAT(values("out"),
              ElementsAre("a@0+one", "a@1", "a@2+two", "a@3+two"));
}

TEST_F(MergeTest, LeavesDamageOutAndSaysSo) {
  std::string bytes = framed({version(), scalar("a", 0, 1), scalar("a", 1, 1)});
  bytes[framed({version()}).size() + 20] ^= 1;
  write("x", bytes);
  EXPECT_EQ(run({"merge", "x", "-o", "out"}), 1);
  EXPECT_THAT(values("out"), ElementsAre("a@1"));
  EXPECT_THAT(err_, HasSubstr("left out: payload checksum mismatch"));
}

TEST_F(MergeTest, RefusesWhatExistsAndWhatDoesNot) {
  write("x", framed({version()}));
  write("there", "mine");
  ASSERT_TRUE(files_.make_directories("empty"));
  EXPECT_EQ(run({"merge", "x", "-o", "there"}), 3);
  EXPECT_EQ(files_.content("there"), "mine");
  EXPECT_EQ(run({"merge", "x", "-o", "x"}), 3);
  EXPECT_EQ(run({"merge", "absent", "-o", "out"}), 3);
  EXPECT_EQ(run({"merge", "empty", "-o", "out"}), 3);
  EXPECT_EQ(run({"merge", "x"}), 2);
  EXPECT_EQ(run({"merge", "-o", "out"}), 2);
  EXPECT_EQ(run({"merge", "x", "-o", "out", "--every", "0"}), 2);
  EXPECT_THAT(files_.files(), ElementsAre("there", "x"));
}

TEST_F(MergeTest, UnderstandsEventsInOddForms) {
  const event::Event plain = scalar("a", 0, 1);
  std::string odd = event::encode_event(plain);
  event::Event second;  // Another piece of the summary.
  second.what = event::Summary{{value_of("b", 2)}};
  odd += event::encode_event(second);
  std::string bytes = framed({version()});
  record::append_record(bytes, odd);
  write("x", bytes + framed({scalar("a", 0, 2)}));
  EXPECT_EQ(run({"merge", "x", "-o", "same"}), 0);
  EXPECT_EQ(files_.content("same"), files_.content("x"));
  EXPECT_THAT(values("same"), SizeIs(3));
}

}  // namespace
}  // namespace stepline::cli
