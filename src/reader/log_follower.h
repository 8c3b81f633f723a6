#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reader/log_tree.h"
#include "reader/problem.h"
#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::reader {

// Tells what happens to the files of log directories: at first everything there
// is, then what changed.
//
// By inotify, so that nothing new costs nothing however many files there are;
// by polling where that is asked for, where the system grants no more watches,
// and for file systems where other machines' writes raise no events (NFS, CIFS,
// FUSE, 9p). A queue of events that overflowed leads to a walk. Directories are
// watched, not files, but for files that lie elsewhere (links) and roots that
// are files. Two descriptors are held, however many files there are.
//
// By inotify a change is given as soon as it is gathered; what raises no event
// is looked at every poll_interval: whether a root is still the same directory,
// and where links lead (100 of them at a time, in turn). A file that is cut and
// grows beyond its old size, or (by polling) is deleted and made again with the
// same inode number, between two looks, is taken to have grown.
//
// Not thread-safe, except wake().
class LogFollower {
 public:
  struct Options {
    bool follow = true;  // False: one walk, nothing after it.
    // A root that does not exist is waited for; otherwise it is an error.
    bool may_be_missing = false;
    bool poll = false;
    std::chrono::milliseconds poll_interval{1000};
  };

  struct Change {
    enum class What {
      Added,
      Grown,     // The same file (device, inode), longer or touched.
      Replaced,  // Same path, another inode, or shorter than it was: read anew.
      Removed,
    };
    What what = What::Added;
    std::string run;  // Its name, as in LogRun.
    LogFile file;     // As it is now; as it was, when removed.
  };

  struct Changes {
    std::vector<Change> files;        // In the order of runs and names.
    std::vector<Problem> problems;    // New ones, one a path at most.
    std::vector<std::string> mended;  // Paths that no longer have one.

    bool empty() const {
      return files.empty() && problems.empty() && mended.empty();
    }
  };

  static Result<std::unique_ptr<LogFollower>> open(storage::FileSystem& files,
                                                   std::vector<Root> roots,
                                                   Options options);
  virtual ~LogFollower() = default;

  // The first call walks and gives everything as Added. Later ones wait until
  // there are changes, at most `timeout`, and give those since the last call.
  // Events that come close together are gathered for some 20 ms.
  virtual Result<Changes> wait(std::chrono::milliseconds timeout) = 0;

  // Makes a wait() that is going on, or the next one, return at once.
  virtual void wake() = 0;

  // Whether it has fallen back to polling, and why: for a message.
  virtual std::string polling_reason() const = 0;
};

}  // namespace stepline::reader
