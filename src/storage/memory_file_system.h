#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "storage/file_system.h"

namespace stepline::storage {

// Files in memory, for tests: the same behaviour as the machine's own files
// without a disk. "/" and "." exist from the start. Thread-safe; files it
// created may outlive it.
class MemoryFileSystem final : public FileSystem {
 public:
  MemoryFileSystem();

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

  // What a file holds now; empty when there is none.
  std::string content(const std::string& path) const;

  // Paths of all files, sorted.
  std::vector<std::string> files() const;

  // Deletes a directory and everything below it, as `rm -r` does.
  void remove_tree(const std::string& path);

 private:
  struct State;
  class File;
  class OpenFile;

  std::shared_ptr<State> state_;
};

}  // namespace stepline::storage
