#include "storage/memory_file_system.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <utility>

#include "base/path.h"
#include "storage/io_error.h"

namespace stepline::storage {
namespace {

struct Node {
  std::string bytes;
  bool linked = true;
  std::uint64_t inode = 0;
  std::int64_t changes = 0;  // Stands for the time of the last change.

  FileStatus status() const {
    return {.device = 1,
            .inode = inode,
            .bytes = bytes.size(),
            .modified_nanos = changes};
  }
};

// "a//b/" and "./a/b" are "a/b".
std::string normal(const std::string& path) {
  std::string result;
  for (const char c : path) {
    if (c == '/' && !result.empty() && result.back() == '/') continue;
    result += c;
  }
  if (result.size() > 1 && result.back() == '/') result.pop_back();
  if (result.starts_with("./")) result.erase(0, 2);
  return result.empty() ? "." : result;
}

}  // namespace

struct MemoryFileSystem::State {
  std::mutex mutex;  // Guards everything here, the nodes included.
  std::map<std::string, std::shared_ptr<Node>> files;
  std::map<std::string, std::uint64_t> directories{{"/", 1}, {".", 2}};
  std::uint64_t last_inode = 2;

  std::shared_ptr<Node> make_node(std::string bytes) {
    return std::make_shared<Node>(
        Node{.bytes = std::move(bytes), .inode = ++last_inode});
  }

  // Errno for a file that would be made at this path; 0 when it can be.
  int refusal(const std::string& path) const {
    if (directories.contains(path)) return EISDIR;
    if (files.contains(directory_of(path))) return ENOTDIR;
    return directories.contains(directory_of(path)) ? 0 : ENOENT;
  }
};

class MemoryFileSystem::File final : public AppendFile {
 public:
  File(std::shared_ptr<State> state, std::shared_ptr<Node> node,
       std::string path)
      : state_(std::move(state)),
        node_(std::move(node)),
        path_(std::move(path)) {}

  Result<std::size_t> append(std::string_view bytes) override {
    const std::lock_guard lock(state_->mutex);
    node_->bytes.append(bytes);
    ++node_->changes;
    return bytes.size();
  }

  Result<void> sync() override { return {}; }

  Result<void> truncate(std::uint64_t size) override {
    const std::lock_guard lock(state_->mutex);
    if (size > node_->bytes.size()) return io_error("truncate", path_, EINVAL);
    node_->bytes.resize(size);
    ++node_->changes;
    return {};
  }

  bool linked() const override {
    const std::lock_guard lock(state_->mutex);
    return node_->linked;
  }

 private:
  std::shared_ptr<State> state_;
  std::shared_ptr<Node> node_;
  std::string path_;
};

class MemoryFileSystem::OpenFile final : public ReadFile {
 public:
  OpenFile(std::shared_ptr<State> state, std::shared_ptr<Node> node,
           std::string path)
      : state_(std::move(state)),
        node_(std::move(node)),
        path_(std::move(path)) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<char> to) override {
    const std::lock_guard lock(state_->mutex);
    if (offset >= node_->bytes.size()) return std::size_t{0};
    return node_->bytes.copy(to.data(), to.size(), offset);
  }
  Result<FileStatus> status() override {
    const std::lock_guard lock(state_->mutex);
    return node_->status();
  }
  std::string_view name() const override { return path_; }

 private:
  std::shared_ptr<State> state_;
  std::shared_ptr<Node> node_;
  std::string path_;
};

MemoryFileSystem::MemoryFileSystem() : state_(std::make_shared<State>()) {}

Result<std::unique_ptr<AppendFile>> MemoryFileSystem::create(
    const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  const std::string key = normal(path);
  const int error = state_->refusal(key);
  if (error == EISDIR || state_->files.contains(key)) {
    return std::unique_ptr<AppendFile>();
  }
  if (error != 0) return io_error("create", path, error);
  auto node = state_->make_node({});
  state_->files.emplace(key, node);
  return std::unique_ptr<AppendFile>(
      std::make_unique<File>(state_, std::move(node), path));
}

Result<void> MemoryFileSystem::make_directories(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  std::vector<std::string> missing;
  std::string at = normal(path);
  for (; !state_->directories.contains(at); at = directory_of(at)) {
    if (state_->files.contains(at)) {
      return io_error("make directory", path, ENOTDIR);
    }
    missing.push_back(at);
  }
  for (const std::string& directory : missing) {
    state_->directories.emplace(directory, ++state_->last_inode);
  }
  return {};
}

