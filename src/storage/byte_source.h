#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::storage {

// Bytes that may still be growing, read from any offset: one file, mostly. Not
// thread-safe.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Fills a prefix of `to` with the bytes from `offset` on and returns its
  // length, which is 0 only where the source ends now; later there may be more.
  virtual Result<std::size_t> read(std::uint64_t offset,
                                   std::span<char> to) = 0;

  // For messages: the path.
  virtual std::string_view name() const = 0;
};

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
