#include <gmock/gmock.h>

#include "cli/help.h"
#include "cli_fixture.h"

namespace stepline::cli {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class ProgramTest : public CliTest {};

TEST_F(ProgramTest, NamesEveryCommandInItsHelp) {
  EXPECT_EQ(run({"--help"}), 0);
  for (const MakeCommand make : commands()) {
    EXPECT_THAT(out_, HasSubstr("\n  " + std::string(make()->manual().name)));
  }
  EXPECT_EQ(err_, "");
}

TEST_F(ProgramTest, ExplainsEveryCommand) {
  for (const MakeCommand make : commands()) {
    const std::string name(make()->manual().name);
    EXPECT_EQ(run({name, "--help"}), 0) << name;
    EXPECT_THAT(out_, StartsWith("usage: stepline " + name)) << name;
    EXPECT_THAT(out_, HasSubstr("\nexit status:\n  0 ")) << name;
    EXPECT_THAT(out_, HasSubstr("\n  3 ")) << name;
    const std::string help = out_;
    EXPECT_EQ(run({"help", name}), 0);
    EXPECT_EQ(out_, help);
  }
}

TEST_F(ProgramTest, GivesEveryOptionAHelpThatIsASentence) {
  for (const MakeCommand make : commands()) {
    const auto described = describe(make);
    const Manual& manual = described->command->manual();
    EXPECT_FALSE(manual.summary.ends_with('.')) << manual.name;
    for (const Option& option : described->options.all()) {
      EXPECT_THAT(option.help, EndsWith("."))
          << manual.name << " " << option.name();
    }
  }
}

TEST_F(ProgramTest, KeepsHelpInsideTheTerminal) {
  terminal_.columns = 60;
  for (const MakeCommand make : commands()) {
    const auto described = describe(make);
    const std::string usage =
        usage_line(described->command->manual(), described->options);
    run({std::string(described->command->manual().name), "--help"});
    std::string_view text = out_;
    bool in_examples = false;
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(line.size() + 1);
      in_examples = in_examples || line == "examples:";
      if (in_examples || line.ends_with(usage)) continue;
      EXPECT_LE(display_width(line), 60u) << line;
    }
  }
}

TEST_F(ProgramTest, TellsItsVersion) {
  EXPECT_EQ(run({"--version"}), 0);
  EXPECT_THAT(out_, AllOf(StartsWith("stepline "), EndsWith("\n")));
}

TEST_F(ProgramTest, AnswersWrongUsageInOneLineWithAHint) {
  EXPECT_EQ(run({}), 2);
  EXPECT_EQ(err_, "stepline: no command given (see \"stepline --help\")\n");
  EXPECT_EQ(run({"insepct"}), 2);
  EXPECT_EQ(err_,
            "stepline: unknown command \"insepct\", did you mean \"inspect\"? "
            "(see \"stepline --help\")\n");
  EXPECT_EQ(run({"--verison"}), 2);
  EXPECT_EQ(err_,
            "stepline: unknown option \"--verison\", did you mean "
            "\"--version\"? (see \"stepline --help\")\n");
  EXPECT_EQ(run({"verify", "--jsno", "x"}), 2);
  EXPECT_EQ(err_,
            "stepline: unknown option \"--jsno\", did you mean \"--json\"? "
            "(see \"stepline verify --help\")\n");
  EXPECT_EQ(run({"help", "nothing"}), 2);
  EXPECT_EQ(out_, "");
}

TEST_F(ProgramTest, CannotBeDrivenByWhatItComplainsOf) {
  EXPECT_EQ(run({"inspect", "x\x1b]0;title\x07\ny\xff"}), 3);
  EXPECT_EQ(err_,
            "stepline: cannot look at \"x\\x1b]0;title\\x07\\ny\\xff\": "
            "No such file or directory\n");
}

TEST_F(ProgramTest, PrintsAManPageWithEveryOption) {
  EXPECT_EQ(run({"man"}), 0);
  EXPECT_THAT(out_, StartsWith(".TH STEPLINE 1 "));
  for (const MakeCommand make : commands()) {
    const auto described = describe(make);
    const std::string name(described->command->manual().name);
    EXPECT_THAT(out_, HasSubstr(".SS " + name + "\n"));
  }
  EXPECT_THAT(out_, HasSubstr("\\-\\-drop\\-superseded"));
}

TEST(ExitStatus, IsOneTable) {
  EXPECT_EQ(exit_status(ErrorCode::InvalidArgument), ExitStatus::WrongUsage);
  EXPECT_EQ(exit_status(ErrorCode::NotFound), ExitStatus::CouldNotRun);
  EXPECT_EQ(exit_status(ErrorCode::Corrupt), ExitStatus::Problem);
  EXPECT_EQ(exit_status(ErrorCode::Io), ExitStatus::CouldNotRun);
}

}  // namespace
}  // namespace stepline::cli
