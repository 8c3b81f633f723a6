#include "store/blob_places.h"

#include <algorithm>

namespace stepline::store {

void BlobPlaces::append(std::span<const BlobPlace> places) {
  const std::size_t wanted = size_ + places.size();
  if (wanted > capacity_) {
    const std::size_t capacity =
        std::max<std::size_t>(wanted, size_ + size_ / 2);
    auto larger = std::make_shared<BlobPlace[]>(capacity);
    std::ranges::copy(view(), larger.get());
    places_ = std::move(larger);
    capacity_ = static_cast<std::uint32_t>(capacity);
  }
  std::ranges::copy(places, places_.get() + size_);
  size_ = static_cast<std::uint32_t>(wanted);
}

}  // namespace stepline::store
