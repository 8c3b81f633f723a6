#include "store/scalar_layout.h"

#include <string>

namespace stepline::store {

void ScalarLayout::learn(const event::ValueView& value, Arena& arena) {
  const std::string_view whole = value.whole;
  forget();
  if (whole.size() > kMaxBytes) return;
  std::string bytes(1, '\x0a');
  append_varint(bytes, whole.size());
  const auto number = static_cast<std::size_t>(value.number - whole.data());
  const std::size_t before = bytes.size() + number;
  bytes.append(whole.substr(0, number));
  bytes.append(whole.substr(number + kNumberBytes));
  const std::size_t size = bytes.size() + kNumberBytes;
  bytes.append(kComparePadding, '\0');
  if (bytes.size() > capacity_) {
    bytes_ = static_cast<char*>(arena.allocate(bytes.size()));
    capacity_ = static_cast<std::uint16_t>(bytes.size());
  }
  std::memcpy(bytes_, bytes.data(), bytes.size());
  size_ = static_cast<std::uint32_t>(size);
  before_ = static_cast<std::uint16_t>(before);
}

}  // namespace stepline::store
