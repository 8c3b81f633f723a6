#include "record/record_reader.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <span>
#include <utility>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "base/crc32c_short.h"

namespace stepline::record {
namespace {

constexpr std::size_t kChunkBytes = 256 << 10;

}  // namespace

Reader::Reader(storage::ByteSource& source, std::uint64_t offset,
               std::uint64_t max_payload_bytes)
    : source_(source),
      max_payload_bytes_(max_payload_bytes),
      offset_(offset),
      effort_(offset) {}

Result<std::optional<Reader::Record>> Reader::next() {
  const std::optional<Record> not_yet;
  if (state_ == State::TryingEnd || state_ == State::Searching) {
    const auto found = resynchronise();
    if (!found) return found.error();
    if (!*found) return not_yet;
  }
  auto filled = fill(kHeaderBytes);
  if (!filled) return filled.error();
  if (!*filled) return not_yet;
  const std::optional<std::uint64_t> length = header_at(0);
  if (!length) return header_error();

  const std::size_t total = kHeaderBytes + *length + kFooterBytes;
  filled = fill(total);
  if (!filled) return filled.error();
  if (!*filled) return not_yet;
  const std::string_view payload(data() + kHeaderBytes, *length);
  const auto got = load_le<std::uint32_t>(payload.data() + payload.size());
  const std::uint32_t want = masked_crc32c(payload);
  if (got != want) {
    state_ = State::BadPayload;
    return checksum_error("payload", got, want);
  }
  const std::optional<Record> record = Record{offset_, payload};
  skip(total);
  return record;
}

Result<bool> Reader::resynchronise() {
  if (state_ == State::BadPayload) state_ = State::TryingEnd;
  if (state_ == State::TryingEnd) {
    const auto decided = try_end();
    if (!decided || !*decided) return decided;
    if (state_ == State::InStep) return true;
  }
  state_ = State::Searching;
  return search();
}

// True when it is decided whether a record begins where the damaged one ends.
Result<bool> Reader::try_end() {
  const std::size_t total = kHeaderBytes + *header_at(0) + kFooterBytes;
  const auto filled = fill(total + kHeaderBytes);
  if (!filled || !*filled) return filled;
  const bool found = header_at(total).has_value();
  skip(!found && effort_.spend(offset_, total) ? 1 : total);
  state_ = found ? State::InStep : State::Searching;
  return true;
}

Result<bool> Reader::search() {
  while (true) {
    const auto filled = fill(kHeaderBytes);
    if (!filled || !*filled) return filled;
    const std::size_t candidates = buffered() - kHeaderBytes + 1;
    for (std::size_t at = 0; at < candidates; ++at) {
      if (!header_at(at)) continue;
      skip(at);
      state_ = State::InStep;
      return true;
    }
    skip(candidates);
  }
}

std::optional<std::uint64_t> Reader::header_at(std::size_t at) const {
  const char* const bytes = data() + at;
  const auto length = load_le<std::uint64_t>(bytes);
  if (length > max_payload_bytes_) return std::nullopt;
  const auto crc = load_le<std::uint32_t>(bytes + 8);
  if (crc != mask_crc(crc32c_short({bytes, 8}))) return std::nullopt;
  return length;
}

Error Reader::header_error() const {
  const auto got = load_le<std::uint32_t>(data() + 8);
  const std::uint32_t want = masked_crc32c({data(), 8});
  if (got != want) return checksum_error("length", got, want);
  return {ErrorCode::Corrupt,
          "record of " + std::to_string(load_le<std::uint64_t>(data())) +
              " bytes, want at most " + std::to_string(max_payload_bytes_) +
              ", " + place()};
}

Error Reader::checksum_error(const char* of, std::uint32_t got,
                             std::uint32_t want) const {
  char text[96];
  std::snprintf(text, sizeof text,
                "%s checksum mismatch: got 0x%08" PRIx32 ", want 0x%08" PRIx32
                ", ",
                of, got, want);
  return {ErrorCode::Corrupt, text + place()};
}

std::string Reader::place() const {
  std::string text = "at byte " + std::to_string(offset_) + " of \"";
  return text.append(source_.name()) + "\"";
}

Result<bool> Reader::fill(std::size_t length) {
  while (buffered() < length) {
    make_room(length);
    const auto got =
        source_.read(offset_ + buffered(),
                     std::span(buffer_.get() + end_, capacity_ - end_));
    if (!got) return got.error();
    if (*got == 0) {
      if (capacity_ / 2 > buffered()) resize_buffer(buffered());
      return false;
    }
    end_ += *got;
  }
  return true;
}

void Reader::make_room(std::size_t length) {
  if (end_ < capacity_ && capacity_ - begin_ >= length) return;
  if (begin_ > 0) {
    std::memmove(buffer_.get(), data(), buffered());
    end_ -= std::exchange(begin_, 0);
  }
  if (end_ == capacity_) {
    resize_buffer(std::max(kChunkBytes, std::min(length, 2 * capacity_)));
  }
}

void Reader::resize_buffer(std::size_t capacity) {
  auto resized = std::make_unique_for_overwrite<char[]>(capacity);
  if (buffered() > 0) std::memcpy(resized.get(), data(), buffered());
  buffer_ = std::move(resized);
  capacity_ = capacity;
  end_ -= std::exchange(begin_, 0);
}

void Reader::skip(std::size_t bytes) {
  begin_ += bytes;
  offset_ += bytes;
}

}  // namespace stepline::record
