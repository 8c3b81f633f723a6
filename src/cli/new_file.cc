#include "cli/new_file.h"

#include <unistd.h>

#include <cstddef>
#include <utility>

#include "record/record_writer.h"

namespace stepline::cli {
namespace {

constexpr std::size_t kBufferBytes = 1 << 20;

}  // namespace

NewFile::NewFile(storage::FileSystem& files, std::string path,
                 Existing existing)
    : files_(files), path_(std::move(path)), existing_(existing) {}

Result<std::unique_ptr<NewFile>> NewFile::create(storage::FileSystem& files,
                                                 std::string path,
                                                 Existing existing) {
  std::unique_ptr<NewFile> made(new NewFile(files, std::move(path), existing));
  if (auto free = made->check_free(); !free) return free.error();
  const std::string directory =
      made->path_.substr(0, made->path_.rfind('/') + 1);
  for (int number = 0; made->file_ == nullptr; ++number) {
    made->hidden_path_ = directory + ".stepline-" + std::to_string(::getpid()) +
                         "-" + std::to_string(number) + ".new";
    auto created = files.create(made->hidden_path_);
    if (!created) return created.error();
    made->file_ = std::move(*created);
  }
  return made;
}

NewFile::~NewFile() {
  if (file_ == nullptr) return;
  file_.reset();
  files_.remove(hidden_path_);
}

Result<void> NewFile::append_record(std::string_view payload) {
  const std::size_t before = buffer_.size();
  record::append_record(buffer_, payload);
  bytes_ += buffer_.size() - before;
  if (buffer_.size() < kBufferBytes) return {};
  return flush();
}

Result<void> NewFile::finish() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (auto synced = file_->sync(); !synced) return synced;
  if (auto free = check_free(); !free) return free;
  auto renamed = files_.rename(hidden_path_, path_);
  if (renamed) file_.reset();
  return renamed;
}

Result<void> NewFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const auto written = file_->append(rest);
    if (!written) return written.error();
    rest.remove_prefix(*written);
  }
  buffer_.clear();
  return {};
}

Result<void> NewFile::check_free() const {
  if (existing_ == Existing::Replace) return {};
  const auto status = files_.status(path_);
  if (!status && status.error().code == ErrorCode::NotFound) return {};
  if (!status) return status.error();
  return Error{ErrorCode::Io,
               "there is something of that name already: \"" + path_ + "\""};
}

}  // namespace stepline::cli
