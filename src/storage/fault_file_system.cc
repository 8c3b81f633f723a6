#include "storage/fault_file_system.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "storage/io_error.h"

namespace stepline::storage {

// What is set to go wrong, and the account of the disk's space.
class FaultFileSystem::Faults {
 public:
  // Counts a call; the errno it is to fail with, or 0.
  int begin(Operation operation) {
    const std::lock_guard lock(mutex_);
    Plan& plan = plans_[static_cast<std::size_t>(operation)];
    ++plan.calls;
    if (plan.times_left == 0) return 0;
    if (plan.times_left > 0) --plan.times_left;
    return plan.error;
  }

  void plan(Operation operation, int error, int times) {
    const std::lock_guard lock(mutex_);
    Plan& plan = plans_[static_cast<std::size_t>(operation)];
    plan.error = error;
    plan.times_left = times;
  }

  std::int64_t calls(Operation operation) const {
    const std::lock_guard lock(mutex_);
    return plans_[static_cast<std::size_t>(operation)].calls;
  }

  // How much of an append of `wanted` bytes goes through, booked to the path;
  // 0 when the disk is full.
  std::uint64_t book_append(const std::string& path, std::uint64_t wanted) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t room = quota_ - std::min(quota_, used_);
    const std::uint64_t granted = std::min({wanted, longest_append_, room});
    bytes_[path] += granted;
    used_ += granted;
    return granted;
  }

  // False, and nothing is booked, when it does not fit.
  bool book_size(const std::string& path, std::uint64_t size) {
    const std::lock_guard lock(mutex_);
    std::uint64_t& before = bytes_[path];
    const std::uint64_t used = used_ - before + size;
    if (size > before && used > quota_) return false;
    used_ = used;
    before = size;
    return true;
  }

  std::uint64_t size_of(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    const auto found = bytes_.find(path);
    return found == bytes_.end() ? 0 : found->second;
  }

  std::uint64_t used() const {
    const std::lock_guard lock(mutex_);
    return used_;
  }

  void set_longest_append(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    longest_append_ = std::max<std::uint64_t>(bytes, 1);
  }

  void set_quota(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    quota_ = bytes;
  }

  void set_delay(std::chrono::nanoseconds delay) {
    const std::lock_guard lock(mutex_);
    delay_ = delay;
  }
  std::chrono::nanoseconds delay() const {
    const std::lock_guard lock(mutex_);
    return delay_;
  }

  // Files opened in an earlier generation are unlinked.
  void next_generation() {
    const std::lock_guard lock(mutex_);
    ++generation_;
  }
  std::int64_t generation() const {
    const std::lock_guard lock(mutex_);
    return generation_;
  }

 private:
  struct Plan {
    int error = 0;
    int times_left = 0;  // Negative: until healed.
    std::int64_t calls = 0;
  };

  mutable std::mutex mutex_;  // Guards all below.
  std::array<Plan, static_cast<std::size_t>(Operation::Truncate) + 1> plans_;
  std::map<std::string, std::uint64_t> bytes_;  // Of each path.
  std::uint64_t used_ = 0;                      // Their sum.
  std::uint64_t quota_ = kUnlimited;
  std::uint64_t longest_append_ = kUnlimited;
  std::chrono::nanoseconds delay_{0};
  std::int64_t generation_ = 0;
};

class FaultFileSystem::File final : public AppendFile {
 public:
  File(std::unique_ptr<AppendFile> below, std::shared_ptr<Faults> faults,
       std::string path)
      : below_(std::move(below)),
        faults_(std::move(faults)),
        generation_(faults_->generation()),
        path_(std::move(path)) {}

  Result<std::size_t> append(std::string_view bytes) override {
    const std::chrono::nanoseconds delay = faults_->delay();
    if (delay.count() > 0) std::this_thread::sleep_for(delay);
    const int error = faults_->begin(Operation::Append);
    if (error != 0) return io_error("append to", path_, error);
    if (bytes.empty()) return below_->append(bytes);
    const std::uint64_t granted = faults_->book_append(path_, bytes.size());
    if (granted == 0) return io_error("append to", path_, ENOSPC);
    const auto written = below_->append(bytes.substr(0, granted));
    const std::uint64_t unused = granted - (written ? *written : 0);
    if (unused > 0) {
      faults_->book_size(path_, faults_->size_of(path_) - unused);
    }
    return written;
  }

  Result<void> sync() override {
    const int error = faults_->begin(Operation::Sync);
    if (error != 0) return io_error("sync", path_, error);
    return below_->sync();
  }

  Result<void> truncate(std::uint64_t size) override {
    const int error = faults_->begin(Operation::Truncate);
    if (error != 0) return io_error("truncate", path_, error);
    auto truncated = below_->truncate(size);
    if (truncated) faults_->book_size(path_, size);
    return truncated;
  }

  bool linked() const override {
    return generation_ == faults_->generation() && below_->linked();
  }

  void release() override { below_->release(); }

 private:
  std::unique_ptr<AppendFile> below_;
  std::shared_ptr<Faults> faults_;
  std::int64_t generation_;
  std::string path_;
};

