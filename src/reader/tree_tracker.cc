#include "reader/tree_tracker.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/natural_order.h"
#include "base/path.h"
#include "reader/root_names.h"

namespace stepline::reader {
namespace {

using storage::Entry;
using storage::WatchEvent;
using Change = LogFollower::Change;

constexpr int kLinksPerLook = 100;

Problem problem_of(const Root& root, const Error& error) {
  return {.what = Problem::What::Unreadable,
          .path = root.path,
          .offset = std::nullopt,
          .message = error.message};
}

// What lies at or below a path.
template <class Map>
std::vector<std::string> paths_within(const Map& map, const std::string& path) {
  std::vector<std::string> paths;
  if (map.contains(path)) paths.push_back(path);
  const std::string prefix = join_path(path, "");
  for (auto at = map.lower_bound(prefix);
       at != map.end() && at->first.starts_with(prefix); ++at) {
    paths.push_back(at->first);
  }
  return paths;
}

void append_changes(const WalkedTree::File* before, const WalkedTree::File* now,
                    bool made_anew, std::vector<Change>& changes) {
  const auto append = [&](Change::What what, const WalkedTree::File& file) {
    changes.push_back({what, file.run, file.file});
  };
  const bool other_run =
      before != nullptr && now != nullptr && before->run != now->run;
  if (before != nullptr && (now == nullptr || other_run)) {
    append(Change::What::Removed, *before);
  }
  if (now == nullptr) return;
  if (before == nullptr || other_run) return append(Change::What::Added, *now);
  const storage::FileStatus& old = before->file.status;
  const storage::FileStatus& status = now->file.status;
  if (made_anew || !old.same_file(status) || status.bytes < old.bytes) {
    append(Change::What::Replaced, *now);
  } else if (status != old) {
    append(Change::What::Grown, *now);
  }
}

}  // namespace

TreeTracker::TreeTracker(storage::FileSystem& files, std::vector<Root> roots,
                         storage::Watcher* watcher)
    : files_(files), roots_(std::move(roots)), watcher_(watcher) {}

Result<void> TreeTracker::start(bool may_be_missing) {
  std::vector<Root> named = name_roots(files_, roots_);
  WalkedTree tree;
  TreeWalk walk(files_, tree, {.watcher = watcher_, .known = nullptr});
  for (const Root& root : named) {
    const auto added = walk.add_root(root);
    if (added) continue;
    if (!may_be_missing || added.error().code != ErrorCode::NotFound) {
      forget_watches(tree);
      return added;
    }
    tree.problems.push_back(problem_of(root, added.error()));
  }
  walk.follow_links();
  roots_ = std::move(named);
  refusal_ = walk.refusal();
  adopt(std::move(tree));
  return {};
}

void TreeTracker::walk_again() {
  WalkedTree tree;
  TreeWalk walk(files_, tree, {.watcher = watcher_, .known = &problems_});
  for (const Root& root : roots_) {
    if (auto added = walk.add_root(root); !added) {
      tree.problems.push_back(problem_of(root, added.error()));
    }
  }
  walk.follow_links();
  adopt(std::move(tree));
  if (walk.refusal()) refusal_ = walk.refusal();
}

void TreeTracker::adopt(WalkedTree tree) {
  for (auto& [path, file] : tree_.files) {
    before_.emplace(path, std::move(file));
  }
  for (const auto& [path, file] : tree.files) {
    before_.emplace(path, std::nullopt);
  }
  tree_ = std::move(tree);
  const auto watched_before = std::exchange(watched_, {});
  for (const auto& [path, directory] : tree_.directories) {
    remember_watch(directory.watch, path);
  }
  for (const auto& [path, file] : tree_.files) {
    remember_watch(file.watch, path);
  }
  for (const auto& [watch, paths] : watched_before) {
    if (!watched_.contains(watch)) watcher_->forget(watch);
  }
  problems_.clear();
  take_problems();
}

void TreeTracker::take_problems() {
  for (Problem& problem : std::exchange(tree_.problems, {})) {
    const std::string path = problem.path;
    problems_.insert_or_assign(path, std::move(problem));
  }
}

void TreeTracker::tell_problems(LogFollower::Changes& changes) {
  for (const auto& [path, problem] : told_) {
    if (!problems_.contains(path)) changes.mended.push_back(path);
  }
  for (const auto& [path, problem] : problems_) {
    const auto before = told_.find(path);
    if (before != told_.end() && before->second == problem) continue;
    changes.problems.push_back(problem);
  }
  if (!changes.problems.empty() || !changes.mended.empty()) told_ = problems_;
}

void TreeTracker::note(const WatchEvent& event) {
  if (event.what == WatchEvent::What::Overflow) {
    must_walk_ = true;
    return;
  }
  const auto paths = watched_.find(event.watch);
  if (paths == watched_.end()) return;
  // A write to somebody else's file, a checkpoint for one, costs no look.
  LogFile::Kind kind;
  if (event.what == WatchEvent::What::Changed && !event.name.empty() &&
      !event.directory && !is_log_file(event.name, kind)) {
    return;
  }
  const bool gone = event.what == WatchEvent::What::Gone ||
                    event.what == WatchEvent::What::SelfGone;
  const bool hidden = event.name.starts_with('.');
  for (const std::string& directory : paths->second) {
    const std::string path =
        event.name.empty() ? directory : join_path(directory, event.name);
    if (!hidden || problems_.contains(path)) noted_[path] |= gone;
  }
}

void TreeTracker::note_silent_changes() {
  auto link = tree_.links.upper_bound(last_link_);
  for (int i = 0; i < kLinksPerLook && link != tree_.links.end(); ++i) {
    noted_[*link++];
  }
  last_link_ = link == tree_.links.end() ? "" : *std::prev(link);
  must_walk_ |=
      std::any_of(roots_.begin(), roots_.end(),
                  [&](const Root& root) { return !is_as_walked(root.path); });
}

bool TreeTracker::is_as_walked(const std::string& root) {
  const auto status = files_.status(root);
  if (const auto directory = tree_.directories.find(root);
      directory != tree_.directories.end()) {
    return status && directory->second.status.same_file(*status);
  }
  if (const auto file = tree_.files.find(root); file != tree_.files.end()) {
    return status && file->second.file.status.same_file(*status);
  }
  if (!status || tree_.places.contains({status->device, status->inode})) {
    return true;
  }
  const auto entry = files_.entry(root);
  return !entry || entry->kind == Entry::Kind::Other;
}

LogFollower::Changes TreeTracker::take_changes() {
  look_where_noted();
  if (std::exchange(must_walk_, false)) walk_again();
  LogFollower::Changes changes;
  for (const auto& [path, before] : before_) {
    const auto now = tree_.files.find(path);
    append_changes(before ? &*before : nullptr,
                   now == tree_.files.end() ? nullptr : &now->second,
                   made_anew_.contains(path), changes.files);
  }
  std::stable_sort(changes.files.begin(), changes.files.end(),
                   [](const Change& a, const Change& b) {
                     const auto runs = natural_order(a.run, b.run);
                     return runs != 0 ? runs < 0 : comes_before(a.file, b.file);
                   });
  tell_problems(changes);
  before_.clear();
  made_anew_.clear();
  return changes;
}

// What left is taken out first: a directory that was renamed is then no longer
// known under its old name when it comes with its new one.
void TreeTracker::look_where_noted() {
  const auto noted = std::exchange(noted_, {});
  for (const auto& [path, was_gone] : noted) {
    take_out_what_left(path, was_gone);
  }
  TreeWalk walk(files_, tree_, {.watcher = watcher_, .known = &problems_});
  std::vector<std::string> came;
  for (const auto& [path, was_gone] : noted) {
    if (!put_in_what_came(path, walk)) continue;
    came.push_back(path);
    problems_.erase(path);
  }
  walk.follow_links();
  if (walk.refusal()) refusal_ = walk.refusal();
  must_walk_ |= walk.is_unsettled();
  for (const std::string& path : came) remember_what_came(path);
  take_problems();
}

void TreeTracker::take_out_what_left(const std::string& path, bool was_gone) {
  const auto status = files_.status(path);
  if (const auto file = tree_.files.find(path); file != tree_.files.end()) {
    before_.emplace(path, file->second);
    if (was_gone) made_anew_.insert(path);
    LogFile& known = file->second.file;
    if (!was_gone && status && known.status.same_file(*status)) {
      known.status = *status;
    } else {
      take_out_file(path);
    }
  }
  if (const auto found = tree_.directories.find(path);
      found != tree_.directories.end()) {
    const WalkedTree::Directory& directory = found->second;
    if (was_gone || !directory.readable || !status ||
        !directory.status.same_file(*status)) {
      take_out_directory(path);
    }
  }
}

void TreeTracker::take_out_file(const std::string& path) {
  auto file = tree_.files.extract(path);
  before_.emplace(path, file.mapped());
  forget_watch(file.mapped().watch, path);
}

void TreeTracker::take_out_directory(const std::string& path) {
  for (const std::string& file : paths_within(tree_.files, path)) {
    made_anew_.insert(file);
    take_out_file(file);
  }
  for (const std::string& each : paths_within(tree_.directories, path)) {
    const auto directory = tree_.directories.extract(each);
    const storage::FileStatus& status = directory.mapped().status;
    const WalkedTree::Identity identity{status.device, status.inode};
    tree_.places.erase(identity);
    must_walk_ |= tree_.shared.contains(identity);
    forget_watch(directory.mapped().watch, each);
  }
  for (const std::string& each : paths_within(problems_, path)) {
    problems_.erase(each);
  }
}

// Whether there was nothing known there.
bool TreeTracker::put_in_what_came(const std::string& path, TreeWalk& walk) {
  if (tree_.files.contains(path) || tree_.directories.contains(path)) {
    return false;
  }
  tree_.links.erase(path);
  const std::string parent = directory_of(path);
  if (!tree_.directories.contains(parent)) {
    must_walk_ |= is_root(path);
    return false;
  }
  if (const auto entry = files_.entry(path)) walk.add_entry(parent, *entry);
  return true;
}

void TreeTracker::remember_what_came(const std::string& path) {
  for (const std::string& file : paths_within(tree_.files, path)) {
    before_.emplace(file, std::nullopt);
    remember_watch(tree_.files.at(file).watch, file);
  }
  for (const std::string& each : paths_within(tree_.directories, path)) {
    remember_watch(tree_.directories.at(each).watch, each);
  }
}

bool TreeTracker::is_root(const std::string& path) const {
  return std::any_of(roots_.begin(), roots_.end(),
                     [&](const Root& root) { return root.path == path; });
}

void TreeTracker::remember_watch(int watch, const std::string& path) {
  if (watch != WalkedTree::kNoWatch) watched_[watch].insert(path);
}

void TreeTracker::forget_watch(int watch, const std::string& path) {
  const auto found = watched_.find(watch);
  if (found == watched_.end()) return;
  found->second.erase(path);
  if (!found->second.empty()) return;
  watched_.erase(found);
  watcher_->forget(watch);
}

void TreeTracker::forget_watches(const WalkedTree& tree) {
  if (watcher_ == nullptr) return;
  for (const auto& [path, directory] : tree.directories) {
    watcher_->forget(directory.watch);
  }
  for (const auto& [path, file] : tree.files) watcher_->forget(file.watch);
}

void TreeTracker::stop_watching() {
  for (const auto& [watch, paths] : watched_) watcher_->forget(watch);
  watched_.clear();
  noted_.clear();
  refusal_.reset();
  watcher_ = nullptr;
}

}  // namespace stepline::reader
