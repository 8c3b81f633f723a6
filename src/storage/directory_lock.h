#pragma once

#include <memory>
#include <string>

namespace stepline::storage {

// Held by one at a time of all who ask for the same directory, in this process
// and in others, for changing a file there in several steps. Given back by the
// destructor, and by the end of the process. It binds only those who ask.
class DirectoryLock {
 public:
  virtual ~DirectoryLock() = default;
};

// Waits for whoever has it. nullptr when the directory is not there, its file
// system has no such locks, or it was held for ten seconds: work of that kind
// takes milliseconds, and a process that was stopped in the middle of it must
// not stop ours.
std::unique_ptr<DirectoryLock> lock_local_directory(
    const std::string& directory);

}  // namespace stepline::storage
