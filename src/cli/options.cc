#include "cli/options.h"

#include <charconv>
#include <system_error>

namespace stepline::cli {
namespace {

template <class Number>
Result<Number> number_of(const std::string& text, std::string_view what) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && stopped == end) return number;
  return Error{ErrorCode::InvalidArgument,
               "\"" + text + "\" is not " + std::string(what)};
}

// `option` lives as long as what takes values for it.
template <class Target>
std::function<Result<void>(const std::string&)> take_integer(
    const Option& option, Target& to) {
  return [&option, &to](const std::string& text) -> Result<void> {
    const auto number = number_of<std::int64_t>(text, "a whole number");
    if (!number) return number.error();
    if (option.at_least && *number < *option.at_least) {
      return Error{ErrorCode::InvalidArgument,
                   text + " is less than " + std::to_string(*option.at_least)};
    }
    to = *number;
    return {};
  };
}

template <class Target>
std::function<Result<void>(const std::string&)> take_number(Target& to) {
  return [&to](const std::string& text) -> Result<void> {
    const auto number = number_of<double>(text, "a number");
    if (!number) return number.error();
    to = *number;
    return {};
  };
}

template <class Target>
std::function<Result<void>(const std::string&)> take_text(Target& to) {
  return [&to](const std::string& text) -> Result<void> {
    to = text;
    return {};
  };
}

}  // namespace

std::string_view Option::name() const {
  if (!long_name.empty()) return long_name;
  return short_name.empty() ? placeholder : short_name;
}

Option& Options::flag(std::string_view names, std::string_view help, bool& to) {
  Option& option = make(names, "", help);
  option.take = [&to](const std::string&) -> Result<void> {
    to = true;
    return {};
  };
  return option;
}

Option& Options::add(std::string_view names, std::string_view placeholder,
                     std::string_view help, std::string& to) {
  Option& option = make(names, placeholder, help);
  option.take = take_text(to);
  return option;
}

Option& Options::add(std::string_view names, std::string_view placeholder,
                     std::string_view help, std::optional<std::string>& to) {
  Option& option = make(names, placeholder, help);
  option.take = take_text(to);
  return option;
}

Option& Options::add(std::string_view names, std::string_view placeholder,
                     std::string_view help, std::vector<std::string>& to) {
  Option& option = make(names, placeholder, help);
  option.repeatable = true;
  option.take = [&to](const std::string& text) -> Result<void> {
    to.push_back(text);
    return {};
  };
  return option;
}

Option& Options::add(std::string_view names, std::string_view placeholder,
                     std::string_view help, std::int64_t& to) {
  Option& option = make(names, placeholder, help);
  option.take = take_integer(option, to);
  return option;
}

Option& Options::add(std::string_view names, std::string_view placeholder,
                     std::string_view help, std::optional<std::int64_t>& to) {
  Option& option = make(names, placeholder, help);
  option.take = take_integer(option, to);
  return option;
}

Option& Options::add(std::string_view names, std::string_view placeholder,
                     std::string_view help, double& to) {
  Option& option = make(names, placeholder, help);
  option.take = take_number(to);
  return option;
}

Option& Options::add(std::string_view names, std::string_view placeholder,
                     std::string_view help, std::optional<double>& to) {
  Option& option = make(names, placeholder, help);
  option.take = take_number(to);
  return option;
}

Option& Options::make(std::string_view names, std::string_view placeholder,
                      std::string_view help) {
  Option& option = all_.emplace_back();
  option.placeholder = placeholder;
  option.help = help;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    (name.starts_with("--") ? option.long_name : option.short_name) = name;
    names.remove_prefix(std::min(names.size(), name.size() + 1));
  }
  return option;
}

}  // namespace stepline::cli
