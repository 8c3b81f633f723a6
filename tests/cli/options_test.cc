#include "cli/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/parse.h"

namespace stepline::cli {
namespace {

using testing::ElementsAre;

class OptionsTest : public testing::Test {
 protected:
  OptionsTest() {
    options_.add("", "LOGDIR", "", directory_).required = true;
    options_.add("", "MORE", "", more_);
    options_.add("--tag", "RE", "", tags_);
    options_.add("-n,--last", "N", "", last_).at_least = 1;
    options_.add("--from", "STEP", "", from_);
    options_.add("--smoothing", "W", "", smoothing_);
    options_.add("--format", "F", "", format_).choices = {"table", "csv"};
    options_.flag("--json", "", json_);
  }

  // "", or what is wrong.
  std::string parsed(std::vector<std::string> arguments) {
    const auto result = parse(arguments, options_);
    return result ? "" : result.error().message;
  }

  std::string directory_;
  std::vector<std::string> more_;
  std::vector<std::string> tags_;
  std::int64_t last_ = 5;
  std::optional<std::int64_t> from_;
  double smoothing_ = 0.6;
  std::string format_ = "table";
  bool json_ = false;
  Options options_;
};

TEST_F(OptionsTest, TakesEveryKindOfValue) {
  EXPECT_EQ(parsed({"runs", "--tag", "a", "--json", "--tag=b", "-n", "3",
                    "--from", "-7", "--smoothing", "0.25", "--format", "csv"}),
            "");
  EXPECT_EQ(directory_, "runs");
  EXPECT_THAT(tags_, ElementsAre("a", "b"));
  EXPECT_EQ(last_, 3);
  EXPECT_EQ(from_, -7);
  EXPECT_EQ(smoothing_, 0.25);
  EXPECT_EQ(format_, "csv");
  EXPECT_TRUE(json_);
}

TEST_F(OptionsTest, KeepsDefaults) {
  EXPECT_EQ(parsed({"runs"}), "");
  EXPECT_EQ(last_, 5);
  EXPECT_EQ(from_, std::nullopt);
  EXPECT_EQ(format_, "table");
  EXPECT_FALSE(json_);
}

TEST_F(OptionsTest, TakesOptionsBetweenAndAfterArguments) {
  EXPECT_EQ(parsed({"--tag", "a", "runs", "x", "--json", "y"}), "");
  EXPECT_EQ(directory_, "runs");
  EXPECT_THAT(more_, ElementsAre("x", "y"));
  EXPECT_THAT(tags_, ElementsAre("a"));
}

TEST_F(OptionsTest, TakesNamesWithADashBehindTwo) {
  EXPECT_EQ(parsed({"--json", "--", "--json", "-x"}), "");
  EXPECT_EQ(directory_, "--json");
  EXPECT_THAT(more_, ElementsAre("-x"));
}

TEST_F(OptionsTest, LetsTheLastOfSeveralWin) {
  EXPECT_EQ(parsed({"runs", "-n", "3", "--last", "4"}), "");
  EXPECT_EQ(last_, 4);
}

TEST_F(OptionsTest, SaysWhatIsWrong) {
  EXPECT_EQ(parsed({}), "missing LOGDIR");
  EXPECT_EQ(parsed({"runs", "-n", "x"}), "--last: \"x\" is not a whole number");
  EXPECT_EQ(parsed({"runs", "-n", "3x"}),
            "--last: \"3x\" is not a whole number");
  EXPECT_EQ(parsed({"runs", "-n", "0"}), "--last: 0 is less than 1");
  EXPECT_EQ(parsed({"runs", "-n", "99999999999999999999"}),
            "--last: \"99999999999999999999\" is not a whole number");
  EXPECT_EQ(parsed({"runs", "--smoothing", "much"}),
            "--smoothing: \"much\" is not a number");
  EXPECT_EQ(parsed({"runs", "--format", "xml"}),
            "--format: \"xml\" is none of table, csv");
  EXPECT_EQ(parsed({"runs", "--jsn"}),
            "unknown option \"--jsn\", did you mean \"--json\"?");
  EXPECT_EQ(parsed({"runs", "--smoothin=2"}),
            "unknown option \"--smoothin=2\", did you mean \"--smoothing\"?");
  EXPECT_EQ(parsed({"runs", "--zzz"}), "unknown option \"--zzz\"");
  EXPECT_EQ(parsed({"runs", "--tag"}), "--tag needs a value");
}

TEST_F(OptionsTest, GivesHelpBeforeAnythingElse) {
  const auto result = parse({"--json", "--help"}, options_);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->help);
}

TEST(Closest, GuessesSlipsOnly) {
  EXPECT_EQ(closest("insect", {"inspect", "verify"}), "inspect");
  EXPECT_EQ(closest("verfiy", {"inspect", "verify"}), "verify");
  EXPECT_EQ(closest("comp", {"completion", "verify"}), "completion");
  EXPECT_EQ(closest("banana", {"inspect", "verify"}), "");
  EXPECT_EQ(closest("", {"ls"}), "");
}

}  // namespace
}  // namespace stepline::cli
