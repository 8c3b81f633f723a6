#include <string_view>

#include "cli/completion_scripts.h"
#include "cli/help.h"

namespace stepline::cli {
namespace {

constexpr std::string_view kHead = R"(#compdef stepline
# zsh completion for stepline, made by "stepline completion zsh".
_stepline() {
  local -a commands
)";

constexpr std::string_view kTail = R"(}
if [[ $funcstack[1] == _stepline ]]; then
  _stepline "$@"
else
  compdef _stepline stepline
fi
)";

// Inside single quotes, and inside the brackets and colons of _arguments.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string offer(const Option& option) {
  std::string words;
  for (const std::string& choice : option.choices) {
    words += (words.empty() ? "" : " ") + choice;
  }
  if (!words.empty()) return "(" + words + ")";
  switch (option.completes) {
    case Option::Completes::Files:
      return "_files";
    case Option::Completes::Directories:
      return "_files -/";
    case Option::Completes::Nothing:
      break;
  }
  return " ";
}

std::string first_sentence(std::string_view text) {
  text = text.substr(0, text.find(". "));
  if (text.ends_with('.')) text.remove_suffix(1);
  return std::string(text);
}

std::string specification(const Option& option) {
  const std::string value =
      ":" + escaped(option.placeholder) + ":" + offer(option);
  if (option.is_positional()) {
    return "'" + std::string(option.repeatable ? "*" : "") + value + "'";
  }
  const std::string help = "[" + escaped(first_sentence(option.help)) + "]" +
                           (option.is_flag() ? "" : value);
  const std::string star = option.repeatable ? "*" : "";
  if (option.short_name.empty() || option.long_name.empty()) {
    return "'" + star + std::string(option.name()) + help + "'";
  }
  const std::string both = option.short_name + " " + option.long_name;
  const std::string set = option.short_name + "," + option.long_name;
  return (option.repeatable ? "'*'" : "'(" + both + ")'") + "{" + set + "}'" +
         help + "'";
}

}  // namespace

std::string zsh_completion() {
  std::string names;
  std::string cases;
  for (const MakeCommand make : commands()) {
    const auto described = describe(make);
    const Manual& manual = described->command->manual();
    names += "    '" + std::string(manual.name) + ":" +
             escaped(manual.summary) + "'\n";
    cases += "    " + std::string(manual.name) + ")\n      _arguments -S";
    for (const Option& option : described->options.all()) {
      cases += " \\\n        " + specification(option);
    }
    cases += " \\\n        '(- *)'{-h,--help}'[Print help]' ;;\n";
  }
  std::string script(kHead);
  script += "  commands=(\n" + names + "  )\n";
  script +=
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n";
  script += "  case $command in\n" + cases +
            "    help) _describe command commands ;;\n  esac\n";
  return script + std::string(kTail);
}

}  // namespace stepline::cli
