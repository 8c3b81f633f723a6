#pragma once

#include <unistd.h>

#include <utility>

namespace stepline::storage {

// Closes a file descriptor; -1 is none.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ != -1) ::close(fd_);
  }

  bool is_open() const { return fd_ != -1; }
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace stepline::storage
