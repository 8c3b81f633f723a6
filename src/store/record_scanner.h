#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "base/crc32c_short.h"
#include "record/record_reader.h"
#include "record/search_effort.h"
#include "stepline/result.h"
#include "storage/byte_source.h"
#include "store/damage_log.h"
#include "store/file_part.h"

namespace stepline::store {

// Reads the records of a stretch of a file, as record::Reader would, but many
// from one buffer and without a call for each:
//
//   do {
//     while (scanner.take(payload)) ...
//   } while (scanner.advance());
//
// What damage is, where reading goes on behind it, and how memory grows is the
// same as there. A start that is not found with record::SearchEffort counts as
// none; what that leaves is for the rest of the stretch, so that a file made to
// exhaust it may give other records in parts than as a whole. The source and
// the log must outlive the scanner.
class RecordScanner {
 public:
  // How many bytes may be read past the end of a payload, whatever they are.
  static constexpr std::size_t kPaddingBytes = 64;

  struct Stretch {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // No record that begins at or after it is taken.
    bool find_start = false;
    bool checksum = true;
    Footing footing = Footing::Record;
    // Looked at every few MB, if not null: true ends the stretch early.
    const std::atomic<bool>* cancelled = nullptr;
  };

  RecordScanner(storage::ByteSource& source, const Stretch& stretch,
                DamageLog& damage);

  // Gives the next record if it is whole and sound in the buffer. Payloads stay
  // where they are until advance().
  bool take(std::string_view& payload) {
    if (at_ >= stop_) return false;
    const auto length = load_le<std::uint64_t>(at_);
    const auto buffered = static_cast<std::size_t>(end_ - at_);
    if (length > buffered - kFrameBytes) return false;
    if (load_le<std::uint32_t>(at_ + 8) !=
        mask_crc(crc32c_short({at_, sizeof length}))) {
      return false;
    }
    payload = {at_ + record::kHeaderBytes, length};
    if (stretch_.checksum && !is_sound(payload)) return false;
    at_ += kFrameBytes + length;
    return true;
  }

  // Reads on, and passes damage, until there is a record to take: true. False:
  // the stretch or the file ends here. An error is one of the source.
  Result<bool> advance();

  // Where the record of a payload begins; until advance().
  std::uint64_t offset_of_payload(std::string_view payload) const {
    return offset_of(payload.data() - record::kHeaderBytes);
  }

  // Where the stretch began: with find_start known after the first advance().
  std::uint64_t begin() const { return begin_; }
  // Where the next record begins, and what is there.
  std::uint64_t offset() const { return offset_of(at_); }
  Footing footing() const { return footing_; }

 private:
  static constexpr std::size_t kFrameBytes =
      record::kHeaderBytes + record::kFooterBytes;
  static constexpr std::size_t kShortBytes = 256;

  static bool is_sound(std::string_view payload) {
    const auto stored = load_le<std::uint32_t>(payload.data() + payload.size());
    return stored == mask_crc(payload.size() <= kShortBytes
                                  ? crc32c_short(payload)
                                  : crc32c(payload));
  }

  Result<bool> find_start();
  Result<bool> find_sound_record();
  Result<bool> reach_record();
  Result<bool> pass_damaged();
  Result<bool> search();
  std::optional<std::uint64_t> header_at(const char* at) const;
  void report_header();
  void report_payload(std::string_view payload);

  // Buffers `length` bytes from at_ on; false when the source ends before, or
  // the stretch is cancelled.
  Result<bool> fill(std::size_t length);
  void make_room(std::size_t length);
  void resize_buffer(std::size_t capacity);
  void update_stop();
  bool cancelled() const {
    return stretch_.cancelled != nullptr &&
           stretch_.cancelled->load(std::memory_order_relaxed);
  }

  std::uint64_t offset_of(const char* at) const {
    return base_ + static_cast<std::uint64_t>(at - buffer_.get());
  }
  std::size_t buffered() const { return static_cast<std::size_t>(end_ - at_); }

  storage::ByteSource& source_;
  const Stretch stretch_;
  DamageLog& damage_;
  const std::size_t usual_capacity_;
  std::uint64_t begin_;
  Footing footing_;
  bool finding_;
  record::SearchEffort effort_;

  // [at_, end_) is what is buffered and not yet taken; base_ is the offset of
  // the buffer's first byte. Before stop_ there may be a whole record to take.
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::uint64_t base_ = 0;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  const char* stop_ = nullptr;
};

}  // namespace stepline::store
