#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/result.h"
#include "storage/byte_source.h"
#include "storage/directory_lock.h"
#include "storage/watcher.h"

namespace stepline::storage {

// A file open for appending. Closed by its destructor. Not thread-safe.
class AppendFile {
 public:
  virtual ~AppendFile() = default;

  // Appends a prefix of `bytes` and returns its length, which is at least 1
  // unless `bytes` is empty. A shorter one means that the rest did not fit
  // now; calling again with the rest says why. Interruptions by signals are
  // not seen here.
  virtual Result<std::size_t> append(std::string_view bytes) = 0;

  // Returns when what was appended would survive a crash of the machine.
  virtual Result<void> sync() = 0;

  // Cuts the file to `size` bytes, not more than it has.
  virtual Result<void> truncate(std::uint64_t size) = 0;

  // False when the file has been deleted under us: appending would succeed,
  // and nobody would ever read it.
  virtual bool linked() const = 0;

  // Gives back what is scarce (a descriptor) until the next use.
  virtual void release() {}
};

// What tells a file from another one of the same name, and whether it changed.
struct FileStatus {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int64_t modified_nanos = 0;  // Since the epoch.
  bool operator==(const FileStatus&) const = default;

  bool same_file(const FileStatus& other) const {
    return device == other.device && inode == other.inode;
  }
};

// A file open for reading. Closed by its destructor. Not thread-safe.
class ReadFile : public ByteSource {
 public:
  virtual Result<FileStatus> status() = 0;
};

struct Entry {
  enum class Kind { File, Directory, Other };
  std::string name;      // Without the directory; any bytes.
  Kind kind;             // Links followed; Other when one leads nowhere.
  std::uint64_t bytes;   // Of a file.
  bool is_link = false;  // A symbolic one.
};

// Where the bytes of log directories live. Paths use "/". Everything above
// this interface is free of system calls, so a test can put memory or faults
// below it. Thread-safe.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // Creates an empty file for appending; its directory must exist. Returns
  // nullptr when the name is taken: an existing file is never opened, so two
  // writers can neither share nor truncate one.
  virtual Result<std::unique_ptr<AppendFile>> create(
      const std::string& path) = 0;

  // Makes the directory and its parents; fine if they exist, also when several
  // processes try at once.
  virtual Result<void> make_directories(const std::string& path) = 0;

  // Entries of a directory, in no particular order.
  virtual Result<std::vector<Entry>> list(const std::string& path) = 0;

  // One of them, as list() of its directory gives it.
  virtual Result<Entry> entry(const std::string& path) = 0;

  // Up to `length` bytes from `offset`; fewer at the end of the file.
  virtual Result<std::string> read(const std::string& path,
                                   std::uint64_t offset,
                                   std::size_t length) = 0;

  // Opens a regular file; anything else (a directory, a pipe) is an Io error,
  // and never waits for somebody at its other end.
  virtual Result<std::unique_ptr<ReadFile>> open(const std::string& path) = 0;

  // Of a regular file or a directory, links followed.
  virtual Result<FileStatus> status(const std::string& path) = 0;

  // The path of something that exists, absolute where the system has absolute
  // paths, without links, "." and "..": what tells whether it lies in a
  // directory.
  virtual Result<std::string> resolve(const std::string& path) = 0;

  // Makes `bytes` the content of the file. Whoever reads it meanwhile sees the
  // old content or the new one, never a part.
  virtual Result<void> replace(const std::string& path,
                               std::string_view bytes) = 0;

  // Gives the file `from` the name `to`, in the same directory. A file that has
  // that name already is replaced in one moment, and leaves its permissions.
  virtual Result<void> rename(const std::string& from,
                              const std::string& to) = 0;

  // Removes a file, not a directory. Whoever has it open keeps it.
  virtual Result<void> remove(const std::string& path) = 0;

  // For changing files in a directory in several steps; nullptr where there is
  // nothing to be had, and one can only go on without.
  virtual std::unique_ptr<DirectoryLock> lock_directory(const std::string&) {
    return nullptr;
  }

  // Tells of changes to these files; nullptr where nobody does.
  virtual Result<std::unique_ptr<Watcher>> make_watcher() {
    return std::unique_ptr<Watcher>();
  }
};

// The machine's own files. Lives as long as the process.
FileSystem& local_file_system();

}  // namespace stepline::storage
