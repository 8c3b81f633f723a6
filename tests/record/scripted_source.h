#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "storage/byte_source.h"

namespace stepline::record {

// A file that grows by script: it ends where the current piece ends, and each
// time a reader has met that end the next piece is there.
class ScriptedSource final : public storage::ByteSource {
 public:
  ScriptedSource() = default;
  explicit ScriptedSource(std::string bytes) : bytes_(std::move(bytes)) {}

  void script(std::deque<std::string> pieces) {
    bytes_ = pieces.front();
    pieces.pop_front();
    pieces_ = std::move(pieces);
  }
  void grow(std::string_view bytes) { bytes_ += bytes; }

  // The next read fails so.
  void fail_once(Error error) { error_ = std::move(error); }
  // A read gives at most so many bytes.
  void set_longest_read(std::size_t bytes) { longest_read_ = bytes; }
  // The most that was ever asked for at once.
  std::size_t most_asked() const { return most_asked_; }

  Result<std::size_t> read(std::uint64_t offset, std::span<char> to) override {
    most_asked_ = std::max(most_asked_, to.size());
    if (error_) return *std::exchange(error_, std::nullopt);
    if (offset >= bytes_.size()) {
      if (!pieces_.empty()) {
        bytes_ += pieces_.front();
        pieces_.pop_front();
      }
      return std::size_t{0};
    }
    return bytes_.copy(to.data(), std::min(to.size(), longest_read_), offset);
  }
  std::string_view name() const override { return "run/events"; }

 private:
  std::string bytes_;
  std::deque<std::string> pieces_;
  std::optional<Error> error_;
  std::size_t longest_read_ = ~std::size_t{0};
  std::size_t most_asked_ = 0;
};

}  // namespace stepline::record
