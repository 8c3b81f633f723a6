#include "cli/problem_report.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "cli/format.h"

namespace stepline::cli {
namespace {

constexpr std::size_t kShownProblems = 10;
constexpr std::string_view kSeeVerify = "see \"stepline verify\"";

std::string_view directory_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "." : path.substr(0, slash);
}

// Of the runs that were not asked for.
std::set<std::string, std::less<>> other_directories(
    const store::Store& store, const Selection* selection) {
  std::set<std::string, std::less<>> others;
  if (selection == nullptr) return others;
  for (const store::RunInfo& run : store.runs()) {
    if (!selection->takes_run(run.name)) others.insert(run.directory);
  }
  return others;
}

std::size_t hash_of(const reader::Problem& problem) {
  return std::hash<std::string>()(problem.path + '\0' + problem.message + '\0' +
                                  std::to_string(problem.offset.value_or(0)));
}

}  // namespace

std::vector<reader::Problem> ProblemReport::take_new(
    const store::Store& store) {
  std::vector<reader::Problem> found;
  std::unordered_set<std::size_t> now;
  for (reader::Problem& problem : store.problems()) {
    const std::size_t hash = hash_of(problem);
    if (now.insert(hash).second && !known_.contains(hash)) {
      found.push_back(std::move(problem));
    }
  }
  known_ = std::move(now);
  return found;
}

void ProblemReport::pass_over(const store::Store& store) { take_new(store); }

void ProblemReport::tell(const store::Store& store) {
  const std::vector<reader::Problem> found = take_new(store);
  if (found.empty()) return;
  const auto others = other_directories(store, selection_);
  std::size_t asked_for = 0;
  std::size_t elsewhere = 0;
  for (const reader::Problem& problem : found) {
    if (others.contains(directory_of(problem.path))) {
      ++elsewhere;
    } else if (asked_for++ < kShownProblems) {
      complain(context_, problem, ExitStatus::Well);
    }
  }
  if (asked_for > kShownProblems) {
    complain(context_,
             format_counted(asked_for - kShownProblems, "more problem"),
             kSeeVerify, ExitStatus::Well);
  }
  if (elsewhere > 0) {
    complain(context_,
             format_counted(elsewhere, "problem") +
                 " in runs that were not asked for",
             kSeeVerify, ExitStatus::Well);
  }
}

}  // namespace stepline::cli
