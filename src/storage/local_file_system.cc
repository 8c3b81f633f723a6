#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "storage/descriptor.h"
#include "storage/file_system.h"
#include "storage/io_error.h"
#include "storage/posix_io.h"

namespace stepline::storage {
namespace {

using posix::retry_interrupted;

Descriptor open_file(const std::string& path, int flags) {
  constexpr mode_t kModeBeforeUmask = 0666;
  return Descriptor(retry_interrupted([&] {
    return ::open(path.c_str(), flags | O_CLOEXEC, kModeBeforeUmask);
  }));
}

std::string parent_of(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

bool is_directory(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// 0, or the errno that says why not.
int make_directories_or_errno(const std::string& path) {
  constexpr mode_t kModeBeforeUmask = 0777;
  const auto make = [&] {
    return ::mkdir(path.c_str(), kModeBeforeUmask) == 0 ? 0 : errno;
  };
  int error = make();
  if (error == ENOENT && parent_of(path) != path) {
    error = make_directories_or_errno(parent_of(path));
    if (error == 0) error = make();
  }
  if (error == 0 || is_directory(path)) return 0;
  return error == EEXIST ? ENOTDIR : error;
}

class LocalAppendFile final : public AppendFile {
 public:
  LocalAppendFile(Descriptor file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {
    ::fstat(file_.get(), &created_);
    struct stat named {};
    counts_links_ = created_.st_nlink > 0 ||
                    ::stat(path_.c_str(), &named) != 0 || !is_ours(named);
  }

  Result<std::size_t> append(std::string_view bytes) override {
    if (auto opened = reopen(); !opened) return opened.error();
    const ssize_t written = posix::write_some(file_.get(), bytes);
    if (written == -1) return io_error("append to", path_, errno);
    return static_cast<std::size_t>(written);
  }

  Result<void> sync() override {
    if (auto opened = reopen(); !opened) return opened;
    sync_name();
    if (retry_interrupted([&] { return ::fsync(file_.get()); }) == 0) return {};
    return io_error("sync", path_, errno);
  }

  Result<void> truncate(std::uint64_t size) override {
    if (auto opened = reopen(); !opened) return opened;
    if (retry_interrupted([&] {
          return ::ftruncate(file_.get(), static_cast<off_t>(size));
        }) == 0) {
      return {};
    }
    return io_error("truncate", path_, errno);
  }

  // Some network file systems never count links; there an open file is taken
  // to be where it was.
  bool linked() const override {
    struct stat status {};
    if (!file_.is_open()) {
      return ::stat(path_.c_str(), &status) == 0 && is_ours(status);
    }
    if (::fstat(file_.get(), &status) != 0) return true;
    return status.st_nlink > 0 || !counts_links_;
  }

  void release() override { Descriptor closed = std::move(file_); }

 private:
  bool is_ours(const struct stat& status) const {
    return status.st_dev == created_.st_dev && status.st_ino == created_.st_ino;
  }

  Result<void> reopen() {
    if (file_.is_open()) return {};
    Descriptor file = open_file(path_, O_WRONLY | O_APPEND);
    if (!file.is_open()) return io_error("append to", path_, errno);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0 || !is_ours(status))
      return io_error("append to", path_, ENOENT);
    file_ = std::move(file);
    return {};
  }

  // A new name is safe only when its directory is.
  void sync_name() {
    if (std::exchange(name_synced_, true)) return;
    const Descriptor parent =
        open_file(parent_of(path_), O_RDONLY | O_DIRECTORY);
    if (parent.is_open()) ::fsync(parent.get());
  }

  Descriptor file_;
  std::string path_;
  struct stat created_ {};
  bool counts_links_;
  bool name_synced_ = false;
};

FileStatus status_of(const struct stat& status) {
  return {.device = static_cast<std::uint64_t>(status.st_dev),
          .inode = static_cast<std::uint64_t>(status.st_ino),
          .bytes = static_cast<std::uint64_t>(status.st_size),
          .modified_nanos = std::int64_t{status.st_mtim.tv_sec} * 1000000000 +
                            status.st_mtim.tv_nsec};
}

// A regular file, or the errno that says why not. Without O_NONBLOCK a pipe
// would hold us until somebody writes to it.
Descriptor open_regular(const std::string& path, struct stat& status,
                        int& error) {
  Descriptor file = open_file(path, O_RDONLY | O_NONBLOCK);
  error = 0;
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
    error = errno;
  } else if (!S_ISREG(status.st_mode)) {
    error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  }
  return file;
}

class LocalReadFile final : public ReadFile {
 public:
  LocalReadFile(Descriptor file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<char> to) override {
    constexpr auto kLast =
        std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    if (offset > kLast || to.size() > kLast - offset) return std::size_t{0};
    const ssize_t got = posix::read_fully(file_.get(), to.data(), to.size(),
                                          static_cast<off_t>(offset));
    if (got == -1) return io_error("read", path_, errno);
    return static_cast<std::size_t>(got);
  }

  Result<FileStatus> status() override {
    struct stat status {};
    if (::fstat(file_.get(), &status) == 0) return status_of(status);
    return io_error("read", path_, errno);
  }

  std::string_view name() const override { return path_; }

 private:
  Descriptor file_;
  std::string path_;
};

Entry entry_of(std::string name, const struct stat& status) {
  if (S_ISDIR(status.st_mode)) {
    return {std::move(name), Entry::Kind::Directory, 0};
  }
  if (!S_ISREG(status.st_mode)) return {std::move(name), Entry::Kind::Other, 0};
  return {std::move(name), Entry::Kind::File,
          static_cast<std::uint64_t>(status.st_size)};
}

// nullopt when it has gone since its name was read.
std::optional<Entry> entry_of(int directory, const dirent& item) {
  if (item.d_type == DT_DIR) {
    return Entry{item.d_name, Entry::Kind::Directory, 0};
  }
  struct stat status {};
  bool is_link = item.d_type == DT_LNK;
  if (item.d_type == DT_UNKNOWN &&
      ::fstatat(directory, item.d_name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
    is_link = S_ISLNK(status.st_mode);
  }
  Entry entry{item.d_name, Entry::Kind::Other, 0};
  if (::fstatat(directory, item.d_name, &status, 0) == 0) {
    entry = entry_of(item.d_name, status);
  } else if (errno == ENOENT && !is_link) {
    return std::nullopt;
  }
  entry.is_link = is_link;
  return entry;
}

// A file beside the one it will become, under a name that no reader of log
// directories takes for its own.
struct TemporaryFile {
  std::string path;
  Descriptor file;
};

TemporaryFile create_temporary_in(const std::string& directory) {
  static std::atomic<unsigned> counter{0};
  while (true) {
    std::string path = directory + "/.stepline-" + std::to_string(::getpid()) +
                       "-" + std::to_string(counter++) + ".tmp";
    Descriptor file = open_file(path, O_CREAT | O_EXCL | O_WRONLY);
    if (file.is_open() || errno != EEXIST) {
      return {std::move(path), std::move(file)};
    }
  }
}

// Hastens new names there; not every file system can do it.
void sync_directory(const std::string& directory) {
  const Descriptor opened = open_file(directory, O_RDONLY | O_DIRECTORY);
  if (opened.is_open()) ::fsync(opened.get());
}

// 0, or the errno that says why not; then the temporary file is gone.
int replace_or_errno(const std::string& path, std::string_view bytes) {
  const std::string directory = parent_of(path);
  TemporaryFile temporary = create_temporary_in(directory);
  if (!temporary.file.is_open()) return errno;
  const int fd = temporary.file.get();
  if (posix::write_fully(fd, bytes) != 0 ||
      retry_interrupted([&] { return ::fsync(fd); }) != 0 ||
      ::rename(temporary.path.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.path.c_str());
    return error;
  }
  sync_directory(directory);
  return 0;
}

class LocalFileSystem final : public FileSystem {
 public:
  Result<std::unique_ptr<AppendFile>> create(const std::string& path) override {
    Descriptor file = open_file(path, O_CREAT | O_EXCL | O_WRONLY | O_APPEND);
    if (file.is_open()) {
      return std::unique_ptr<AppendFile>(
          std::make_unique<LocalAppendFile>(std::move(file), path));
    }
    if (errno == EEXIST) return std::unique_ptr<AppendFile>();
    return io_error("create", path, errno);
  }

  Result<void> make_directories(const std::string& path) override {
    const int error = make_directories_or_errno(path.empty() ? "." : path);
    if (error == 0) return {};
    return io_error("make directory", path, error);
  }

  Result<std::vector<Entry>> list(const std::string& path) override {
    DIR* const directory = ::opendir(path.c_str());
    if (directory == nullptr) return io_error("list", path, errno);
    const std::unique_ptr<DIR, int (*)(DIR*)> closer(directory, ::closedir);
    std::vector<Entry> entries;
    errno = 0;
    while (const dirent* item = ::readdir(directory)) {
      const std::string_view name = item->d_name;
      if (name != "." && name != "..") {
        std::optional<Entry> entry = entry_of(::dirfd(directory), *item);
        if (entry) entries.push_back(std::move(*entry));
      }
      errno = 0;
    }
    if (errno != 0) return io_error("list", path, errno);
    return entries;
  }

  Result<Entry> entry(const std::string& path) override {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
      return io_error("look at", path, errno);
    }
    const bool is_link = S_ISLNK(status.st_mode);
    if (is_link) ::stat(path.c_str(), &status);
    Entry entry = entry_of(path.substr(path.rfind('/') + 1), status);
    entry.is_link = is_link;
    return entry;
  }

  Result<std::string> read(const std::string& path, std::uint64_t offset,
                           std::size_t length) override {
    struct stat status {};
    int error = 0;
    const Descriptor file = open_regular(path, status, error);
    if (error != 0) return io_error("read", path, error);
    // No more memory than there is file, whatever length was asked for.
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (offset >= size) return std::string();
    std::string bytes(std::min<std::uint64_t>(length, size - offset), '\0');
    const ssize_t got = posix::read_fully(
        file.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got == -1) return io_error("read", path, errno);
    bytes.resize(static_cast<std::size_t>(got));
    return bytes;
  }

  Result<std::unique_ptr<ReadFile>> open(const std::string& path) override {
    struct stat status {};
    int error = 0;
    Descriptor file = open_regular(path, status, error);
    if (error != 0) return io_error("open", path, error);
    return std::unique_ptr<ReadFile>(
        std::make_unique<LocalReadFile>(std::move(file), path));
  }

  Result<FileStatus> status(const std::string& path) override {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) return status_of(status);
    return io_error("look at", path, errno);
  }

  Result<std::string> resolve(const std::string& path) override {
    const std::unique_ptr<char, decltype(&::free)> real(
        ::realpath(path.c_str(), nullptr), &::free);
    if (real != nullptr) return std::string(real.get());
    return io_error("look at", path, errno);
  }

  Result<void> replace(const std::string& path,
                       std::string_view bytes) override {
    const int error = replace_or_errno(path, bytes);
    if (error == 0) return {};
    return io_error("replace", path, error);
  }

  Result<void> rename(const std::string& from, const std::string& to) override {
    struct stat replaced {};
    if (::stat(to.c_str(), &replaced) == 0) {
      ::chmod(from.c_str(), replaced.st_mode & 07777);
    }
    if (::rename(from.c_str(), to.c_str()) != 0) {
      return io_error("rename", from, errno);
    }
    sync_directory(parent_of(to));
    return {};
  }

  Result<void> remove(const std::string& path) override {
    if (::unlink(path.c_str()) == 0) return {};
    return io_error("remove", path, errno);
  }

  std::unique_ptr<DirectoryLock> lock_directory(
      const std::string& path) override {
    return lock_local_directory(path);
  }

  Result<std::unique_ptr<Watcher>> make_watcher() override {
    return make_inotify_watcher();
  }
};

}  // namespace

FileSystem& local_file_system() {
  // Never destroyed: a writer may outlive every static object.
  static FileSystem* const file_system = new LocalFileSystem;
  return *file_system;
}

}  // namespace stepline::storage
