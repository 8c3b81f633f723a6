#include "writer/record_buffer.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "record/record_writer.h"
#include "record/seal.h"

namespace stepline::writer {

void RecordBuffer::append(std::string_view payload) {
  const std::uint64_t length = payload.size();
  char* out =
      reserve(record::kHeaderBytes + payload.size() + record::kFooterBytes);
  std::memcpy(out, &length, sizeof length);
  std::memcpy(out + record::kHeaderBytes, payload.data(), payload.size());
  commit(out + record::kHeaderBytes + payload.size() + record::kFooterBytes);
}

std::string_view RecordBuffer::sealed() {
  seal();
  return {data_.get(), size_};
}

void RecordBuffer::grow(std::size_t bytes) {
  const std::size_t capacity =
      std::max({std::size_t{4096}, capacity_ * 2, size_ + bytes});
  auto data = std::make_unique_for_overwrite<char[]>(capacity);
  if (size_ > 0) std::memcpy(data.get(), data_.get(), size_);
  data_ = std::move(data);
  capacity_ = capacity;
}

void RecordBuffer::seal() {
  record::seal_records(data_.get() + sealed_, data_.get() + size_);
  sealed_ = size_;
}

}  // namespace stepline::writer
