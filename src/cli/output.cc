#include "cli/output.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>

namespace stepline::cli {
namespace {

constexpr std::size_t kBufferBytes = 64 << 10;

// SIGPIPE may have been ignored by whoever started us.
void end_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

}  // namespace

Output::Output(std::FILE* file)
    : file_(file), buffer_(own_), terminal_(terminal_of(file)) {}

Output::Output(std::string& to, Terminal terminal)
    : file_(nullptr), buffer_(to), terminal_(terminal) {}

Output::~Output() { flush_buffer(); }

void Output::write(std::string_view text) {
  buffer_ += text;
  if (file_ != nullptr && buffer_.size() >= kBufferBytes) flush_buffer();
}

std::string Output::paint(std::string_view text, Colour colour) const {
  return coloured(text, terminal_.colours ? colour : Colour::Plain);
}

Result<void> Output::flush() {
  flush_buffer();
  if (error_ == 0) return {};
  return Error{ErrorCode::Io, std::string("cannot write to standard output: ") +
                                  std::strerror(error_)};
}

void Output::flush_buffer() {
  if (file_ == nullptr || buffer_.empty()) return;
  errno = 0;
  const bool written =
      std::fwrite(buffer_.data(), 1, buffer_.size(), file_) == buffer_.size() &&
      std::fflush(file_) == 0;
  buffer_.clear();
  if (written) return;
  if (errno == EPIPE && file_ == stdout) end_by_sigpipe();
  if (error_ == 0) error_ = errno == 0 ? EIO : errno;
}

}  // namespace stepline::cli
