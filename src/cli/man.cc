#include <string_view>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/program.h"

namespace stepline::cli {
namespace {

// Text between macros, where a dot or a quote at the start would be one.
std::string roff(std::string_view text) {
  std::string result;
  if (text.starts_with('.') || text.starts_with('\'')) result += "\\&";
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

void append_item(std::string& out, std::string_view heading,
                 std::string_view text) {
  out += ".TP\n\\fB" + roff(heading) + "\\fR\n" + roff(text) + "\n";
}

void append_command(std::string& out, const Described& described) {
  const Manual& manual = described.command->manual();
  out += ".SS " + std::string(manual.name) + "\n";
  out += "\\fB" + roff(usage_line(manual, described.options)) + "\\fR\n";
  out += ".PP\n" + roff(sentence(manual.summary)) + "\n";
  for (const std::string& paragraph : paragraphs(manual.description)) {
    out += ".PP\n" + roff(paragraph) + "\n";
  }
  for (const Option& option : described.options.all()) {
    append_item(out, option_heading(option), option.help);
  }
  if (!manual.problem.empty()) {
    out += ".PP\nExit status 1: " + roff(sentence(manual.problem)) + "\n";
  }
}

void append_examples(std::string& out) {
  out += ".SH EXAMPLES\n";
  for (const MakeCommand make : commands()) {
    for (const auto& example : make()->manual().examples) {
      append_item(out, example.command, sentence(example.what));
    }
  }
}

std::string man_page() {
  std::string out = ".TH STEPLINE 1 \"\" \"stepline " + std::string(version()) +
                    "\" \"User Commands\"\n.nh\n.ad l\n";
  out +=
      ".SH NAME\nstepline \\- read, check and mend the logs of trainings\n"
      ".SH SYNOPSIS\n\\fBstepline\\fR \\fIcommand\\fR [\\fIoptions\\fR]\n.br\n"
      "\\fBstepline\\fR [\\fIcommand\\fR] \\fB\\-\\-help\\fR\n.br\n"
      "\\fBstepline \\-\\-version\\fR\n"
      ".SH DESCRIPTION\n"
      "Works on the event files that TensorBoard, tensorboardX, PyTorch,\n"
      "TensorFlow and Stepline itself write, and on the directories they lie\n"
      "in.\n"
      ".SH COMMANDS\n";
  for (const MakeCommand make : commands())
    append_command(out, *describe(make));
  out += ".SH EXIT STATUS\n";
  append_item(out, "0", "All went well.");
  append_item(out, "1", "A problem was found in the data.");
  append_item(out, "2", "The command line is wrong.");
  append_item(out, "3",
              "Could not run: a file is missing or cannot be read or written.");
  out += ".SH ENVIRONMENT\n";
  append_item(out, "NO_COLOR", "When set and not empty: no colours.");
  append_item(out, "COLUMNS", "The width of the terminal.");
  append_item(out, "TZ", "The time zone of the times that are printed.");
  append_examples(out);
  return out;
}

class Man final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "man",
        .summary = "Print the man page",
        .description = "In roff, made from the same text as --help.",
        .problem = "",
        .examples = {{"stepline man | man -l -", "Read it."}},
    };
    return kManual;
  }

  void declare(Options&) override {}

  ExitStatus run(Context& context) override {
    context.out << man_page();
    return ExitStatus::Well;
  }
};

}  // namespace

std::unique_ptr<Command> make_man() { return std::make_unique<Man>(); }

}  // namespace stepline::cli
