#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "store/file_part.h"

namespace stepline::store {

// Places in the order of a file, to which more are added while earlier ones are
// read. Appending is for one thread at a time and not at the same moment as
// view() or owner(), which are for a moment under a lock; who has both reads
// the view without one.
//
// Places that a view has are never changed: later ones come behind them, and
// room that is full is replaced by a larger one.
class BlobPlaces {
 public:
  void append(std::span<const BlobPlace> places);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::span<const BlobPlace> view() const { return {places_.get(), size_}; }
  std::shared_ptr<const void> owner() const { return places_; }

 private:
  std::shared_ptr<BlobPlace[]> places_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace stepline::store
