#include "store/problem_list.h"

#include <algorithm>
#include <utility>

#include "store/file_part.h"

namespace stepline::store {

using reader::Problem;

void ProblemList::add_damage(std::vector<Problem> problems,
                             std::uint64_t damaged, std::uint64_t change) {
  for (Problem& problem : problems) {
    if (entries_.size() == kMaxProblems) break;
    entries_.push_back({change, std::move(problem)});
    --damaged;
  }
  if (damaged == 0) return;
  unlisted_ += damaged;
  unlisted_change_ = change;
}

bool ProblemList::set_unreadable(Problem problem, std::uint64_t change) {
  const auto is_this = [&](const Entry& one) { return one.problem == problem; };
  if (std::ranges::any_of(entries_, is_this)) return false;
  set_readable();
  entries_.push_back({change, std::move(problem)});
  return true;
}

bool ProblemList::set_readable() {
  const auto erased = std::erase_if(entries_, [](const Entry& one) {
    return one.problem.what == Problem::What::Unreadable;
  });
  return erased > 0;
}

void ProblemList::append_since(std::uint64_t change,
                               std::vector<Problem>& problems) const {
  for (const Entry& one : entries_) {
    if (one.change >= change) problems.push_back(one.problem);
  }
  if (unlisted_ == 0 || unlisted_change_ < change) return;
  const std::string& path = entries_.front().problem.path;
  problems.push_back({.what = Problem::What::Damage,
                      .path = path,
                      .offset = std::nullopt,
                      .message = std::to_string(unlisted_) +
                                 " more damaged records, not listed, in \"" +
                                 path + '"'});
}

}  // namespace stepline::store
