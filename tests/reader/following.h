#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reader/log_directory.h"
#include "reader/log_follower.h"
#include "storage/file_system.h"

namespace stepline::reader {

enum class Way { Inotify, Polling };

// Changes are made and asked for by one thread: the system has queued the
// events of a change when the call that makes it returns, so nothing waits.
class Following {
 public:
  explicit Following(Way way,
                     storage::FileSystem& files = storage::local_file_system())
      : way_(way), files_(files) {}

  void follow(std::vector<Root> roots) {
    LogFollower::Options options;
    options.poll = way_ == Way::Polling;
    // Each wait() looks at everything that is looked at by time.
    options.poll_interval = std::chrono::milliseconds(0);
    options.may_be_missing = may_be_missing_;
    follower_ =
        std::move(*LogFollower::open(files_, std::move(roots), options));
  }
  void follow(const std::string& path) { follow({{"", path}}); }

  void may_be_missing() { may_be_missing_ = true; }

  LogFollower& follower() { return *follower_; }

  // "grown run: name", a line for each; and the problems of the same wait().
  std::vector<std::string> changes() {
    problems_.clear();
    mended_.clear();
    const auto changes = follower_->wait(std::chrono::milliseconds(0));
    if (!changes) return {"error: " + changes.error().message};
    std::vector<std::string> lines;
    for (const LogFollower::Change& change : changes->files) {
      constexpr const char* kWhat[] = {"added", "grown", "replaced", "removed"};
      lines.push_back(kWhat[static_cast<int>(change.what)] + std::string(" ") +
                      change.run + ": " +
                      change.file.path.substr(change.file.path.rfind('/') + 1));
      last_ = change;
    }
    for (const Problem& problem : changes->problems) {
      problems_.push_back(problem.message);
    }
    for (const std::string& path : changes->mended) {
      mended_.push_back(path.substr(path.rfind('/') + 1));
    }
    return lines;
  }
  const std::vector<std::string>& problems() const { return problems_; }
  const std::vector<std::string>& mended() const { return mended_; }
  const LogFollower::Change& last() const { return last_; }

 private:
  Way way_;
  storage::FileSystem& files_;
  std::unique_ptr<LogFollower> follower_;
  std::vector<std::string> problems_;
  std::vector<std::string> mended_;
  LogFollower::Change last_;
  bool may_be_missing_ = false;
};

// A log directory that is followed in either way.
class FollowingTest : public ::testing::TestWithParam<Way> {
 protected:
  FollowingTest() : following_(GetParam()) {}

  void start() {
    following_.follow(logs_.path());
    following_.changes();
  }
  std::vector<std::string> changes() { return following_.changes(); }

  LogDirectory logs_;
  Following following_;
};

inline std::string name_of_way(const ::testing::TestParamInfo<Way>& way) {
  return way.param == Way::Inotify ? "ByInotify" : "ByPolling";
}

}  // namespace stepline::reader
