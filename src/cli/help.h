#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace stepline::cli {

// A command with its options declared, to be described.
struct Described {
  std::unique_ptr<Command> command;
  Options options;
};
std::unique_ptr<Described> describe(MakeCommand make);

// What `stepline --help` and `stepline <command> --help` print.
std::string program_help(int columns);
std::string command_help(const Manual& manual, const Options& options,
                         int columns);

// "stepline repair [options] FILE"
std::string usage_line(const Manual& manual, const Options& options);

// "-o, --output FILE"
std::string option_heading(const Option& option);

// Status and meaning, as every command has them.
struct StatusLine {
  int status;
  std::string meaning;
};
std::vector<StatusLine> status_lines(const Manual& manual);

// `text` with a capital at its start and a period at its end.
std::string sentence(std::string_view text);

// The paragraphs of a description, without the line breaks of the source.
std::vector<std::string> paragraphs(std::string_view text);

}  // namespace stepline::cli
