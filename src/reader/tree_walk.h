#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reader/log_tree.h"
#include "reader/problem.h"
#include "stepline/result.h"
#include "storage/file_system.h"
#include "storage/watcher.h"

namespace stepline::reader {

// What a walk has met, by path, so that a part of it can be taken out and
// walked anew.
struct WalkedTree {
  static constexpr int kNoWatch = -1;

  struct Directory {
    std::string run;  // What its files make.
    storage::FileStatus status;
    bool by_link = false;  // A link led here, or above.
    bool readable = true;
    int watch = kNoWatch;
  };
  struct File {
    std::string run;
    std::string run_directory;
    LogFile file;
    int watch = kNoWatch;  // Only of links and single files.
  };
  using Identity = std::pair<std::uint64_t, std::uint64_t>;

  std::map<std::string, Directory> directories;
  std::map<std::string, File> files;
  std::map<Identity, std::string> places;  // The paths of the directories.
  // Paths that are symbolic links, to directories, to files of ours, or to
  // nothing now: where they lead may change without their directory changing.
  std::set<std::string> links;
  std::vector<Problem> problems;
  // Directories that more than one path leads to: when the one goes by which
  // they were reached, they are to be found by another.
  std::set<Identity> shared;
};

// Walks roots or parts of them into a tree. With a watcher every directory is
// watched before it is listed, so that nothing falls between the two; so are
// files that lie elsewhere (links) or whose directory is not walked.
class TreeWalk {
 public:
  using Problems = std::map<std::string, Problem>;  // By path.

  struct Options {
    storage::Watcher* watcher = nullptr;
    // Hidden files are reported if their problem is among these, or this is
    // null: programs that copy files make hidden ones and rename them.
    const Problems* known = nullptr;
  };

  TreeWalk(storage::FileSystem& files, WalkedTree& tree, Options options)
      : files_(files), tree_(tree), options_(options) {}

  // `root.name` is the name of its run, "." for none. An error when there is
  // nothing, or neither a directory nor a regular file.
  Result<void> add_root(const Root& root);

  // An entry of a directory that has been walked, if it is to be walked at all.
  void add_entry(const std::string& directory, const storage::Entry& entry);

  // Walks the directories that links lead to, which comes after all others, so
  // that a run has its own name and not that of a link to it.
  void follow_links();

  // Whether it met a directory that had been reached before, and by a path that
  // a walk of everything might not have preferred.
  bool is_unsettled() const { return unsettled_; }

  // The first watch that was refused for something that could be read.
  const std::optional<Error>& refusal() const { return refusal_; }

 private:
  struct Link {
    std::string path;
    std::string run;
  };

  void add_directory(const std::string& path, const std::string& run,
                     bool by_link);
  void add_file(const std::string& path, const std::string& run,
                LogFile::Kind kind, bool watched);
  void add_other(const std::string& path);
  void add_hidden(const std::string& path, const storage::Entry& entry);
  std::optional<Error> watch(const std::string& path, int& number);
  void report(Problem::What what, const std::string& path, std::string message);

  storage::FileSystem& files_;
  WalkedTree& tree_;
  Options options_;
  std::vector<Link> links_;  // To directories, not followed yet.
  bool unsettled_ = false;
  std::optional<Error> refusal_;
};

// The order of a run's files: by name, then by directory.
bool comes_before(const LogFile& a, const LogFile& b);

}  // namespace stepline::reader
