#include "cli/help.h"

#include <algorithm>
#include <cstddef>

#include "cli/program.h"
#include "cli/terminal.h"

namespace stepline::cli {
namespace {

constexpr int kWidest = 100;
constexpr std::size_t kHelpColumn = 26;

// Appends the words of `text`, the first line beginning at column `at`, the
// others at `indent`.
void append_wrapped(std::string& out, std::string_view text, std::size_t at,
                    std::size_t indent, std::size_t columns) {
  bool fresh = true;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word.empty()) continue;
    const std::size_t width = display_width(word);
    if (!fresh && at + 1 + width > columns) {
      out += "\n" + std::string(indent, ' ');
      at = indent;
      fresh = true;
    }
    if (!fresh) {
      out += ' ';
      ++at;
    }
    out += word;
    at += width;
    fresh = false;
  }
  out += '\n';
}

void append_item(std::string& out, std::string_view heading,
                 std::string_view text, std::size_t columns) {
  out += "  ";
  out += heading;
  const std::size_t at = 2 + display_width(heading);
  if (at + 2 > kHelpColumn) {
    out += "\n" + std::string(kHelpColumn, ' ');
  } else {
    out += std::string(kHelpColumn - at, ' ');
  }
  append_wrapped(out, text, kHelpColumn, kHelpColumn, columns);
}

std::size_t usable(int columns) {
  return static_cast<std::size_t>(std::clamp(columns, 40, kWidest));
}

void append_options(std::string& out, const Options& options,
                    std::size_t columns) {
  const auto append = [&](bool positional, std::string_view title) {
    bool titled = false;
    for (const Option& option : options.all()) {
      if (option.is_positional() != positional) continue;
      if (!titled) out += "\n" + std::string(title) + ":\n";
      titled = true;
      append_item(out, option_heading(option), option.help, columns);
    }
    return titled;
  };
  append(true, "arguments");
  if (!append(false, "options")) out += "\noptions:\n";
  append_item(out, "-h, --help", "Print this and end.", columns);
}

}  // namespace

std::unique_ptr<Described> describe(MakeCommand make) {
  auto described = std::make_unique<Described>();
  described->command = make();
  described->command->declare(described->options);
  return described;
}

std::string option_heading(const Option& option) {
  if (option.is_positional()) {
    return option.placeholder + (option.repeatable ? "..." : "");
  }
  std::string heading = option.short_name;
  if (!heading.empty() && !option.long_name.empty()) heading += ", ";
  heading += option.long_name;
  if (!option.is_flag()) heading += " " + option.placeholder;
  return heading;
}

std::string usage_line(const Manual& manual, const Options& options) {
  std::string line = "stepline " + std::string(manual.name) + " [options]";
  for (const Option& option : options.all()) {
    if (!option.is_positional() && !option.required) continue;
    const std::string heading =
        option.is_positional()
            ? option_heading(option)
            : std::string(option.short_name.empty() ? option.long_name
                                                    : option.short_name) +
                  " " + option.placeholder;
    line += option.required ? " " + heading : " [" + heading + "]";
  }
  return line;
}

std::vector<StatusLine> status_lines(const Manual& manual) {
  std::vector<StatusLine> lines{{0, "All went well."}};
  if (!manual.problem.empty()) lines.push_back({1, sentence(manual.problem)});
  lines.push_back({2, "The command line is wrong."});
  lines.push_back(
      {3, "Could not run: a file is missing or cannot be read or written."});
  return lines;
}

std::string sentence(std::string_view text) {
  std::string result(text);
  if (result.empty()) return result;
  if (result[0] >= 'a' && result[0] <= 'z') result[0] -= 'a' - 'A';
  if (!result.ends_with('.')) result += '.';
  return result;
}

std::vector<std::string> paragraphs(std::string_view text) {
  std::vector<std::string> result;
  bool fresh = true;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty()) {
      fresh = true;
      continue;
    }
    if (fresh) {
      result.emplace_back(line);
    } else {
      result.back() += " " + std::string(line);
    }
    fresh = false;
  }
  return result;
}

std::string command_help(const Manual& manual, const Options& options,
                         int columns) {
  const std::size_t width = usable(columns);
  std::string out = "usage: " + usage_line(manual, options) + "\n\n";
  append_wrapped(out, sentence(manual.summary), 0, 0, width);
  for (const std::string& paragraph : paragraphs(manual.description)) {
    out += '\n';
    append_wrapped(out, paragraph, 0, 0, width);
  }
  append_options(out, options, width);
  out += "\nexit status:\n";
  for (const StatusLine& line : status_lines(manual)) {
    append_item(out, std::to_string(line.status), line.meaning, width);
  }
  if (!manual.examples.empty()) out += "\nexamples:\n";
  for (const Manual::Example& example : manual.examples) {
    out += "  " + std::string(example.command) + "\n      ";
    append_wrapped(out, sentence(example.what), 6, 6, width);
  }
  return out;
}

std::string program_help(int columns) {
  const std::size_t width = usable(columns);
  std::string out =
      "usage: stepline <command> [options]\n"
      "       stepline <command> --help | --help | --version\n\n"
      "Reads, checks and mends the event files of TensorBoard and its kin.\n\n"
      "commands:\n";
  for (const MakeCommand make : commands()) {
    const auto command = make();
    append_item(out, command->manual().name,
                sentence(command->manual().summary), width);
  }
  out += "\nexit status:\n";
  append_item(out, "0", "All went well.", width);
  append_item(out, "1", "A problem was found in the data.", width);
  append_item(out, "2", "The command line is wrong.", width);
  append_item(out, "3",
              "Could not run: a file is missing or cannot be read or written.",
              width);
  return out;
}

}  // namespace stepline::cli
