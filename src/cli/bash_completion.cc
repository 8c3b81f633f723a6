#include <string_view>

#include "cli/completion_scripts.h"
#include "cli/help.h"

namespace stepline::cli {
namespace {

constexpr std::string_view kHead =
    R"(# bash completion for stepline, made by "stepline completion bash".
_stepline_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_stepline_paths() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}
_stepline() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  local command=${COMP_WORDS[1]}
  COMPREPLY=()
  if [[ $cur == '=' ]]; then
    cur=
  elif [[ $prev == '=' ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
)";

constexpr std::string_view kTail = R"(}
complete -F _stepline stepline
)";

std::string joined(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) {
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

// The shell's command that offers what an option or argument takes.
std::string offer(const Option& option) {
  if (!option.choices.empty()) {
    return "_stepline_words '" + joined(option.choices) + "'";
  }
  switch (option.completes) {
    case Option::Completes::Files:
      return "_stepline_paths -f";
    case Option::Completes::Directories:
      return "_stepline_paths -d";
    case Option::Completes::Nothing:
      break;
  }
  return ":";
}

std::vector<std::string> names_of(const Option& option) {
  std::vector<std::string> names;
  if (!option.short_name.empty()) names.push_back(option.short_name);
  if (!option.long_name.empty()) names.push_back(option.long_name);
  return names;
}

// The cases of the word after an option.
void append_values(std::string& out, const Described& described) {
  const std::string command(described.command->manual().name);
  for (const Option& option : described.options.all()) {
    if (option.is_positional() || option.is_flag()) continue;
    std::string pattern;
    for (const std::string& name : names_of(option)) {
      pattern += (pattern.empty() ? "" : "|") + command + ":" + name;
    }
    out += "    " + pattern + ") " + offer(option) + "; return ;;\n";
  }
}

void append_words(std::string& out, const Described& described) {
  std::vector<std::string> options;
  std::string argument = ":";
  for (const Option& option : described.options.all()) {
    if (option.is_positional()) {
      argument = offer(option);
      continue;
    }
    for (std::string& name : names_of(option)) options.push_back(name);
  }
  options.emplace_back("--help");
  out += "    " + std::string(described.command->manual().name) + ")\n" +
         "      if [[ $cur == -* ]]; then _stepline_words '" + joined(options) +
         "'; else " + argument + "; fi ;;\n";
}

}  // namespace

std::string bash_completion() {
  std::vector<std::string> names;
  std::string values;
  std::string words;
  for (const MakeCommand make : commands()) {
    const auto described = describe(make);
    names.emplace_back(described->command->manual().name);
    append_values(values, *described);
    append_words(words, *described);
  }
  const std::string all = joined(names);
  std::string script(kHead);
  script += "  if ((COMP_CWORD == 1)); then\n    _stepline_words '" + all +
            " help --help --version'\n    return\n  fi\n";
  script += "  case $command:$prev in\n" + values + "  esac\n";
  script += "  case $command in\n" + words + "    help) _stepline_words '" +
            all + "' ;;\n  esac\n";
  return script + std::string(kTail);
}

}  // namespace stepline::cli
