#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::cli {

// A new file, written in large pieces. The first error is kept and returned by
// finish(), which must be called. Not thread-safe.
class FileWriter {
 public:
  // Makes the directories above it. A file of this name that is there already
  // is removed first if `overwrite`, and otherwise an Io error.
  static Result<FileWriter> create(storage::FileSystem& files,
                                   const std::string& path, bool overwrite);

  void write(std::string_view bytes);
  Result<void> finish();

  std::uint64_t bytes() const { return bytes_; }

 private:
  explicit FileWriter(std::unique_ptr<storage::AppendFile> file)
      : file_(std::move(file)) {}
  void append(std::string_view bytes);

  std::unique_ptr<storage::AppendFile> file_;
  std::string buffer_;
  std::uint64_t bytes_ = 0;
  Result<void> status_;
};

}  // namespace stepline::cli
