#include "storage/directory_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <chrono>
#include <thread>
#include <utility>

#include "storage/descriptor.h"
#include "storage/posix_io.h"

namespace stepline::storage {
namespace {

using posix::retry_interrupted;

constexpr std::chrono::milliseconds kBetweenTries(2);
constexpr int kMostTries = 5000;

class LocalDirectoryLock final : public DirectoryLock {
 public:
  explicit LocalDirectoryLock(Descriptor locked) : locked_(std::move(locked)) {}
  // Closing is not enough: a process forked meanwhile has the descriptor, too.
  ~LocalDirectoryLock() override { ::flock(locked_.get(), LOCK_UN); }

 private:
  Descriptor locked_;
};

}  // namespace

std::unique_ptr<DirectoryLock> lock_local_directory(
    const std::string& directory) {
  Descriptor opened(retry_interrupted([&] {
    return ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }));
  if (!opened.is_open()) return nullptr;
  for (int i = 0; i < kMostTries; ++i) {
    const int locked = retry_interrupted(
        [&] { return ::flock(opened.get(), LOCK_EX | LOCK_NB); });
    if (locked == 0)
      return std::make_unique<LocalDirectoryLock>(std::move(opened));
    if (errno != EWOULDBLOCK) return nullptr;
    std::this_thread::sleep_for(kBetweenTries);
  }
  return nullptr;
}

}  // namespace stepline::storage
