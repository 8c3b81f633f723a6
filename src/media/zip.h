#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deflater.h"

namespace stepline::media {

// Writes a ZIP archive from beginning to end: what is ready goes to the end of
// `out`, which the caller may take away at any time. Kept is only the table of
// contents: some 60 bytes a file, and its name.
//
// Names are UTF-8, with "/" between directories; that they are safe is the
// caller's business. Archives and files beyond 4 GiB get the longer fields that
// some programs do not know; others do not. Not thread-safe.
class ZipWriter {
 public:
  explicit ZipWriter(double modified_secs);  // Of all files, since the epoch.

  // A file whose content is there, as it is: for what is compressed already.
  void add(const std::string& name, std::string_view content, std::string& out);

  // A file whose content comes piece by piece, compressed: begin(), write()s,
  // end(). `at_most` is more bytes than it can have.
  void begin(const std::string& name, std::uint64_t at_most, std::string& out);
  void write(std::string_view content, std::string& out);
  void end(std::string& out);

  void finish(std::string& out);

 private:
  struct Entry {
    std::string name;
    bool compressed = false;
    bool streamed = false;
    bool large = false;
    std::uint32_t checksum = 0;
    std::uint64_t packed_bytes = 0;
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;
  };

  void put_header(const Entry& entry, std::string& out) const;
  void put_contents(const Entry& entry, std::string& out) const;

  std::uint32_t modified_;  // Time and date as MS-DOS has them.
  std::vector<Entry> entries_;
  std::optional<Deflater> deflater_;  // Of the file that is open.
  std::uint64_t written_ = 0;
};

}  // namespace stepline::media
