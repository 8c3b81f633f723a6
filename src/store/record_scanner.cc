#include "store/record_scanner.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <utility>

namespace stepline::store {
namespace {

constexpr std::size_t kSmallestBuffer = 4 << 10;
constexpr std::size_t kLargestBuffer = 512 << 10;

// How many bytes are read or searched before `cancelled` is looked at again.
constexpr std::size_t kStrideBytes = 4 << 20;

std::size_t buffer_for(const RecordScanner::Stretch& stretch) {
  const std::uint64_t bytes =
      stretch.end > stretch.begin ? stretch.end - stretch.begin : 0;
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(bytes, kSmallestBuffer, kLargestBuffer));
}

std::string mismatch(const char* of, std::uint32_t got, std::uint32_t want) {
  char text[96];
  std::snprintf(text, sizeof text,
                "%s checksum mismatch: got 0x%08" PRIx32 ", want 0x%08" PRIx32,
                of, got, want);
  return text;
}

}  // namespace

RecordScanner::RecordScanner(storage::ByteSource& source,
                             const Stretch& stretch, DamageLog& damage)
    : source_(source),
      stretch_(stretch),
      damage_(damage),
      usual_capacity_(buffer_for(stretch)),
      begin_(stretch.begin),
      footing_(stretch.footing),
      finding_(stretch.find_start),
      effort_(stretch.begin),
      base_(stretch.begin) {}

Result<bool> RecordScanner::advance() {
  if (finding_) {
    const auto found = find_start();
    if (!found) return found;
    finding_ = false;
    begin_ = offset();
    if (!*found) return false;
  }
  Result<bool> decided = true;
  bool reached = false;
  while (!reached) {
    if (cancelled()) return false;
    switch (footing_) {
      case Footing::Record:
        if (offset() >= stretch_.end) return false;
        decided = reach_record();
        reached = footing_ == Footing::Record;
        break;
      case Footing::Damaged:
        decided = pass_damaged();
        break;
      case Footing::Lost:
        decided = search();
        break;
    }
    if (!decided || !*decided) return decided;
  }
  update_stop();
  return true;
}

// False where the source ends too early to say.
Result<bool> RecordScanner::reach_record() {
  auto filled = fill(record::kHeaderBytes);
  if (!filled || !*filled) return filled;
  const std::optional<std::uint64_t> length = header_at(at_);
  if (!length) {
    report_header();
    footing_ = Footing::Lost;
    return true;
  }
  filled = fill(kFrameBytes + *length);
  if (!filled || !*filled) return filled;
  const std::string_view payload(at_ + record::kHeaderBytes, *length);
  if (stretch_.checksum && !is_sound(payload)) {
    report_payload(payload);
    footing_ = Footing::Damaged;
  }
  return true;
}

Result<bool> RecordScanner::pass_damaged() {
  auto filled = fill(record::kHeaderBytes);
  if (!filled || !*filled) return filled;
  const std::optional<std::uint64_t> length = header_at(at_);
  if (!length) {  // Not what was there when it was reported.
    footing_ = Footing::Lost;
    return true;
  }
  const std::size_t total = kFrameBytes + *length;
  filled = fill(total + record::kHeaderBytes);
  if (!filled || !*filled) return filled;
  const bool found = header_at(at_ + total).has_value();
  at_ += !found && effort_.spend(offset(), total) ? 1 : total;
  footing_ = found ? Footing::Record : Footing::Lost;
  return true;
}

Result<bool> RecordScanner::search() {
  while (true) {
    const auto filled = fill(record::kHeaderBytes);
    if (!filled || !*filled) return filled;
    if (cancelled() || (finding_ && offset() >= stretch_.end)) return false;
    const char* const stop =
        at_ + std::min(buffered() - record::kHeaderBytes + 1, kStrideBytes);
    for (; at_ < stop; ++at_) {
      if (!header_at(at_)) continue;
      footing_ = Footing::Record;
      return true;
    }
  }
}

