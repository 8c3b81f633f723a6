#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "storage/file_system.h"

namespace stepline::reader {

// Another file system, unchanged; tests override what they want to differ.
class WrappedFileSystem : public storage::FileSystem {
 public:
  explicit WrappedFileSystem(storage::FileSystem& below) : below_(below) {}

  Result<std::unique_ptr<storage::AppendFile>> create(
      const std::string& path) override {
    return below_.create(path);
  }
  Result<void> make_directories(const std::string& path) override {
    return below_.make_directories(path);
  }
  Result<std::vector<storage::Entry>> list(const std::string& path) override {
    return below_.list(path);
  }
  Result<storage::Entry> entry(const std::string& path) override {
    return below_.entry(path);
  }
  Result<std::string> read(const std::string& path, std::uint64_t offset,
                           std::size_t length) override {
    return below_.read(path, offset, length);
  }
  Result<std::unique_ptr<storage::ReadFile>> open(
      const std::string& path) override {
    return below_.open(path);
  }
  Result<storage::FileStatus> status(const std::string& path) override {
    return below_.status(path);
  }
  Result<std::string> resolve(const std::string& path) override {
    return below_.resolve(path);
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    return below_.rename(from, to);
  }
  Result<void> replace(const std::string& path,
                       std::string_view bytes) override {
    return below_.replace(path, bytes);
  }
  Result<void> remove(const std::string& path) override {
    return below_.remove(path);
  }
  Result<std::unique_ptr<storage::Watcher>> make_watcher() override {
    return below_.make_watcher();
  }

 private:
  storage::FileSystem& below_;
};

}  // namespace stepline::reader
