#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

// System calls as the rest wants them: a signal handler running meanwhile
// (EINTR) is not seen. The calls themselves are parameters, so that a test can
// interrupt them and cut them short. Like them, these return -1 and set errno.
namespace stepline::storage::posix {

using WriteCall = ssize_t (*)(int, const void*, std::size_t);
using ReadCall = ssize_t (*)(int, void*, std::size_t, off_t);

template <class Call>
auto retry_interrupted(Call call) {
  decltype(call()) result;
  do {
    result = call();
  } while (result == -1 && errno == EINTR);
  return result;
}

// Writes a prefix of `bytes` and returns its length, at least 1 unless `bytes`
// is empty.
ssize_t write_some(int fd, std::string_view bytes, WriteCall write = ::write);

// Writes everything and returns 0.
int write_fully(int fd, std::string_view bytes, WriteCall write = ::write);

// Reads `length` bytes, or fewer at the end of the file, and returns how many.
ssize_t read_fully(int fd, char* to, std::size_t length, off_t offset,
                   ReadCall read = ::pread);

}  // namespace stepline::storage::posix
