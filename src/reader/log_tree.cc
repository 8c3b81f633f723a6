#include "reader/log_tree.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/natural_order.h"
#include "reader/projector.h"
#include "reader/root_names.h"
#include "reader/tree_walk.h"

namespace stepline::reader {
namespace {

std::vector<LogRun> runs_of(WalkedTree& tree) {
  std::map<std::string, LogRun, NaturalLess> by_name;
  for (auto& [path, file] : tree.files) {
    LogRun& run = by_name[file.run];
    if (run.files.empty()) {
      run.name = std::move(file.run);
      run.directory = std::move(file.run_directory);
    }
    run.files.push_back(std::move(file.file));
  }
  std::vector<LogRun> runs;
  for (auto& [name, run] : by_name) {
    std::sort(run.files.begin(), run.files.end(), comes_before);
    runs.push_back(std::move(run));
  }
  return runs;
}

bool names_a_path(std::string_view name) {
  return name.empty() || name == "s3" || name[0] == '/' || name[0] == '.';
}

}  // namespace

Root parse_root(storage::FileSystem& files, std::string_view argument) {
  const std::size_t colon = argument.find(':');
  const std::string whole(argument);
  if (colon == std::string_view::npos || colon + 1 == argument.size() ||
      names_a_path(argument.substr(0, colon)) || files.entry(whole)) {
    return {"", whole};
  }
  return {whole.substr(0, colon), whole.substr(colon + 1)};
}

bool is_log_file(std::string_view name, LogFile::Kind& kind) {
  if (name == kProjectorConfigName) {
    kind = LogFile::Kind::ProjectorConfig;
    return true;
  }
  if (name.ends_with(".profile-empty")) return false;
  const bool events = name.find("tfevents") != std::string_view::npos;
  const bool tensors = name.find("sltensors") != std::string_view::npos;
  if (!events && !tensors) return false;
  kind = events ? LogFile::Kind::Events : LogFile::Kind::Tensors;
  return true;
}

Result<LogTree> walk(storage::FileSystem& files, std::span<const Root> roots) {
  WalkedTree walked;
  TreeWalk walk(files, walked, {});
  for (const Root& root : name_roots(files, roots)) {
    if (auto added = walk.add_root(root); !added) return added.error();
  }
  walk.follow_links();
  LogTree tree;
  tree.runs = runs_of(walked);
  for (const auto& [path, directory] : walked.directories) {
    tree.directories.push_back(path);
  }
  tree.problems = std::move(walked.problems);
  return tree;
}

}  // namespace stepline::reader
