#include "storage/posix_io.h"

namespace stepline::storage::posix {

ssize_t write_some(int fd, std::string_view bytes, WriteCall write) {
  if (bytes.empty()) return 0;
  const ssize_t written =
      retry_interrupted([&] { return write(fd, bytes.data(), bytes.size()); });
  if (written != 0) return written;
  errno = EIO;
  return -1;
}

int write_fully(int fd, std::string_view bytes, WriteCall write) {
  while (!bytes.empty()) {
    const ssize_t written = write_some(fd, bytes, write);
    if (written == -1) return -1;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

ssize_t read_fully(int fd, char* to, std::size_t length, off_t offset,
                   ReadCall read) {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t got = retry_interrupted([&] {
      return read(fd, to + done, length - done,
                  offset + static_cast<off_t>(done));
    });
    if (got == -1) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

}  // namespace stepline::storage::posix
