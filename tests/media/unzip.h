#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/deflater.h"
#include "base/inflate.h"

namespace stepline::media {

// The files of an archive, read through its table of contents, each compared
// with what stands before its content; throws where something is amiss. Only
// archives without the fields for large ones.
class Unzip {
 public:
  explicit Unzip(std::string archive) : archive_(std::move(archive)) {
    const std::size_t end = archive_.size() - 22;
    expect(number(end, 4) == 0x06054b50, "no end");
    std::size_t at = number(end + 16, 4);
    for (std::uint64_t i = number(end + 10, 2); i > 0; --i) at = take(at);
    expect(at == end, "the table has another length");
  }

  const std::map<std::string, std::string>& files() const { return files_; }

 private:
  static void expect(bool truth, const char* what) {
    if (!truth) throw std::runtime_error(what);
  }
  std::uint64_t number(std::size_t at, std::size_t bytes) const {
    expect(at + bytes <= archive_.size(), "outside");
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(archive_[at + i]);
    }
    return value;
  }

  std::size_t take(std::size_t at) {
    expect(number(at, 4) == 0x02014b50, "no entry");
    const std::uint64_t method = number(at + 10, 2);
    const std::uint64_t checksum = number(at + 16, 4);
    const std::uint64_t packed = number(at + 20, 4);
    const std::uint64_t size = number(at + 24, 4);
    const std::uint64_t name_size = number(at + 28, 2);
    const std::string name = archive_.substr(at + 46, name_size);
    const std::size_t local = number(at + 42, 4);
    expect(number(local, 4) == 0x04034b50, "no header");
    expect(number(local + 8, 2) == method, "another method");
    expect(archive_.substr(local + 30, number(local + 26, 2)) == name,
           "another name");
    std::size_t content = local + 30 + name_size + number(local + 28, 2);
    const std::string_view raw =
        std::string_view(archive_).substr(content, packed);
    const std::string data = method == 0 ? std::string(raw) : inflate(raw);
    expect(data.size() == size && crc32(data) == checksum, "other content");
    if ((number(local + 6, 2) & 8) != 0) {
      content += packed;
      expect(number(content, 4) == 0x08074b50 &&
                 number(content + 4, 4) == checksum &&
                 number(content + 8, 4) == packed &&
                 number(content + 12, 4) == size,
             "other sizes behind the content");
    } else {
      expect(number(local + 14, 4) == checksum && number(local + 22, 4) == size,
             "other sizes before the content");
    }
    expect(files_.emplace(name, data).second, "a name twice");
    return at + 46 + name_size + number(at + 30, 2) + number(at + 32, 2);
  }

  std::string archive_;
  std::map<std::string, std::string> files_;
};

}  // namespace stepline::media