Result<std::vector<Entry>> MemoryFileSystem::list(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  const std::string key = normal(path);
  if (state_->files.contains(key)) return io_error("list", path, ENOTDIR);
  if (!state_->directories.contains(key)) return io_error("list", path, ENOENT);
  std::vector<Entry> entries;
  for (const auto& [file, node] : state_->files) {
    if (directory_of(file) != key) continue;
    entries.push_back(
        {std::string(base_name(file)), Entry::Kind::File, node->bytes.size()});
  }
  for (const auto& [directory, inode] : state_->directories) {
    if (directory == "/" || directory == "." ||
        directory_of(directory) != key) {
      continue;
    }
    entries.push_back(
        {std::string(base_name(directory)), Entry::Kind::Directory, 0});
  }
  return entries;
}

Result<Entry> MemoryFileSystem::entry(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  const std::string key = normal(path);
  const std::string name(base_name(key));
  if (state_->directories.contains(key)) {
    return Entry{name, Entry::Kind::Directory, 0};
  }
  const auto file = state_->files.find(key);
  if (file == state_->files.end()) return io_error("look at", path, ENOENT);
  return Entry{name, Entry::Kind::File, file->second->bytes.size()};
}

Result<std::string> MemoryFileSystem::read(const std::string& path,
                                           std::uint64_t offset,
                                           std::size_t length) {
  const std::lock_guard lock(state_->mutex);
  const std::string key = normal(path);
  if (state_->directories.contains(key)) return io_error("read", path, EISDIR);
  const auto found = state_->files.find(key);
  if (found == state_->files.end()) return io_error("read", path, ENOENT);
  const std::string& bytes = found->second->bytes;
  if (offset >= bytes.size()) return std::string();
  return bytes.substr(offset, length);
}

Result<std::unique_ptr<ReadFile>> MemoryFileSystem::open(
    const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  const std::string key = normal(path);
  if (state_->directories.contains(key)) return io_error("open", path, EISDIR);
  const auto found = state_->files.find(key);
  if (found == state_->files.end()) return io_error("open", path, ENOENT);
  return std::unique_ptr<ReadFile>(
      std::make_unique<OpenFile>(state_, found->second, path));
}

Result<FileStatus> MemoryFileSystem::status(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  const std::string key = normal(path);
  const auto file = state_->files.find(key);
  if (file != state_->files.end()) return file->second->status();
  const auto directory = state_->directories.find(key);
  if (directory == state_->directories.end()) {
    return io_error("look at", path, ENOENT);
  }
  return FileStatus{.device = 1, .inode = directory->second};
}

Result<std::string> MemoryFileSystem::resolve(const std::string& path) {
  const auto found = status(path);
  if (!found) return found.error();
  return normal(path);
}

Result<void> MemoryFileSystem::replace(const std::string& path,
                                       std::string_view bytes) {
  const std::lock_guard lock(state_->mutex);
  const std::string key = normal(path);
  const int error = state_->refusal(key);
  if (error != 0) return io_error("replace", path, error);
  std::shared_ptr<Node>& node = state_->files[key];
  if (node != nullptr) node->linked = false;
  node = state_->make_node(std::string(bytes));
  return {};
}

Result<void> MemoryFileSystem::rename(const std::string& from,
                                      const std::string& to) {
  const std::lock_guard lock(state_->mutex);
  const std::string old_key = normal(from);
  const std::string new_key = normal(to);
  const auto found = state_->files.find(old_key);
  if (found == state_->files.end()) return io_error("rename", from, ENOENT);
  const int error = state_->refusal(new_key);
  if (error != 0) return io_error("rename", from, error);
  if (old_key == new_key) return {};
  std::shared_ptr<Node> node = std::move(found->second);
  state_->files.erase(found);
  std::shared_ptr<Node>& place = state_->files[new_key];
  if (place != nullptr) place->linked = false;
  place = std::move(node);
  return {};
}

Result<void> MemoryFileSystem::remove(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  const std::string key = normal(path);
  if (state_->directories.contains(key)) {
    return io_error("remove", path, EISDIR);
  }
  const auto found = state_->files.find(key);
  if (found == state_->files.end()) return io_error("remove", path, ENOENT);
  found->second->linked = false;
  state_->files.erase(found);
  return {};
}

std::string MemoryFileSystem::content(const std::string& path) const {
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->files.find(normal(path));
  return found == state_->files.end() ? std::string() : found->second->bytes;
}

std::vector<std::string> MemoryFileSystem::files() const {
  const std::lock_guard lock(state_->mutex);
  std::vector<std::string> paths;
  for (const auto& [path, node] : state_->files) paths.push_back(path);
  return paths;
}

void MemoryFileSystem::remove_tree(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  const std::string key = normal(path);
  const auto inside = [&](const std::string& other) {
    return other == key || other.starts_with(key + "/");
  };
  std::erase_if(state_->files, [&](const auto& file) {
    if (!inside(file.first)) return false;
    file.second->linked = false;
    return true;
  });
  std::erase_if(state_->directories, [&](const auto& directory) {
    return inside(directory.first) && directory.first != "/" &&
           directory.first != ".";
  });
}

}  // namespace stepline::storage
