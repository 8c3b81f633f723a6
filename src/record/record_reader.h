#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "record/record_writer.h"
#include "record/search_effort.h"
#include "stepline/result.h"
#include "storage/byte_source.h"

namespace stepline::record {

// What protobuf can parse. A longer record is taken for damage.
inline constexpr std::uint64_t kMaxPayloadBytes = (std::uint64_t{1} << 31) - 1;

// Reads records (docs/format.md) from a file that may still be growing.
//
// A record may arrive over several calls to next(): a reader that meets the end
// of the source keeps what it has and resumes there. Both checksums are always
// verified. Memory grows with the bytes that really came, never with what a
// length field claims, and is given back where the source ends, so that many
// files can be followed at once.
//
// Not thread-safe. The source must outlive the reader.
class Reader {
 public:
  struct Record {
    std::uint64_t offset;      // Where its header begins.
    std::string_view payload;  // Valid until the reader is used again.
  };

  // Begins at `offset`: the start of a record, or anything if resynchronise()
  // comes first.
  explicit Reader(storage::ByteSource& source, std::uint64_t offset = 0,
                  std::uint64_t max_payload_bytes = kMaxPayloadBytes);

  // Returns the next record, or nullopt when the source ends before one is
  // complete: call again once the file has grown. Damage is a Corrupt error
  // with its offset, which every later call repeats until resynchronise() is
  // called. Errors of the source are passed on; the call may be repeated.
  Result<std::optional<Record>> next();

  // Moves to the first offset, from offset() on, where a header checks out and
  // a record may begin, and returns true. False means that the source ends
  // before that can be said; next() goes on looking once the file has grown.
  //
  // Behind a damaged payload the next record is looked for first where the
  // length says, because a payload may hold records of its own. If none is
  // there the length is of another age of the file (a job died in the middle of
  // a record, a later one appended), and every byte is tried. Where that has
  // been done in vain beyond all measure (SearchEffort), which takes a file
  // made for it, the search goes on behind the damaged payload instead.
  Result<bool> resynchronise();

  // Where the next record begins; after Corrupt, the damaged one.
  std::uint64_t offset() const { return offset_; }

 private:
  enum class State {
    InStep,      // offset_ should be the start of a record.
    BadPayload,  // The record at offset_ has been found damaged.
    TryingEnd,   // ... and its end is to be tried as the next start.
    Searching,   // Any byte from offset_ on may be the next start.
  };

  Result<bool> try_end();
  Result<bool> search();

  // The length in the header `at` bytes past offset_, which are buffered;
  // nullopt when that is no header.
  std::optional<std::uint64_t> header_at(std::size_t at) const;
  Error header_error() const;
  Error checksum_error(const char* of, std::uint32_t got,
                       std::uint32_t want) const;
  std::string place() const;

  // Buffers `length` bytes from offset_ on; false when the source ends before.
  Result<bool> fill(std::size_t length);
  void make_room(std::size_t length);
  void resize_buffer(std::size_t capacity);
  void skip(std::size_t bytes);
  std::size_t buffered() const { return end_ - begin_; }
  const char* data() const { return buffer_.get() + begin_; }

  storage::ByteSource& source_;
  const std::uint64_t max_payload_bytes_;
  std::uint64_t offset_;
  State state_ = State::InStep;
  SearchEffort effort_;

  // Bytes [begin_, end_) of the buffer are those from offset_ on.
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace stepline::record
