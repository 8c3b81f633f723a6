#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::cli {

// A file that is there only when it is complete: written beside its place
// under a hidden name that no reader of logs takes for its own, and renamed at
// the end. Without finish() nothing stays.
class NewFile {
 public:
  enum class Existing { Refuse, Replace };

  // `files` must outlive it.
  static Result<std::unique_ptr<NewFile>> create(storage::FileSystem& files,
                                                 std::string path,
                                                 Existing existing);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  // Appends a record with this payload.
  Result<void> append_record(std::string_view payload);

  // Writes what is buffered, makes it safe and gives the file its name.
  Result<void> finish();

  std::uint64_t bytes() const { return bytes_; }

 private:
  NewFile(storage::FileSystem& files, std::string path, Existing existing);
  Result<void> flush();
  Result<void> check_free() const;

  storage::FileSystem& files_;
  const std::string path_;
  const Existing existing_;
  std::string hidden_path_;
  std::unique_ptr<storage::AppendFile> file_;
  std::string buffer_;
  std::uint64_t bytes_ = 0;
};

}  // namespace stepline::cli
