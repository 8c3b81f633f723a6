#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "storage/file_system.h"

namespace stepline::storage {

// Another file system that goes wrong on command, for tests and benchmarks:
// failing calls, short writes, a disk that fills up and is freed, slow disks,
// files deleted under the writer. Without a command it changes nothing.
//
// Faults may be set while other threads use the file system, and apply to
// files that are open already. Thread-safe. `below` must outlive it and its
// files; the files may outlive it.
class FaultFileSystem final : public FileSystem {
 public:
  enum class Operation {
    Create,
    MakeDirectories,
    List,
    Read,
    Open,
    Status,  // status() and entry().
    Replace,
    Rename,
    Remove,
    Append,
    Sync,
    Truncate,
  };
  static constexpr int kUntilHealed = -1;
  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

  explicit FaultFileSystem(FileSystem& below);

  // The next `times` calls fail with this errno (ENOSPC, EIO, ...) and have no
  // effect.
  void fail(Operation operation, int error, int times = kUntilHealed);

  // Calls of this kind succeed again.
  void heal(Operation operation);

  // An append takes at most `bytes`, at least 1.
  void set_longest_append(std::uint64_t bytes);

  // The disk holds `bytes`, counting what was appended and replaced through
  // here and is not truncated or removed. An append takes what fits; when
  // nothing does, it fails with ENOSPC.
  void set_quota(std::uint64_t bytes);

  // Each append takes this long. Other threads are not held up.
  void set_append_delay(std::chrono::nanoseconds delay);

  // Files open now report linked() == false from here on; later ones do not.
  void unlink_open_files();

  // How often this was called, failures included.
  std::int64_t calls(Operation operation) const;

  // Bytes that count against the quota.
  std::uint64_t used_bytes() const;

  Result<std::unique_ptr<AppendFile>> create(const std::string& path) override;
  Result<void> make_directories(const std::string& path) override;
  Result<std::vector<Entry>> list(const std::string& path) override;
  Result<Entry> entry(const std::string& path) override;
  Result<std::string> read(const std::string& path, std::uint64_t offset,
                           std::size_t length) override;
  Result<std::unique_ptr<ReadFile>> open(const std::string& path) override;
  Result<FileStatus> status(const std::string& path) override;
  Result<std::string> resolve(const std::string& path) override;
  Result<void> replace(const std::string& path,
                       std::string_view bytes) override;
  Result<void> rename(const std::string& from, const std::string& to) override;
  Result<void> remove(const std::string& path) override;
  std::unique_ptr<DirectoryLock> lock_directory(
      const std::string& path) override;
  Result<std::unique_ptr<Watcher>> make_watcher() override;

 private:
  class Faults;
  class File;
  class OpenFile;

  FileSystem& below_;
  std::shared_ptr<Faults> faults_;
};

}  // namespace stepline::storage
