#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/result.h"

namespace stepline::storage {

// Something that happened to what is watched.
struct WatchEvent {
  enum class What {
    Come,      // The entry `name` was made or moved here.
    Changed,   // The entry `name` was written to or touched.
    Gone,      // The entry `name` was deleted or moved away.
    SelfGone,  // The watch has ended: what it was for is deleted or unmounted.
    Overflow,  // Events were lost, anything may have happened; no watch.
  };
  What what = What::Changed;
  int watch = 0;
  std::string name;        // Empty: what is watched itself.
  bool directory = false;  // Whether `name` is one itself, not a link to one.
};

// Tells what happens in directories, without looking at them again and again.
// Not thread-safe, except wake().
class Watcher {
 public:
  virtual ~Watcher() = default;

  // Watches the entries of a directory, or one file; links are followed. What
  // is watched is the thing, not its name: it goes on when that is renamed, and
  // watching it by a second name gives the same number. Numbers are not used
  // again. Io when the system grants no more watches, may not look, or would
  // not tell all: on a network file system other machines' writes go unseen.
  virtual Result<int> watch(const std::string& path) = 0;

  // Events that are under way may still be given.
  virtual void forget(int watch) = 0;

  // Waits for events, at most `timeout`, and gives those there are; none when
  // the time is up or after wake().
  virtual Result<std::vector<WatchEvent>> wait(
      std::chrono::milliseconds timeout) = 0;

  // Makes a wait() that is going on, or the next one, return at once.
  virtual void wake() = 0;
};

// By inotify; it takes two descriptors. Fails when the system grants none.
Result<std::unique_ptr<Watcher>> make_inotify_watcher();

// What a network file system is called ("NFS") by the number that statfs()
// gives for it; empty for file systems of this machine alone.
std::string_view network_file_system(std::uint32_t magic);

}  // namespace stepline::storage
