#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "storage/byte_source.h"
#include "storage/file_system.h"

namespace stepline::storage {

// One file of a file system, which must outlive the source. Holds no
// descriptor between reads.
class FileSource final : public ByteSource {
 public:
  FileSource(FileSystem& file_system, std::string path);

  Result<std::size_t> read(std::uint64_t offset, std::span<char> to) override;
  std::string_view name() const override { return path_; }

 private:
  FileSystem& file_system_;
  std::string path_;
};

}  // namespace stepline::storage
