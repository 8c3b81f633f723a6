// What a catalog knows of that could not be read.

#include <utility>

#include "store/catalog.h"

namespace stepline::store {

using reader::Problem;

void Catalog::add_problem(Problem problem) {
  const std::string path = problem.path;
  const auto before = tree_problems_.find(path);
  if (before != tree_problems_.end() && before->second.problem == problem) {
    return;
  }
  tree_problems_.insert_or_assign(
      path, TreeProblem{changes_.cursor(), std::move(problem)});
  changes_.problems_changed();
}

void Catalog::withdraw_problem(const std::string& path) {
  if (tree_problems_.erase(path) > 0) changes_.problems_changed();
}

void Catalog::set_unreadable(FileId id, const Error& error) {
  LoadedFile& file = files_[id];
  const bool is_new =
      file.problems.set_unreadable({.what = Problem::What::Unreadable,
                                    .path = file.file.path,
                                    .offset = std::nullopt,
                                    .message = error.message},
                                   changes_.cursor());
  if (is_new) changes_.problems_changed();
}

std::vector<Problem> Catalog::problems_since(std::uint64_t change) const {
  std::vector<Problem> problems;
  for (const auto& [path, one] : tree_problems_) {
    if (one.change >= change) problems.push_back(one.problem);
  }
  for (const RunId id : run_order_) {
    for (const auto& [key, file] : runs_[std::uint32_t(id)].files) {
      files_[file].problems.append_since(change, problems);
    }
  }
  return problems;
}

}  // namespace stepline::store
