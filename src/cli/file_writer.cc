#include "cli/file_writer.h"

#include <utility>

namespace stepline::cli {
namespace {

constexpr std::size_t kBufferBytes = 256 << 10;

}  // namespace

Result<FileWriter> FileWriter::create(storage::FileSystem& files,
                                      const std::string& path, bool overwrite) {
  const std::size_t slash = path.rfind('/');
  if (slash != std::string::npos && slash > 0) {
    const auto made = files.make_directories(path.substr(0, slash));
    if (!made) return made.error();
  }
  auto file = files.create(path);
  if (file && *file == nullptr && overwrite) {
    const auto removed = files.remove(path);
    if (!removed) return removed.error();
    file = files.create(path);
  }
  if (!file) return file.error();
  if (*file == nullptr) {
    return Error{ErrorCode::Io, "the file exists already: \"" + path + "\""};
  }
  return FileWriter(*std::move(file));
}

void FileWriter::write(std::string_view bytes) {
  bytes_ += bytes.size();
  if (buffer_.size() + bytes.size() < kBufferBytes) {
    buffer_ += bytes;
    return;
  }
  append(buffer_);
  buffer_.clear();
  append(bytes);
}

void FileWriter::append(std::string_view bytes) {
  while (status_ && !bytes.empty()) {
    const auto taken = file_->append(bytes);
    if (!taken) {
      status_ = taken.error();
    } else {
      bytes.remove_prefix(*taken);
    }
  }
}

Result<void> FileWriter::finish() {
  append(buffer_);
  buffer_.clear();
  file_.reset();
  return status_;
}

}  // namespace stepline::cli
