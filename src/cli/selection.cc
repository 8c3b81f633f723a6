#include "cli/selection.h"

#include <algorithm>
#include <map>
#include <memory>
#include <regex>
#include <utility>

namespace stepline::cli {
namespace {

constexpr std::string_view kAll = "all";
constexpr std::size_t kMatchedBytes = 4096;
constexpr std::size_t kPatternBytes = 1000;

constexpr reader::Kind kLastKind = reader::Kind::Other;

Result<std::optional<std::regex>> compile(
    std::string_view option, const std::optional<std::string>& pattern) {
  std::optional<std::regex> compiled;
  if (!pattern) return compiled;
  if (pattern->size() > kPatternBytes) {
    return Error{ErrorCode::InvalidArgument,
                 std::string(option) +
                     " wants a regular expression of at most " +
                     std::to_string(kPatternBytes) + " bytes, got " +
                     std::to_string(pattern->size())};
  }
  try {
    compiled.emplace(*pattern, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& error) {
    return Error{ErrorCode::InvalidArgument,
                 std::string(option) + " wants a regular expression, got \"" +
                     *pattern + "\": " + error.what()};
  }
  return compiled;
}

bool found(const std::optional<std::regex>& pattern, std::string_view name) {
  if (!pattern) return true;
  const std::string_view head = name.substr(0, kMatchedBytes);
  return std::regex_search(head.begin(), head.end(), *pattern);
}

}  // namespace

void SelectionArguments::declare_run(Options& options) {
  options.add("-r,--run", "RE",
              "Only runs in whose name this regular expression (ECMAScript) "
              "is found.",
              run);
}

void SelectionArguments::declare_tag(Options& options) {
  options.add("-t,--tag", "RE",
              "Only tags in which this regular expression (ECMAScript) is "
              "found.",
              tag);
}

void SelectionArguments::declare_kind(Options& options,
                                      std::string_view when_absent,
                                      std::string_view also) {
  std::vector<std::string> names;
  std::string listed;
  for (int kind = 0; kind <= static_cast<int>(kLastKind); ++kind) {
    names.emplace_back(reader::name_of(static_cast<reader::Kind>(kind)));
    listed += names.back() + ", ";
  }
  if (!also.empty()) {
    names.emplace_back(also);
    listed += names.back() + ", ";
  }
  names.emplace_back(kAll);
  Option& option = options.add(
      "-k,--kind", "KIND",
      "Only series of this kind; may be given several times. One of " + listed +
          "or all. Default: " + std::string(when_absent) + ".",
      kinds);
  option.choices = std::move(names);
}

bool SelectionArguments::takes_kind(std::string_view name) const {
  return kinds.empty() || std::ranges::find(kinds, kAll) != kinds.end() ||
         std::ranges::find(kinds, name) != kinds.end();
}

std::string SelectionArguments::describe() const {
  std::string out;
  if (run) out += " --run " + *run;
  if (tag) out += " --tag " + *tag;
  for (const std::string& kind : kinds) out += " --kind " + kind;
  return out.empty() ? out : out.substr(1);
}

struct Selection::Patterns {
  std::optional<std::regex> run;
  std::optional<std::regex> tag;
  std::vector<reader::Kind> kinds;
  mutable std::map<std::string, bool, std::less<>> tags;  // Those seen.
};

Selection::Selection(std::unique_ptr<Patterns> patterns)
    : patterns_(std::move(patterns)) {}
Selection::Selection(Selection&&) noexcept = default;
Selection& Selection::operator=(Selection&&) noexcept = default;
Selection::~Selection() = default;

Result<Selection> Selection::make(const SelectionArguments& arguments) {
  auto patterns = std::make_unique<Patterns>();
  auto run = compile("--run", arguments.run);
  if (!run) return run.error();
  patterns->run = *std::move(run);
  auto tag = compile("--tag", arguments.tag);
  if (!tag) return tag.error();
  patterns->tag = *std::move(tag);
  for (int i = 0; i <= static_cast<int>(kLastKind); ++i) {
    const auto kind = static_cast<reader::Kind>(i);
    if (arguments.takes_kind(reader::name_of(kind))) {
      patterns->kinds.push_back(kind);
    }
  }
  return Selection(std::move(patterns));
}

bool Selection::takes_run(std::string_view name) const {
  return found(patterns_->run, name);
}

bool Selection::takes(const store::SeriesInfo& series) const {
  const auto& kinds = patterns_->kinds;
  return std::ranges::find(kinds, series.kind) != kinds.end() &&
         takes_tag(series.tag);
}

bool Selection::takes_tag(const std::string& tag) const {
  if (!patterns_->tag) return true;
  const auto seen = patterns_->tags.find(tag);
  if (seen != patterns_->tags.end()) return seen->second;
  const bool taken = found(patterns_->tag, tag);
  patterns_->tags.emplace(tag, taken);
  return taken;
}

Result<std::vector<SelectedRun>> select(const store::Store& store,
                                        const SelectionArguments& arguments) {
  const auto selection = Selection::make(arguments);
  if (!selection) return selection.error();
  std::vector<SelectedRun> selected;
  std::map<store::RunId, std::size_t> places;
  for (store::RunInfo& run : store.runs()) {
    if (!selection->takes_run(run.name)) continue;
    places[run.id] = selected.size();
    selected.push_back({std::move(run), {}});
  }
  for (store::SeriesInfo& series : store.series(store::SeriesFilter{})) {
    const auto place = places.find(series.run);
    if (place == places.end() || !selection->takes(series)) continue;
    selected[place->second].series.push_back(std::move(series));
  }
  if (arguments.tag || !arguments.kinds.empty()) {
    std::erase_if(selected,
                  [](const SelectedRun& run) { return run.series.empty(); });
  }
  return selected;
}

}  // namespace stepline::cli
