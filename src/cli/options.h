#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/result.h"

namespace stepline::cli {

// One option or argument of a command, as much as parsing, --help, the man page
// and shell completion need to know.
struct Option {
  enum class Completes { Nothing, Files, Directories };

  std::string short_name;   // "-o", or empty.
  std::string long_name;    // "--output", or empty.
  std::string placeholder;  // "FILE"; empty for a flag.
  std::string help;         // Unit and default included; a sentence or more.
  std::vector<std::string> choices;  // Nothing else is taken, unless empty.
  Completes completes = Completes::Nothing;
  bool required = false;
  bool repeatable = false;
  std::optional<std::int64_t> at_least;  // Of a whole number.
  // Keeps one value; called once for each.
  std::function<Result<void>(const std::string&)> take;

  bool is_positional() const { return short_name.empty() && long_name.empty(); }
  bool is_flag() const { return placeholder.empty(); }
  // "--output", or the placeholder of an argument.
  std::string_view name() const;
};

// The options of a command, in the order of --help. What they point to must
// outlive the parsing; it keeps its value when an option is not given, so
// that defaults are initialisers.
class Options {
 public:
  // `names`: "-o,--output", "--json"; or "" for a positional argument.
  Option& flag(std::string_view names, std::string_view help, bool& to);
  Option& add(std::string_view names, std::string_view placeholder,
              std::string_view help, std::string& to);
  Option& add(std::string_view names, std::string_view placeholder,
              std::string_view help, std::optional<std::string>& to);
  // Repeatable: every value is kept.
  Option& add(std::string_view names, std::string_view placeholder,
              std::string_view help, std::vector<std::string>& to);
  Option& add(std::string_view names, std::string_view placeholder,
              std::string_view help, std::int64_t& to);
  Option& add(std::string_view names, std::string_view placeholder,
              std::string_view help, std::optional<std::int64_t>& to);
  Option& add(std::string_view names, std::string_view placeholder,
              std::string_view help, double& to);
  Option& add(std::string_view names, std::string_view placeholder,
              std::string_view help, std::optional<double>& to);

  const std::deque<Option>& all() const { return all_; }

 private:
  Option& make(std::string_view names, std::string_view placeholder,
               std::string_view help);

  std::deque<Option> all_;
};

}  // namespace stepline::cli
