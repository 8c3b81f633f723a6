#include "storage/file_source.h"

#include <algorithm>
#include <utility>

namespace stepline::storage {

FileSource::FileSource(FileSystem& file_system, std::string path)
    : file_system_(file_system), path_(std::move(path)) {}

Result<std::size_t> FileSource::read(std::uint64_t offset, std::span<char> to) {
  const auto bytes = file_system_.read(path_, offset, to.size());
  if (!bytes) return bytes.error();
  std::ranges::copy(*bytes, to.begin());
  return bytes->size();
}

}  // namespace stepline::storage
