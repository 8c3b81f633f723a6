#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "reader/log_follower.h"
#include "reader/log_tree.h"
#include "reader/tree_walk.h"
#include "stepline/result.h"
#include "storage/file_system.h"
#include "storage/watcher.h"

namespace stepline::reader {

// Keeps a walked tree up to date and says what changed: by walking again, or by
// looking only where events point to. Does not wait; LogFollower does. Not
// thread-safe.
class TreeTracker {
 public:
  // Without a watcher there are no events. It must outlive the tracker.
  TreeTracker(storage::FileSystem& files, std::vector<Root> roots,
              storage::Watcher* watcher);

  // The first walk. An error, for a root that does not exist, leaves nothing
  // behind: it may be called again. Where roots may be missing that is a
  // problem like others, until the root is there.
  Result<void> start(bool may_be_missing);

  // Where to look at the next take_changes().
  void note(const storage::WatchEvent& event);
  bool has_notes() const { return must_walk_ || !noted_.empty(); }

  // Notes what no event may tell of: roots that are another directory now, or
  // exist again, and links that lead elsewhere; of these a number at each call,
  // in turn, so that its cost is bounded.
  void note_silent_changes();

  void walk_again();

  // Looks at what was noted and gives all changes since the last call.
  LogFollower::Changes take_changes();

  // Why something that could be read could not be watched.
  const std::optional<Error>& refusal() const { return refusal_; }
  void stop_watching();

 private:
  void adopt(WalkedTree tree);
  bool is_as_walked(const std::string& root);
  void look_where_noted();
  void take_out_what_left(const std::string& path, bool was_gone);
  void take_out_file(const std::string& path);
  void take_out_directory(const std::string& path);
  bool put_in_what_came(const std::string& path, TreeWalk& walk);
  void remember_what_came(const std::string& path);
  bool is_root(const std::string& path) const;
  void remember_watch(int watch, const std::string& path);
  void forget_watch(int watch, const std::string& path);
  void forget_watches(const WalkedTree& tree);
  void take_problems();
  void tell_problems(LogFollower::Changes& changes);

  storage::FileSystem& files_;
  std::vector<Root> roots_;
  storage::Watcher* watcher_;
  std::optional<Error> refusal_;
  WalkedTree tree_;
  std::unordered_map<int, std::set<std::string>> watched_;  // Paths.

  std::map<std::string, bool> noted_;  // Paths; whether they were gone between.
  bool must_walk_ = false;
  std::string last_link_;  // That was noted in turn.

  // Since the last take_changes(): what the files that were looked at had been,
  // and which of them were not there all the time.
  std::map<std::string, std::optional<WalkedTree::File>> before_;
  std::set<std::string> made_anew_;

  TreeWalk::Problems problems_;  // That there are now.
  TreeWalk::Problems told_;      // That there were at the last take_changes().
};

}  // namespace stepline::reader