class FaultFileSystem::OpenFile final : public ReadFile {
 public:
  OpenFile(std::unique_ptr<ReadFile> below, std::shared_ptr<Faults> faults)
      : below_(std::move(below)), faults_(std::move(faults)) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<char> to) override {
    const int error = faults_->begin(Operation::Read);
    if (error != 0) return io_error("read", name(), error);
    return below_->read(offset, to);
  }
  Result<FileStatus> status() override { return below_->status(); }
  std::string_view name() const override { return below_->name(); }

 private:
  std::unique_ptr<ReadFile> below_;
  std::shared_ptr<Faults> faults_;
};

FaultFileSystem::FaultFileSystem(FileSystem& below)
    : below_(below), faults_(std::make_shared<Faults>()) {}

void FaultFileSystem::fail(Operation operation, int error, int times) {
  faults_->plan(operation, error, times);
}
void FaultFileSystem::heal(Operation operation) {
  faults_->plan(operation, 0, 0);
}
void FaultFileSystem::set_longest_append(std::uint64_t bytes) {
  faults_->set_longest_append(bytes);
}
void FaultFileSystem::set_quota(std::uint64_t bytes) {
  faults_->set_quota(bytes);
}
void FaultFileSystem::set_append_delay(std::chrono::nanoseconds delay) {
  faults_->set_delay(delay);
}
void FaultFileSystem::unlink_open_files() { faults_->next_generation(); }
std::int64_t FaultFileSystem::calls(Operation operation) const {
  return faults_->calls(operation);
}
std::uint64_t FaultFileSystem::used_bytes() const { return faults_->used(); }

Result<std::unique_ptr<AppendFile>> FaultFileSystem::create(
    const std::string& path) {
  const int error = faults_->begin(Operation::Create);
  if (error != 0) return io_error("create", path, error);
  auto file = below_.create(path);
  if (!file || *file == nullptr) return file;
  return std::unique_ptr<AppendFile>(
      std::make_unique<File>(std::move(*file), faults_, path));
}

Result<void> FaultFileSystem::make_directories(const std::string& path) {
  const int error = faults_->begin(Operation::MakeDirectories);
  if (error != 0) return io_error("make directory", path, error);
  return below_.make_directories(path);
}

Result<std::vector<Entry>> FaultFileSystem::list(const std::string& path) {
  const int error = faults_->begin(Operation::List);
  if (error != 0) return io_error("list", path, error);
  return below_.list(path);
}

Result<Entry> FaultFileSystem::entry(const std::string& path) {
  const int error = faults_->begin(Operation::Status);
  if (error != 0) return io_error("look at", path, error);
  return below_.entry(path);
}

Result<std::string> FaultFileSystem::read(const std::string& path,
                                          std::uint64_t offset,
                                          std::size_t length) {
  const int error = faults_->begin(Operation::Read);
  if (error != 0) return io_error("read", path, error);
  return below_.read(path, offset, length);
}

Result<std::unique_ptr<ReadFile>> FaultFileSystem::open(
    const std::string& path) {
  const int error = faults_->begin(Operation::Open);
  if (error != 0) return io_error("open", path, error);
  auto file = below_.open(path);
  if (!file) return file;
  return std::unique_ptr<ReadFile>(
      std::make_unique<OpenFile>(std::move(*file), faults_));
}

Result<FileStatus> FaultFileSystem::status(const std::string& path) {
  const int error = faults_->begin(Operation::Status);
  if (error != 0) return io_error("look at", path, error);
  return below_.status(path);
}

Result<std::string> FaultFileSystem::resolve(const std::string& path) {
  const int error = faults_->begin(Operation::Status);
  if (error != 0) return io_error("look at", path, error);
  return below_.resolve(path);
}

Result<void> FaultFileSystem::replace(const std::string& path,
                                      std::string_view bytes) {
  const int error = faults_->begin(Operation::Replace);
  if (error != 0) return io_error("replace", path, error);
  const std::uint64_t before = faults_->size_of(path);
  if (!faults_->book_size(path, bytes.size())) {
    return io_error("replace", path, ENOSPC);
  }
  auto replaced = below_.replace(path, bytes);
  if (!replaced) faults_->book_size(path, before);
  return replaced;
}

Result<void> FaultFileSystem::rename(const std::string& from,
                                     const std::string& to) {
  const int error = faults_->begin(Operation::Rename);
  if (error != 0) return io_error("rename", from, error);
  auto renamed = below_.rename(from, to);
  if (!renamed) return renamed;
  const std::uint64_t bytes = faults_->size_of(from);
  faults_->book_size(from, 0);
  faults_->book_size(to, bytes);
  return renamed;
}

Result<void> FaultFileSystem::remove(const std::string& path) {
  const int error = faults_->begin(Operation::Remove);
  if (error != 0) return io_error("remove", path, error);
  auto removed = below_.remove(path);
  if (removed) faults_->book_size(path, 0);
  return removed;
}

std::unique_ptr<DirectoryLock> FaultFileSystem::lock_directory(
    const std::string& path) {
  return below_.lock_directory(path);
}

Result<std::unique_ptr<Watcher>> FaultFileSystem::make_watcher() {
  return below_.make_watcher();
}

}  // namespace stepline::storage
