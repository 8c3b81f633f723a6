#include "server/api/arguments.h"

#include <cmath>

#include "base/json_text.h"
#include "server/text.h"

namespace stepline::server {
namespace {

constexpr std::size_t kMaxQuoted = 80;
constexpr std::uint64_t kMaxWindow = 10'001;

std::string number_text(double number) {
  std::string text;
  append_json(text, number);
  return text;
}

std::string in_quotes(std::string_view text) {
  if (text.size() <= kMaxQuoted) return "\"" + std::string(text) + "\"";
  return "\"" + std::string(text.substr(0, kMaxQuoted)) + "...\"";
}

}  // namespace

std::optional<std::string_view> Arguments::value(std::string_view name) const {
  const auto found = parameters_.find(name);
  if (!found || found->empty()) return std::nullopt;
  return found;
}

void Arguments::wrong(std::string_view name, std::string_view got,
                      const std::string& want) {
  fail(std::string(name) + " is " + in_quotes(got) + ", want " + want);
}

std::optional<std::string> Arguments::text(std::string_view name) {
  const auto got = value(name);
  if (!got) return std::nullopt;
  return std::string(*got);
}

std::string Arguments::required_text(std::string_view name) {
  const auto got = value(name);
  if (!got) fail(std::string(name) + " is missing");
  return std::string(got.value_or(""));
}

std::vector<std::string> Arguments::texts(std::string_view name) {
  std::vector<std::string> all;
  for (const std::string_view one : parameters_.all(name)) {
    if (!one.empty()) all.emplace_back(one);
  }
  return all;
}

std::vector<std::string> Arguments::required_texts(std::string_view name) {
  std::vector<std::string> all = texts(name);
  if (all.empty()) fail(std::string(name) + " is missing");
  return all;
}

bool Arguments::flag(std::string_view name) {
  return choice<bool>(name, {{"false", false}, {"true", true}});
}

std::optional<std::uint64_t> Arguments::whole(std::string_view name,
                                              std::uint64_t low,
                                              std::uint64_t high) {
  const auto got = value(name);
  if (!got) return std::nullopt;
  const auto number = parsed_number<std::uint64_t>(*got);
  if (!number || *number < low || *number > high) {
    wrong(
        name, *got,
        "a number from " + std::to_string(low) + " to " + std::to_string(high));
    return std::nullopt;
  }
  return number;
}

std::uint64_t Arguments::whole(std::string_view name, std::uint64_t low,
                               std::uint64_t high, std::uint64_t otherwise) {
  return whole(name, low, high).value_or(otherwise);
}

std::uint64_t Arguments::required_whole(std::string_view name,
                                        std::uint64_t low, std::uint64_t high) {
  if (!value(name)) fail(std::string(name) + " is missing");
  return whole(name, low, high, low);
}

std::optional<double> Arguments::number(std::string_view name) {
  const auto got = value(name);
  if (!got) return std::nullopt;
  const auto number = parsed_number<double>(*got);
  if (!number || std::isnan(*number)) {
    wrong(name, *got, "a number");
    return std::nullopt;
  }
  return number;
}

std::vector<double> Arguments::numbers(std::string_view name, double low,
                                       double high, std::size_t max_count) {
  std::vector<double> all;
  const auto got = value(name);
  if (!got) return all;
  for (std::string_view rest = *got;;) {
    const std::size_t comma = rest.find(',');
    const auto number = parsed_number<double>(rest.substr(0, comma));
    if (!number || !(*number >= low && *number <= high) ||
        all.size() == max_count) {
      wrong(name, *got,
            "at most " + std::to_string(max_count) + " numbers from " +
                number_text(low) + " to " + number_text(high));
      return all;
    }
    all.push_back(*number);
    if (comma == std::string_view::npos) return all;
    rest.remove_prefix(comma + 1);
  }
}

RunSet Arguments::runs_of(std::string_view name, std::string_view text) {
  auto set = RunSet::parse(text);
  if (set) return *std::move(set);
  fail(std::string(name) + ": " + set.error().message);
  return {};
}

RunSet Arguments::runs(std::string_view name) {
  return runs_of(name, value(name).value_or(""));
}

std::vector<RunSet> Arguments::all_runs(std::string_view name,
                                        std::size_t max_count) {
  std::vector<RunSet> sets;
  for (const std::string_view text : parameters_.all(name)) {
    if (sets.size() == max_count) {
      fail("more than " + std::to_string(max_count) + " of " +
           std::string(name));
      break;
    }
    sets.push_back(runs_of(name, text));
  }
  return sets;
}

std::optional<reader::Kind> Arguments::kind_of(std::string_view name,
                                               std::string_view text) {
  const auto kind = reader::kind_of(text);
  if (!kind) wrong(name, text, "a kind as \"scalar\" or \"image\"");
  return kind;
}

std::optional<reader::Kind> Arguments::kind(std::string_view name) {
  const auto got = value(name);
  if (!got) return std::nullopt;
  return kind_of(name, *got);
}

std::vector<reader::Kind> Arguments::kinds(std::string_view name) {
  std::vector<reader::Kind> all;
  for (const std::string_view text : parameters_.all(name)) {
    const auto kind = kind_of(name, text);
    if (kind) all.push_back(*kind);
  }
  return all;
}

std::optional<Pattern> Arguments::pattern(std::string_view name) {
  const auto got = value(name);
  if (!got) return std::nullopt;
  auto compiled = Pattern::compile(*got);
  if (compiled) return *std::move(compiled);
  fail(std::string(name) + ": " + compiled.error().message);
  return std::nullopt;
}

store::Window Arguments::window() {
  store::Window window;
  window.axis = choice<store::Axis>(
      "axis", {{"step", store::Axis::Step},
               {"wall", store::Axis::WallTime},
               {"relative", store::Axis::RelativeTime},
               {"relative_step", store::Axis::RelativeStep}});
  window.from = number("from");
  window.to = number("to");
  return window;
}

Arguments::Smoothing Arguments::smoothing() {
  enum class Kind { None, Exponential, Mean, Median };
  const auto kind = choice<Kind>("smoothing", {{"none", Kind::None},
                                               {"ema", Kind::Exponential},
                                               {"mean", Kind::Mean},
                                               {"median", Kind::Median}});
  Smoothing smoothing;
  if (kind == Kind::None) return smoothing;
  if (kind == Kind::Exponential) {
    smoothing.weight = number("weight");
    if (!smoothing.weight) {
      fail("weight is missing");
    } else if (!(*smoothing.weight >= 0 && *smoothing.weight <= 1)) {
      fail("weight must be from 0 to 1");
    }
    return smoothing;
  }
  using Window = store::WindowSmoothing::Kind;
  smoothing.window = store::WindowSmoothing{
      kind == Kind::Mean ? Window::Mean : Window::Median,
      static_cast<std::uint32_t>(required_whole("window", 1, kMaxWindow))};
  return smoothing;
}

}  // namespace stepline::server
