#include "cli/parse.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace stepline::cli {
namespace {

std::string in_quotes(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

std::string names_of(const Option& option) {
  if (option.is_positional()) return option.placeholder;
  if (option.short_name.empty()) return option.long_name;
  if (option.long_name.empty()) return option.short_name;
  return option.short_name + "," + option.long_name;
}

// Throws what CLI11 throws, with our words.
void take_or_throw(const Option& option, const std::string& value) {
  Result<void> taken;
  if (!option.choices.empty() &&
      std::ranges::find(option.choices, value) == option.choices.end()) {
    std::string known;
    for (const std::string& choice : option.choices) {
      known += (known.empty() ? "" : ", ") + choice;
    }
    taken = Error{ErrorCode::InvalidArgument,
                  in_quotes(value) + " is none of " + known};
  } else {
    taken = option.take(value);
  }
  if (taken) return;
  throw CLI::ValidationError(
      std::string(option.name()) + ": " + taken.error().message,
      CLI::ExitCodes::ValidationError);
}

void declare(CLI::App& app, const Option& option) {
  if (option.is_flag()) {
    app.add_flag_callback(names_of(option),
                          [&option] { take_or_throw(option, ""); });
    return;
  }
  CLI::Option* const declared =
      app.add_option_function<std::vector<std::string>>(
          names_of(option), [&option](const std::vector<std::string>& values) {
            for (const std::string& value : values) {
              take_or_throw(option, value);
            }
          });
  if (option.is_positional() && option.repeatable) {
    declared->expected(option.required ? 1 : 0, -1);
  } else {
    declared->expected(1)->allow_extra_args(false);
    declared->multi_option_policy(option.repeatable
                                      ? CLI::MultiOptionPolicy::TakeAll
                                      : CLI::MultiOptionPolicy::TakeLast);
  }
}

Error unknown(const std::string& got, const Options& options) {
  std::string message =
      (got.starts_with("-") ? "unknown option " : "unexpected argument ") +
      in_quotes(got);
  std::vector<std::string_view> names{"--help"};
  for (const Option& option : options.all()) {
    if (!option.long_name.empty()) names.push_back(option.long_name);
  }
  const std::string_view meant =
      closest(std::string_view(got).substr(0, got.find('=')), names);
  if (!meant.empty()) message += ", did you mean " + in_quotes(meant) + "?";
  return {ErrorCode::InvalidArgument, message};
}

const Option* missing(const CLI::App& app, const Options& options) {
  for (const Option& option : options.all()) {
    const std::string name(option.name());
    if (option.required && app.get_option(name)->count() == 0) return &option;
  }
  return nullptr;
}

// As many edits of one letter as it takes to make one from the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

Result<Parsed> parse(const std::vector<std::string>& arguments,
                     const Options& options) {
  CLI::App app;
  app.set_help_flag("-h,--help");
  app.allow_extras();
  for (const Option& option : options.all()) declare(app, option);
  try {
    // It takes them last first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return Parsed{.help = true};
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    return Error{ErrorCode::InvalidArgument,
                 what.substr(0, what.find(':')) + " needs a value"};
  } catch (const CLI::Error& error) {
    return Error{ErrorCode::InvalidArgument, error.what()};
  }
  for (const std::string& rest : app.remaining()) {
    // The mark before arguments that begin with a dash stays behind, too.
    if (rest != "--") return unknown(rest, options);
  }
  if (const Option* option = missing(app, options)) {
    return Error{ErrorCode::InvalidArgument,
                 "missing " + std::string(option->name())};
  }
  return Parsed{};
}

std::string_view closest(std::string_view got,
                         const std::vector<std::string_view>& names) {
  std::string_view best;
  std::size_t edits = std::max<std::size_t>(got.size() / 3, 1) + 1;
  for (const std::string_view name : names) {
    const bool begins = got.size() > 2 && name.starts_with(got);
    const std::size_t needed = begins ? 1 : distance(got, name);
    if (needed < edits) {
      edits = needed;
      best = name;
    }
  }
  return best;
}

}  // namespace stepline::cli
