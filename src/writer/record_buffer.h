#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace stepline::writer {

// Framed records on their way to a file, in memory that grows but is never
// cleared.
class RecordBuffer {
 public:
  // Room for `bytes` more; what is written there counts from commit() on.
  char* reserve(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(bytes);
    return data_.get() + size_;
  }
  // `end` is where writing into the reserved room ended: a whole record, whose
  // checksums are still open.
  void commit(const char* end) {
    size_ = static_cast<std::size_t>(end - data_.get());
    if (size_ - sealed_ >= kSealBytes) seal();
  }

  // Appends `payload` as one record.
  void append(std::string_view payload);

  std::size_t size() const { return size_; }
  // The records, checksums filled in; valid until the next reserve().
  std::string_view sealed();
  void clear() { size_ = sealed_ = 0; }
  // Gives back memory that one large record needed. Only when empty.
  void shrink() {
    if (capacity_ <= kKeepBytes) return;
    data_.reset();
    capacity_ = 0;
  }

 private:
  // Long enough that the processor's store buffer has drained at the start of
  // the range, short enough that it is still in the first-level cache.
  static constexpr std::size_t kSealBytes = 4096;

  static constexpr std::size_t kKeepBytes = std::size_t{1} << 20;

  void grow(std::size_t bytes);
  void seal();

  std::unique_ptr<char[]> data_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  std::size_t sealed_ = 0;  // Records before this have their checksums.
};

}  // namespace stepline::writer
