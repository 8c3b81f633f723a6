#include "server/api/pattern.h"

#include <re2/re2.h>

#include "base/utf8.h"

namespace stepline::server {
namespace {

constexpr std::size_t kMaxBytes = 4096;
constexpr std::int64_t kMaxMemory = 8 << 20;

re2::StringPiece piece_of(std::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

Result<Pattern> Pattern::compile(std::string_view text) {
  if (text.size() > kMaxBytes) {
    return Error{ErrorCode::InvalidArgument,
                 "the pattern has " + std::to_string(text.size()) +
                     " bytes, want at most " + std::to_string(kMaxBytes)};
  }
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMaxMemory);
  auto compiled = std::make_shared<const RE2>(piece_of(text), options);
  if (!compiled->ok()) {
    return Error{ErrorCode::InvalidArgument,
                 "\"" + std::string(text) +
                     "\" is no regular expression: " + compiled->error()};
  }
  return Pattern(std::move(compiled));
}

bool Pattern::found_in(std::string_view text) const {
  if (!is_utf8(text)) return find_in(repair_utf8(text)).has_value();
  return find_in(text).has_value();
}

std::optional<Pattern::Place> Pattern::find_in(std::string_view text) const {
  re2::StringPiece found;
  if (!compiled_->Match(piece_of(text), 0, text.size(), RE2::UNANCHORED, &found,
                        1)) {
    return std::nullopt;
  }
  return Place{static_cast<std::size_t>(found.data() - text.data()),
               found.size()};
}

}  // namespace stepline::server