// False where there is none.
Result<bool> RecordScanner::find_start() {
  const auto found = find_sound_record();
  footing_ = Footing::Record;
  if (!found || *found) return found;
  base_ = stretch_.end;
  at_ = end_ = stop_ = buffer_.get();
  return false;
}

Result<bool> RecordScanner::find_sound_record() {
  std::uint64_t source_end = std::numeric_limits<std::uint64_t>::max();
  while (true) {
    const auto found = search();
    if (!found || !*found) return found;
    if (offset() >= stretch_.end) return false;
    const std::size_t length = *header_at(at_);
    const std::size_t total = kFrameBytes + length;
    if (total <= source_end - offset()) {
      const auto whole = fill(total);
      if (!whole) return whole;
      if (!*whole) {
        source_end = offset() + buffered();
      } else if (is_sound({at_ + record::kHeaderBytes, length})) {
        return true;
      }
      if (!effort_.spend(offset(), std::min(total, buffered()))) return false;
    }
    ++at_;
  }
}

std::optional<std::uint64_t> RecordScanner::header_at(const char* at) const {
  const auto length = load_le<std::uint64_t>(at);
  if (length > record::kMaxPayloadBytes) return std::nullopt;
  const auto crc = load_le<std::uint32_t>(at + 8);
  if (crc != mask_crc(crc32c_short({at, sizeof length}))) return std::nullopt;
  return length;
}

void RecordScanner::report_header() {
  const auto got = load_le<std::uint32_t>(at_ + 8);
  const std::uint32_t want = masked_crc32c({at_, 8});
  if (got != want) return damage_.add(offset(), mismatch("length", got, want));
  damage_.add(offset(), "record of " +
                            std::to_string(load_le<std::uint64_t>(at_)) +
                            " bytes, want at most " +
                            std::to_string(record::kMaxPayloadBytes));
}

void RecordScanner::report_payload(std::string_view payload) {
  const auto got = load_le<std::uint32_t>(payload.data() + payload.size());
  damage_.add(offset(), mismatch("payload", got, masked_crc32c(payload)));
}

Result<bool> RecordScanner::fill(std::size_t length) {
  while (buffered() < length) {
    make_room(length);
    char* const to = buffer_.get() + (end_ - buffer_.get());
    const auto room =
        static_cast<std::size_t>(buffer_.get() + capacity_ - end_);
    if (cancelled()) return false;
    const auto got = source_.read(offset() + buffered(),
                                  std::span(to, std::min(room, kStrideBytes)));
    if (!got) return got.error();
    if (*got == 0) return false;
    end_ += *got;
  }
  return true;
}

void RecordScanner::make_room(std::size_t length) {
  if (capacity_ > usual_capacity_ && length <= usual_capacity_ &&
      buffered() < usual_capacity_) {
    return resize_buffer(usual_capacity_);
  }
  if (at_ > buffer_.get()) {
    base_ = offset();
    const std::size_t kept = buffered();
    std::memmove(buffer_.get(), at_, kept);
    at_ = buffer_.get();
    end_ = at_ + kept;
  }
  if (buffered() == capacity_) {
    resize_buffer(std::max(usual_capacity_, std::min(length, 2 * capacity_)));
  }
}

void RecordScanner::resize_buffer(std::size_t capacity) {
  auto resized =
      std::make_unique_for_overwrite<char[]>(capacity + kPaddingBytes);
  const std::size_t kept = buffered();
  if (kept > 0) std::memcpy(resized.get(), at_, kept);
  base_ = offset();
  buffer_ = std::move(resized);
  capacity_ = capacity;
  at_ = buffer_.get();
  end_ = at_ + kept;
}

void RecordScanner::update_stop() {
  const std::uint64_t left = stretch_.end - offset();
  const auto whole = static_cast<std::uint64_t>(buffered() - kFrameBytes + 1);
  stop_ = at_ + std::min(left, whole);
}

}  // namespace stepline::store
