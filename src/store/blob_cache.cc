#include "store/blob_cache.h"

#include <utility>

namespace stepline::store {

Result<BlobCache::Payload> BlobCache::get(
    Key key, const std::function<Result<std::string>()>& read) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = index_.find(key); found != index_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return found->second->payload;
    }
  }
  auto bytes = read();
  if (!bytes) return bytes.error();
  const auto payload = std::make_shared<const std::string>(std::move(*bytes));
  keep(key, payload);
  return payload;
}

std::size_t BlobCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

void BlobCache::keep(Key key, const Payload& payload) {
  if (payload->size() > max_bytes_) return;
  const std::lock_guard lock(mutex_);
  if (index_.contains(key)) return;
  entries_.push_front({key, payload});
  index_.emplace(key, entries_.begin());
  bytes_ += payload->size();
  while (bytes_ > max_bytes_) {
    bytes_ -= entries_.back().payload->size();
    index_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

}  // namespace stepline::store
